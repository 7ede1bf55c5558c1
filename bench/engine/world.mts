import type {
	ICredentialsHelper,
	ILoadOptionsFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type { N8n } from './n8n.mts';

/** A node of a workflow, as a user would set it. */
export interface NodeSettings {
	/** As in a saved workflow, e.g. `n8n-nodes-base.httpRequest`. */
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: INodeParameters;
	/** The credential that the node uses, by type. */
	readonly credentialType: string;
}

/** Node types and credentials in n8n's own engine. */
export class World {
	readonly #n8n: N8n;
	readonly #types: INodeTypes;
	readonly #credentials: ICredentialsHelper;

	constructor(n8n: N8n, types: Readonly<Record<string, INodeType>>, credentials: ICredentialsHelper) {
		const typeOf = (name: string) => {
			const type = types[name];
			if (type === undefined) throw new Error(`No node type ${name}`);
			return type;
		};
		const { NodeHelpers } = n8n.workflow;
		this.#n8n = n8n;
		this.#credentials = credentials;
		this.#types = {
			getByName: typeOf,
			getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeOf(name), version),
			getKnownTypes: () => ({}),
		};
	}

	/**
	 * Runs one node over items, as the engine runs it in a published workflow.
	 * @returns the items of its first output
	 * @throws what made the node fail
	 */
	async run(settings: NodeSettings, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const { core, workflow: model } = this.#n8n;
		const { node, workflow, additionalData } = this.#workflowWith(settings);
		const start = { node, data: { main: [items] }, source: null };
		const data = model.createRunExecutionData({ executionData: { nodeExecutionStack: [start] } });
		const run = await new core.WorkflowExecute(additionalData, 'trigger', data).processRunExecutionData(workflow);
		const { error, runData } = run.data.resultData;
		if (error !== undefined) throw error;
		return runData[node.name]?.at(-1)?.data?.main?.[0] ?? [];
	}

	/** What the editor hands to a list of a node. */
	editor(settings: NodeSettings): ILoadOptionsFunctions {
		const { core } = this.#n8n;
		const { node, workflow, additionalData } = this.#workflowWith(settings);
		const context = new core.LoadOptionsContext(workflow, node, additionalData, 'parameters');
		// The class and the interface disagree only about whether a workflow may be unnamed.
		return context as ILoadOptionsFunctions;
	}

	/** The functions of a node that the editor asks, of one kind. */
	methods<Kind extends 'listSearch' | 'resourceMapping'>(
		{ type, typeVersion }: NodeSettings,
		kind: Kind,
	): NonNullable<NonNullable<INodeType['methods']>[Kind]> {
		const methods = this.#types.getByNameAndVersion(type, typeVersion).methods?.[kind];
		if (methods === undefined) throw new Error(`${type} has no ${kind}`);
		return methods;
	}

	#workflowWith({ type, typeVersion, parameters, credentialType }: NodeSettings) {
		const { core, workflow: model } = this.#n8n;
		const node: INode = {
			id: 'node-1',
			name: 'Measured',
			type,
			typeVersion,
			position: [0, 0],
			parameters: this.#withDefaults(type, typeVersion, parameters),
			credentials: { [credentialType]: { id: 'credential-1', name: 'Benchmark' } },
		};
		const settings = { executionOrder: 'v1' } as const;
		const workflow = new model.Workflow({
			id: 'workflow-1',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: this.#types,
			settings,
		});
		const saved = {
			id: 'workflow-1',
			name: 'Benchmark',
			active: true,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(0),
			updatedAt: new Date(0),
			nodes: [node],
			connections: {},
			settings,
		};
		const given: Partial<IWorkflowExecuteAdditionalData> = {
			credentialsHelper: this.#credentials,
			hooks: new core.ExecutionLifecycleHooks('trigger', 'execution-1', saved),
			executionId: 'execution-1',
			currentNodeExecutionIndex: 0,
			currentNodeParameters: node.parameters,
			restApiUrl: 'http://localhost/rest',
			instanceBaseUrl: 'http://localhost',
			webhookBaseUrl: 'http://localhost/webhook',
			webhookTestBaseUrl: 'http://localhost/webhook-test',
			webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
			formWaitingBaseUrl: 'http://localhost/form-waiting',
			variables: {},
		};
		// What a single node asks for; the rest belongs to sub-workflows, agents and task runners.
		return { node, workflow, additionalData: given as IWorkflowExecuteAdditionalData };
	}

	/** A saved workflow leaves out what is at its default; n8n fills it in when it loads one. */
	#withDefaults(type: string, typeVersion: number, parameters: INodeParameters): INodeParameters {
		const { NodeHelpers } = this.#n8n.workflow;
		const description = this.#types.getByNameAndVersion(type, typeVersion).description;
		const filled = NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			{ typeVersion },
			description,
		);
		return filled ?? parameters;
	}
}
