import { randomUUID } from 'node:crypto';
import { createWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import type { World } from './world.mts';

export const triggerName = 'Start';
export const nodeName = 'Message';

/** A node of a workflow. Where it stands on the canvas mostly doesn't matter. */
export const workflowNode = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>, x = 0) => ({
	id: randomUUID(),
	name,
	type,
	typeVersion,
	position: [x, 0],
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
 * @param more the credential, the world's own unless given; an item that a node between the two makes
 * @returns the workflow's id
 */
export async function saveSendingWorkflow(
	world: World,
	parameters: WorkflowFile['nodes'][number]['parameters'],
	{ credential = world.credential, input }: { credential?: World['credential'] | undefined; input?: object } = {},
): Promise<string> {
	const id = randomUUID();
	const before = input === undefined ? triggerName : 'Input';
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const made = { mode: 'raw', jsonOutput: JSON.stringify(input), options: {} };
	await createWorkflow(world.session, {
		id,
		name: `Test ${id}`,
		nodes: [
			workflowNode(triggerName, 'n8n-nodes-base.manualTrigger', 1, {}),
			...(input === undefined ? [] : [workflowNode(before, 'n8n-nodes-base.set', 3.4, made, 240)]),
			{ ...workflowNode(nodeName, 'n8n-nodes-messaging.messaging', 1, parameters, 480), credentials: { messagingApi: credential } },
		],
		connections: { ...(input === undefined ? {} : { [triggerName]: to(before) }), [before]: to(nodeName) },
		settings: { executionOrder: 'v1' },
	});
	return id;
}
