import assert from 'node:assert/strict';
import { z } from 'zod';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { nodeName, publishSender } from '../e2e/sendingWorkflow.mts';
import { until } from '../e2e/until.mts';
import type { Cluster } from './cluster.mts';

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

/** Publishes a workflow that a webhook starts. Options and settings are those of its Messaging node. */
export async function publishBroadcast(
	cluster: Cluster,
	options: Readonly<Record<string, unknown>> = {},
	settings: Readonly<Record<string, unknown>> = {},
): Promise<Broadcast> {
	const { workflowId, begin } = await publishSender(cluster, options, settings);
	const start = async (recipients: readonly string[]) => assert.equal((await begin(recipients)).status, 200);
	return {
		workflowId,
		start,
		async begin(recipients) {
			const before = new Set((await listExecutions(cluster.session, workflowId)).map(({ id }) => id));
			await start(recipients);
			return until('the execution', async () =>
				(await listExecutions(cluster.session, workflowId)).find(({ id }) => !before.has(id))?.id);
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

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Asserts that every recipient has exactly one message. */
export async function assertOneEach({ service }: Cluster, recipients: readonly string[]): Promise<void> {
	const counts = await service.countsFor(recipients);
	assert.deepEqual(
		{ none: counts.filter((count) => count === 0).length, twice: counts.filter((count) => count > 1).length },
		{ none: 0, twice: 0 },
	);
}
