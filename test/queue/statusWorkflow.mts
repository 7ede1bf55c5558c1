import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { createWorkflow } from '../../scripts/n8n/workflows.mts';
import { workflowNode } from '../e2e/sendingWorkflow.mts';
import type { Cluster } from './cluster.mts';

const event = z.object({ message_id: z.string(), status: z.string() });

/** Where workflows leave what they have handled, as a customer's own system would be told. */
export interface Receiver {
	readonly url: string;
	/** How often each status of each message was handled, by `<message id> <status>`. */
	readonly handled: ReadonlyMap<string, number>;
}

export async function startReceiver(): Promise<Receiver> {
	const handled = new Map<string, number>();
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const { message_id, status } = event.parse(body);
			const name = `${message_id} ${status}`;
			handled.set(name, (handled.get(name) ?? 0) + 1);
			response.end('{}');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	beforeShutdown(() => void server.close().closeAllConnections());
	return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, handled };
}

/** Saves a workflow that tells a receiver of every status. It registers itself when it is published. */
export async function saveStatusWorkflow(cluster: Cluster, receiver: Receiver) {
	const [id, webhookId] = [randomBytes(8).toString('hex'), randomUUID()];
	const trigger = 'When a status arrives';
	await createWorkflow(cluster.session, {
		id,
		name: `Statuses ${id}`,
		nodes: [
			{
				...workflowNode(trigger, 'n8n-nodes-messaging.messagingTrigger', 1.1, {
					events: ['sent', 'delivered', 'read', 'failed'],
					registration: 'automatic',
				}),
				webhookId,
				credentials: { messagingApi: cluster.credential },
			},
			workflowNode('Tell', 'n8n-nodes-base.httpRequest', 4.2, {
				method: 'POST',
				url: receiver.url,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ JSON.stringify($json) }}',
				options: {},
			}),
		],
		connections: { [trigger]: { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	const path = `/webhook/${webhookId}/webhook`;
	return { id, productionUrl: cluster.n8nUrl + path, path };
}
