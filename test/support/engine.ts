import { parse, stringify } from 'flatted';
import { ExecuteContext, ExecutionLifecycleHooks, LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

// With the extension: outside jest a `.node.json` would be found first.
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { MessagingTrigger } from '../../nodes/Messaging/MessagingTrigger.node.ts';
import { credentialsHelper } from './credentials';

const types: Record<string, INodeType> = {
	'n8n-nodes-messaging.messaging': new Messaging(),
	'n8n-nodes-messaging.messagingTrigger': new MessagingTrigger(),
};

const nodeTypes: INodeTypes = {
	getByName: (name) => typeOf(name),
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeOf(name), version),
	getKnownTypes: () => ({}),
};

function typeOf(name: string): INodeType {
	const type = types[name];
	if (type === undefined) throw new Error(`No node type ${name}`);
	return type;
}

/** The version that a new node of a type gets. */
const newestVersion = (name: string): number => Math.max(...[typeOf(name).description.version].flat());

/** Makes another node known to the engine, as `n8n-nodes-messaging.<name>`. */
export function addNodeType(name: string, type: INodeType): void {
	types[`n8n-nodes-messaging.${name}`] = type;
}

export interface NodeSettings {
	readonly credential: ICredentialDataDecryptedObject;
	readonly parameters: INodeParameters;
	readonly onError?: INode['onError'];
	readonly retryOnFail?: boolean;
	readonly executeOnce?: boolean;
	/** Of the workflow. */
	readonly timezone?: string;
	/** Of the workflow: where n8n keeps files, beside the JSON of an item or in it. */
	readonly binaryMode?: 'separate' | 'combined';
	/** Empty for one that was never saved. */
	readonly workflowId?: string;
	/** Of the node; that of its type unless given. */
	readonly name?: string;
	/** The name of a node that leads to it. */
	readonly behind?: string;
}

/** A workflow that holds one node, by its name without the package's, and what n8n hands to it. */
export function workflowWith(
	type: string,
	{ credential, parameters, onError, retryOnFail, executeOnce, timezone, binaryMode, workflowId, name, behind }: NodeSettings,
) {
	const node: INode = {
		id: 'node-1',
		name: name ?? type,
		type: `n8n-nodes-messaging.${type}`,
		typeVersion: newestVersion(`n8n-nodes-messaging.${type}`),
		position: [0, 0],
		parameters,
		credentials: { messagingApi: { id: 'credential-1', name: 'Messaging API' } },
		...(onError === undefined ? {} : { onError }),
		...(retryOnFail === undefined ? {} : { retryOnFail, maxTries: 2, waitBetweenTries: 1 }),
		...(executeOnce === undefined ? {} : { executeOnce }),
	};
	const workflow = new Workflow({
		id: workflowId ?? 'workflow-1',
		nodes: [node, ...(behind === undefined ? [] : [{ ...node, id: 'node-0', name: behind }])],
		connections: behind === undefined ? {} : { [behind]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', ...(timezone === undefined ? {} : { timezone }), ...(binaryMode === undefined ? {} : { binaryMode }) },
	});
	const given: Partial<IWorkflowExecuteAdditionalData> & { hooks: ExecutionLifecycleHooks } = {
		credentialsHelper: credentialsHelper(credential),
		hooks: new ExecutionLifecycleHooks('manual', 'execution-1', Object(workflow)),
		executionId: 'execution-1',
		currentNodeExecutionIndex: 0,
		currentNodeParameters: parameters,
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		variables: {},
	};
	// What a single node asks for; the rest belongs to sub-workflows, agents and task runners.
	return { node, workflow, additionalData: given as IWorkflowExecuteAdditionalData };
}

/** Runs the Messaging node over items in n8n's own engine. */
export const runMessaging = async (settings: NodeSettings, items: INodeExecutionData[] = [{ json: {} }]): Promise<IRun> =>
	await startMessaging(settings, items);

/** Starts the node, once for each batch of items as in a loop; `cancel()` is n8n's cancel button. */
export const startMessaging = (settings: NodeSettings, ...batches: INodeExecutionData[][]): Running =>
	startNode('messaging', settings, ...batches);

type Running = ReturnType<WorkflowExecute['processRunExecutionData']>;

/** Starts any node that is known to the engine. */
export function startNode(type: string, settings: NodeSettings, ...batches: INodeExecutionData[][]): Running {
	const { node, workflow, additionalData } = workflowWith(type, settings);
	const nodeExecutionStack = batches.map((items) => ({ node, data: { main: [items] }, source: null }));
	const data = createRunExecutionData({ executionData: { nodeExecutionStack } });
	return new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(workflow);
}

/** Runs a node over items that a node before it has given, with the way back to them, as in a workflow. */
export async function runBehind(settings: NodeSettings, items: INodeExecutionData[], type = 'messaging'): Promise<IRun> {
	const { behind = 'before' } = settings;
	const { node, workflow, additionalData } = workflowWith(type, { ...settings, behind });
	const before = { startTime: 0, executionTime: 0, executionIndex: 0, source: [], data: { main: [items] } };
	const data = createRunExecutionData({
		resultData: { runData: { [behind]: [before] } },
		executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: { main: [{ previousNode: behind }] } }] },
	});
	return await new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(workflow);
}

/**
 * Retries a failed execution as n8n's list of executions does, from what n8n has saved of it and with the workflow as it
 * is saved by now.
 */
export async function retryFailed(settings: NodeSettings, failed: IRun, executionId = 'execution-1'): Promise<IRun> {
	// n8n saves executions so; the type is that of what was saved.
	const data = parse(stringify(failed.data)) as IRunExecutionData;
	delete data.resultData.error;
	data.resultData.runData.messaging?.pop();
	for (const { node } of data.executionData?.nodeExecutionStack ?? []) node.parameters = settings.parameters;
	const { workflow, additionalData } = workflowWith('messaging', settings);
	additionalData.executionId = executionId;
	return await new WorkflowExecute(additionalData, 'retry', data).processRunExecutionData(workflow);
}

/** The output items of the node's only output in its last run. */
export function outputOf(run: IRun, node = 'messaging'): INodeExecutionData[] {
	return run.data.resultData.runData[node]?.at(-1)?.data?.main?.[0] ?? [];
}

/** What the editor hands to a list of the node. */
export function editorContext(settings: NodeSettings): ILoadOptionsFunctions {
	const { node, workflow, additionalData } = workflowWith('messaging', settings);
	const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters');
	// The class and the interface disagree only about whether a workflow may be unnamed.
	return context as ILoadOptionsFunctions;
}

/** What the engine hands to the node when it runs. `cancel` is aborted by n8n's cancel button. */
export function executeContext(settings: NodeSettings, cancel?: AbortSignal): IExecuteFunctions {
	const { node, workflow, additionalData } = workflowWith('messaging', settings);
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(workflow, node, additionalData, 'manual', createRunExecutionData(), 0, [], input, { node, data: input, source: null }, [], cancel);
	// As below.
	return context as IExecuteFunctions;
}
