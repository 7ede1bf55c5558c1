import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createWorkflow, listExecutions, outputOf, publishWorkflow } from '../../scripts/n8n/workflows.mts';
import { orderUpdateParameters, workflowNode } from '../e2e/sendingWorkflow.mts';
import { until } from '../e2e/until.mts';
import type { Cluster } from './cluster.mts';

export const nodeName = 'Message';

export interface Broadcast {
	readonly workflowId: string;
	/** Starts an execution that sends one message to each recipient. */
	start(recipients: readonly string[]): Promise<void>;
	/** The same. @returns its id */
	begin(recipients: readonly string[]): Promise<string>;
}

// Numbers below are those of single messages.
let given = 200;

/** Recipients that no other test has. */
export function newRecipients(count: number): string[] {
	const from = given;
	given += count;
	return Array.from({ length: count }, (_, place) => `+1201555${String(from + place).padStart(4, '0')}`);
}

/**
 * Publishes a workflow that is started by a webhook with a list of recipients.
 * @param options of the Messaging node
 * @param settings of the Messaging node, such as `retryOnFail`
 */
export async function publishBroadcast(
	cluster: Cluster,
	options: Readonly<Record<string, unknown>> = {},
	settings: Readonly<Record<string, unknown>> = {},
): Promise<Broadcast> {
	const [id, webhookId] = [randomBytes(8).toString('hex'), randomUUID()];
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	await createWorkflow(cluster.session, {
		id,
		name: `Broadcast ${id}`,
		nodes: [
			{ ...workflowNode('Start', 'n8n-nodes-base.webhook', 2.1, { httpMethod: 'POST', path: webhookId, options: {} }), webhookId },
			workflowNode('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			{
				...workflowNode(nodeName, 'n8n-nodes-messaging.messaging', 1, orderUpdateParameters('={{ $json.to }}', options)),
				credentials: { messagingApi: cluster.credential },
				...settings,
			},
		],
		connections: { Start: to('Rows'), Rows: to(nodeName) },
		settings: { executionOrder: 'v1' },
	});
	await publishWorkflow(cluster.session, id);
	const start = async (recipients: readonly string[]) => {
		const answer = await fetch(`${cluster.n8nUrl}/webhook/${webhookId}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ rows: recipients.map((recipient) => ({ to: recipient })) }),
		});
		assert.equal(answer.status, 200);
	};
	return {
		workflowId: id,
		start,
		async begin(recipients) {
			const before = new Set((await listExecutions(cluster.session, id)).map((one) => one.id));
			await start(recipients);
			return until('the execution', async () =>
				(await listExecutions(cluster.session, id)).find((one) => !before.has(one.id))?.id);
		},
	};
}

/** Waits until an execution has one of these states. */
export async function reaches(cluster: Cluster, { workflowId }: Broadcast, id: string, states: readonly string[], withinMs = 120_000) {
	return until(`execution ${id} to be ${states.join(' or ')}`, async () => {
		const found = (await listExecutions(cluster.session, workflowId)).find((one) => one.id === id);
		if (found && !states.includes(found.status) && ['success', 'error', 'crashed', 'canceled'].includes(found.status)) {
			throw new Error(`Execution ${id} ended as ${found.status}.`);
		}
		return found && states.includes(found.status) ? found.status : undefined;
	}, withinMs);
}

const item = z.object({
	to: z.string().nullish(),
	duplicate: z.boolean().optional(),
	error: z.object({ outcome: z.string(), to: z.string() }).optional(),
});

/** What an execution says of each recipient: `accepted`, `duplicate`, or the outcome of a failed item. */
export async function outcomesOf({ session }: Cluster, executionId: string): Promise<Map<string, string>> {
	const items = z.array(item).parse(await outputOf(session, executionId, nodeName));
	return new Map(items.map(({ to, error, duplicate }) => [error?.to ?? to ?? '', error?.outcome ?? (duplicate === true ? 'duplicate' : 'accepted')]));
}

/** How often each outcome is said. */
export function tally(outcomes: Iterable<string>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return counts;
}

/** Retries an execution as n8n's list of executions does. @returns the new execution's id */
export async function retry({ session }: Cluster, id: string): Promise<string> {
	const shape = z.object({ id: z.string() });
	return (await session.request('POST', `/executions/${id}/retry`, shape, { loadWorkflow: false })).id;
}

const ledgerEntry = z.object({ to: z.string(), idempotency_key: z.string().nullable() });

/** How many messages the service has accepted for each of these recipients. */
export async function acceptedBy({ service }: Cluster, recipients: readonly string[]): Promise<number[]> {
	const answer = await fetch(`${service.url}/_sandbox/ledger`);
	const { messages } = z.object({ messages: z.array(ledgerEntry) }).parse(await answer.json());
	const counts = new Map(recipients.map((to) => [to, 0]));
	for (const { to } of messages) if (counts.has(to)) counts.set(to, (counts.get(to) ?? 0) + 1);
	return [...counts.values()];
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Asserts that every recipient has exactly one message. */
export async function assertOneEach(cluster: Cluster, recipients: readonly string[]): Promise<void> {
	const counts = await acceptedBy(cluster, recipients);
	assert.deepEqual(
		{ none: counts.filter((count) => count === 0).length, twice: counts.filter((count) => count > 1).length },
		{ none: 0, twice: 0 },
	);
}
