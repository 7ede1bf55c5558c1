import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { createWorkflow } from '../../scripts/n8n/workflows.mts';
import { registeringTrigger, workflowNode } from '../e2e/sendingWorkflow.mts';
import type { Cluster } from './cluster.mts';

const triggerName = 'When a status arrives';
const asNew = '/new';
const event = z.object({ message_id: z.string(), status: z.string() });

/** Where workflows leave what they have handled, as a customer's own system would be told. */
export interface Receiver {
	readonly url: string;
	/** How often each status of each message was handled, by `<message id> <status>`. */
	readonly handled: ReadonlyMap<string, number>;
	/** The same behind the recipe. */
	readonly handledAsNew: ReadonlyMap<string, number>;
}

export async function startReceiver(): Promise<Receiver> {
	const [handled, handledAsNew] = [new Map<string, number>(), new Map<string, number>()];
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const { message_id, status } = event.parse(body);
			const name = `${message_id} ${status}`;
			const counts = request.url === asNew ? handledAsNew : handled;
			counts.set(name, (counts.get(name) ?? 0) + 1);
			response.end('{}');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	beforeShutdown(() => void server.close().closeAllConnections());
	return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, handled, handledAsNew };
}

type WorkflowNode = ReturnType<typeof workflowNode>;

export interface StatusWorkflow {
	readonly id: string;
	readonly productionUrl: string;
	/** Its path at every process that takes webhooks. */
	readonly path: string;
}

/**
 * Saves a workflow that tells a receiver of every status. It registers itself when it is published.
 * @param recipe nodes behind the trigger that let pass what is new, which the receiver is told of apart
 */
export async function saveStatusWorkflow(cluster: Cluster, receiver: Receiver, recipe: readonly WorkflowNode[] = []): Promise<StatusWorkflow> {
	const [id, trigger] = [randomBytes(8).toString('hex'), registeringTrigger(triggerName, cluster.credential)];
	const branches = [
		[tell('Tell', receiver.url)],
		...(recipe.length > 0 ? [[...recipe, tell('Tell what is new', receiver.url + asNew)]] : []),
	];
	const to = (...nodes: Array<WorkflowNode | undefined>) => ({
		main: [nodes.flatMap((node) => (node ? [{ node: node.name, type: 'main', index: 0 }] : []))],
	});
	await createWorkflow(cluster.session, {
		id,
		name: `Statuses ${id}`,
		nodes: [
			trigger,
			...branches.flat(),
		],
		connections: Object.fromEntries([
			[triggerName, to(...branches.map(([first]) => first))],
			...branches.flatMap((branch) => branch.slice(1).map((node, place) => [branch[place]?.name ?? '', to(node)] as const)),
		]),
		settings: { executionOrder: 'v1' },
	});
	const path = `/webhook/${trigger.webhookId}/webhook`;
	return { id, productionUrl: cluster.n8nUrl + path, path };
}

const tell = (name: string, url: string): WorkflowNode =>
	workflowNode(name, 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ JSON.stringify($('${triggerName}').item.json) }}`,
		options: {},
	});
