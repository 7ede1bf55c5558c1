import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { createWorkflow, publishWorkflow } from '../../scripts/n8n/workflows.mts';
import { registeringTrigger, workflowNode } from '../e2e/sendingWorkflow.mts';
import type { SoakInstance } from './instance.mts';

const told = z.array(z.object({ message_id: z.string(), status: z.string() }));

/** What workflows have handled, as a system that they tell would know. */
export interface Handled {
	/** How often each status was handled, by `<message id> <status>`. */
	readonly times: ReadonlyMap<string, number>;
	/** How many executions handled them. */
	executions(): number;
}

/** Publishes a workflow that registers itself for statuses, and tells a receiver of all that one request brought. */
export async function publishReceiver(instance: SoakInstance): Promise<Handled> {
	const times = new Map<string, number>();
	let executions = 0;
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			executions += 1;
			for (const { message_id: id, status } of told.parse(body)) {
				const name = `${id} ${status}`;
				times.set(name, (times.get(name) ?? 0) + 1);
			}
			response.end('{}');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	beforeShutdown(() => void server.close().closeAllConnections());

	const [id, trigger] = [randomBytes(8).toString('hex'), 'When a status arrives'];
	await createWorkflow(instance.session, {
		id,
		name: `Statuses ${id}`,
		nodes: [
			registeringTrigger(trigger, instance.credential),
			{
				...workflowNode('Tell', 'n8n-nodes-base.httpRequest', 4.2, {
					method: 'POST',
					url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ JSON.stringify($input.all().map((item) => item.json)) }}',
					options: {},
				}),
				executeOnce: true,
			},
		],
		connections: { [trigger]: { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await publishWorkflow(instance.session, id);
	return { times, executions: () => executions };
}
