import { randomBytes, randomUUID } from 'node:crypto';
import { createWorkflow, publishWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import type { Instance } from './world.mts';

export const triggerName = 'Start';
export const nodeName = 'Message';

/** A node of a workflow. */
export const workflowNode = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>) => ({
	id: randomUUID(),
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters,
});

/** @param more such as `retryOnFail`, another name or other credentials */
export const messagingNode = (world: Instance, parameters: Record<string, unknown>, more: Readonly<Record<string, unknown>> = {}) => ({
	...workflowNode(nodeName, 'n8n-nodes-messaging.messaging', 1, parameters),
	credentials: { messagingApi: world.credential },
	...more,
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

/** The connections of a node that leads to one other. */
export const into = (node: string, type = 'main') => ({ [type]: [[{ node, type, index: 0 }]] });

/**
 * Saves a workflow of a manual trigger and these nodes, one behind the other.
 * @param more such as other connections, or what the trigger gives as `pinData`
 * @returns the workflow's id
 */
export async function saveWorkflow(world: Instance, nodes: WorkflowFile['nodes'], more: Partial<WorkflowFile> = {}): Promise<string> {
	const id = randomBytes(8).toString('hex');
	const all = [workflowNode(triggerName, 'n8n-nodes-base.manualTrigger', 1, {}), ...nodes];
	await createWorkflow(world.session, {
		id,
		name: `Test ${id}`,
		nodes: all.map((node, place) => ({ ...node, position: [240 * place, 0] })),
		connections: Object.fromEntries(nodes.map(({ name }, place) => [all[place]?.name ?? '', into(name)])),
		settings: { executionOrder: 'v1' },
		...more,
	});
	return id;
}

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
 * @param input an item that a node between the two makes
 */
export async function saveSendingWorkflow(world: Instance, parameters: Record<string, unknown>, input?: object): Promise<string> {
	const made = workflowNode('Input', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(input), options: {} });
	return saveWorkflow(world, [...(input === undefined ? [] : [made]), messagingNode(world, parameters)]);
}

/**
 * Saves a workflow that sends a text template to each of several rows.
 * @param settings of the Messaging node, such as `onError`
 */
export const saveRowsWorkflow = (
	world: Instance,
	rows: readonly string[],
	settings: Readonly<Record<string, unknown>>,
	options: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
	saveWorkflow(world, [messagingNode(world, orderUpdateParameters('B-2002', options), settings)], {
		pinData: { [triggerName]: rows.map((number) => ({ json: { to: number } })) },
	});

/**
 * Publishes a workflow that a webhook starts with recipients, and that sends one message to each.
 * @param options of the Messaging node
 * @param settings of the Messaging node, such as `retryOnFail`
 * @param webhook parameters of the webhook, such as when it responds
 */
export async function publishSender(
	world: Instance,
	options: Readonly<Record<string, unknown>>,
	settings: Readonly<Record<string, unknown>>,
	webhook: Readonly<Record<string, unknown>> = {},
) {
	const webhookId = randomUUID();
	const path = { httpMethod: 'POST', path: webhookId, options: {} };
	const start = { ...workflowNode('Webhook', 'n8n-nodes-base.webhook', 2.1, { ...path, ...webhook }), webhookId };
	const rows = workflowNode('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} });
	const send = messagingNode(world, orderUpdateParameters('={{ $json.to }}', options), settings);
	const connections = { Webhook: into('Rows'), Rows: into(nodeName) };
	const workflowId = await saveWorkflow(world, [start, rows, send], { connections });
	await publishWorkflow(world.session, workflowId);
	const begin = (recipients: readonly string[]): Promise<Response> =>
		fetch(`${world.n8nUrl}/webhook/${webhookId}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ rows: recipients.map((to) => ({ to })) }),
		});
	return { workflowId, begin };
}
