import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { addNodeType, type NodeSettings, outputOf, workflowWith } from './engine.ts';

/** The node as n8n offers it to agents. */
class MessagingTool extends Messaging {
	override description: INodeTypeDescription = { ...new Messaging().description, inputs: [], outputs: [NodeConnectionTypes.AiTool] };
}

let modelCalls: readonly IDataObject[] = [];

/** Calls its tool as its model says. It goes on after a call that fails, as a model does. */
class Agent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Array<{ invoke(call: IDataObject): Promise<string> }>;
		const told: INodeExecutionData[] = [];
		for (const call of modelCalls) told.push({ json: { told: await tool?.invoke(call).catch(String) } });
		return [told];
	}
}

addNodeType('messagingTool', new MessagingTool());
addNodeType('agent', new Agent());

/** Has an agent use the node as a tool. Gives what its model is told of each call. */
export async function useAsTool(settings: NodeSettings, ...calls: IDataObject[]): Promise<unknown[]> {
	const { node, workflow, additionalData } = workflowWith('messagingTool', settings);
	const agent: INode = { id: 'agent', name: 'agent', type: 'n8n-nodes-messaging.agent', typeVersion: 1, position: [0, 0], parameters: {} };
	workflow.setNodes([agent, node]);
	workflow.setConnections({ [node.name]: { [NodeConnectionTypes.AiTool]: [[{ node: agent.name, type: NodeConnectionTypes.AiTool, index: 0 }]] } });
	const data = createRunExecutionData({ executionData: { nodeExecutionStack: [{ node: agent, data: { main: [[{ json: {} }]] }, source: null }] } });
	modelCalls = calls;
	const run = await new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(workflow);
	return outputOf(run, agent.name).map(({ json }) => json.told);
}
