import { randomUUID } from 'node:crypto';
import { createWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import type { World } from './world.mts';

export const triggerName = 'Start';
export const nodeName = 'Message';

/** A node of a workflow; where it stands on the canvas doesn't matter. */
export const workflowNode = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>) => ({
	id: randomUUID(),
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
});

/** A trigger that registers itself for every status, once its workflow is published. */
export const registeringTrigger = (name: string, credential: { readonly id: string; readonly name: string }) => ({
	...workflowNode(name, 'n8n-nodes-messaging.messagingTrigger', 1.1, {
		events: ['sent', 'delivered', 'read', 'failed'],
		registration: 'automatic',
	}),
	webhookId: randomUUID(),
	credentials: { messagingApi: credential },
});

/**
 * Parameters of a Messaging node that sends a text template to the recipient that each item has as `to`.
 * @param orderId fixed, or an expression
 */
export const orderUpdateParameters = (orderId: string, options: Readonly<Record<string, unknown>>) => ({
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumberId: { __rl: true, mode: 'id', value: '1906000000000001' },
	to: '={{ $json.to }}',
	template: { __rl: true, mode: 'list', value: 'order_update' },
	languageCode: 'auto',
	variables: {
		mappingMode: 'defineBelow',
		value: { 'header.order_id': orderId, 'body.first_name': 'Grace', 'body.status': 'packed' },
	},
	options,
});

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
