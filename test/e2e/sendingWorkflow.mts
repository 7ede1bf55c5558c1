import { randomUUID } from 'node:crypto';
import { createWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import type { World } from './world.mts';

export const triggerName = 'Start';
export const nodeName = 'Message';

/**
 * Saves a workflow of a manual trigger and one Messaging node.
 * @param parameters of the Messaging node
 * @param credential the world's own unless given
 * @returns the workflow's id
 */
export async function saveSendingWorkflow(
	world: World,
	parameters: WorkflowFile['nodes'][number]['parameters'],
	credential = world.credential,
): Promise<string> {
	const id = randomUUID();
	await createWorkflow(world.session, {
		id,
		name: `Test ${id}`,
		nodes: [
			{
				...node(triggerName, 'n8n-nodes-base.manualTrigger', 0),
				parameters: {},
			},
			{
				...node(nodeName, 'n8n-nodes-messaging.messaging', 240),
				parameters,
				credentials: { messagingApi: credential },
			},
		],
		connections: { [triggerName]: { main: [[{ node: nodeName, type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	return id;
}

function node(name: string, type: string, x: number) {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [x, 0] };
}
