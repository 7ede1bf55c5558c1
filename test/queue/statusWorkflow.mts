import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createWorkflow } from '../../scripts/n8n/workflows.mts';
import { countIn, startReceiver } from '../e2e/receiver.mts';
import { registeringTrigger, workflowNode } from '../e2e/sendingWorkflow.mts';
import type { Cluster } from './cluster.mts';

const triggerName = 'When a status arrives';
const asNew = '/new';
const event = z.object({ message_id: z.string(), status: z.string() });

/** What workflows have told of. */
export interface Receiver {
	readonly url: string;
	/** How often each status of each message was handled, by `<message id> <status>`. */
	readonly handled: ReadonlyMap<string, number>;
	/** The same behind the recipe. */
	readonly handledAsNew: ReadonlyMap<string, number>;
}

export async function openReceiver(): Promise<Receiver> {
	const [handled, handledAsNew] = [new Map<string, number>(), new Map<string, number>()];
	const url = await startReceiver((path, body) => {
		const { message_id, status } = event.parse(body);
		countIn(path === asNew ? handledAsNew : handled, `${message_id} ${status}`);
	});
	return { url, handled, handledAsNew };
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
		nodes: [trigger, ...branches.flat()],
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
