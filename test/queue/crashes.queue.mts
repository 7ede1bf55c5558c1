import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { outputOf } from '../../scripts/n8n/workflows.mts';
import { tell } from '../e2e/sandboxControl.mts';
import { until } from '../e2e/until.mts';
import { acceptedBy, assertOneEach, newRecipients, nodeName, publishBroadcast, reaches, retry, sum } from './broadcast.mts';
import { say, workerOf, type Cluster } from './cluster.mts';

const messages = 400;
const killedAfter = 120;
const key = '={{ $json.to }}-packed';

const item = z.object({
	to: z.string().nullish(),
	duplicate: z.boolean().optional(),
	error: z.object({ outcome: z.string(), to: z.string() }).optional(),
});

/** A worker that is killed in the middle of a broadcast, and the crashed execution retried. */
export function crashTests(cluster: Cluster): void {
	void test('without a key a retried crash sends every accepted message again, as the documents say', async () => {
		const { recipients, before } = await crashAndRetry(cluster, {});
		assert.deepEqual(await acceptedBy(cluster, recipients), before.map((count) => count + 1));
		report('without a key', before, `${String(sum(before))} left again`);
	});

	void test('with a Message Key a retried crash sends nobody a second message, and accounts for every row', async () => {
		const { recipients, before, output } = await crashAndRetry(cluster, { messageKey: key });
		const after = await acceptedBy(cluster, recipients);
		assert.equal(after.filter((count) => count > 1).length, 0);
		assert.equal(output.length, messages);
		const unknown = new Set(output.flatMap(({ error }) => (error?.outcome === 'unknown' ? [error.to] : [])));
		const duplicates = output.filter(({ duplicate }) => duplicate).length;
		const accepted = output.filter(({ error, duplicate }) => !error && !duplicate).length;
		assert.equal(accepted + duplicates + unknown.size, messages);
		assert.ok(unknown.size <= 100, `${String(unknown.size)} unknown`);
		// Whoever has no message is among those the run says may have none.
		const without = recipients.filter((_to, place) => after[place] === 0);
		assert.deepEqual(without.filter((to) => !unknown.has(to)), []);
		report('with a Message Key', before, `${String(accepted)} accepted, ${String(duplicates)} duplicates, ${String(unknown.size)} unknown, ${String(without.length)} without a message`);
	});

	void test('with a Message Key and an Idempotency Header everyone has exactly one message', async () => {
		await tell(cluster, 'settings', { idempotency: true });
		try {
			const options = { messageKey: key, idempotencyHeader: 'Idempotency-Key' };
			const { recipients, before, output } = await crashAndRetry(cluster, options);
			await assertOneEach(cluster, recipients);
			assert.equal(output.filter(({ error }) => !error).length, messages);
			report('with a Message Key and an Idempotency Header', before, `${String(messages)} accepted, each once`);
		} finally {
			await tell(cluster, 'settings', { idempotency: false });
		}
	});
}

/** Kills the worker in the middle of a broadcast, starts it again as a supervisor would, and retries what crashed. */
async function crashAndRetry(cluster: Cluster, options: Readonly<Record<string, unknown>>) {
	const broadcast = await publishBroadcast(cluster, { concurrency: 10, ...options }, { onError: 'continueRegularOutput' });
	const recipients = newRecipients(messages);
	await tell(cluster, 'settings', { latency_ms: 200 });
	try {
		const id = await broadcast.begin(recipients);
		await until(`${String(killedAfter)} messages`, async () =>
			sum(await acceptedBy(cluster, recipients)) >= killedAfter ? true : undefined);
		const worker = await workerOf(cluster, id);
		await worker.kill();
		await worker.start();
		await reaches(cluster, broadcast, id, ['crashed']);
		const before = await acceptedBy(cluster, recipients);
		assert.ok(sum(before) < messages, 'the broadcast was over before the worker was killed');
		const retried = await retry(cluster, id);
		await reaches(cluster, broadcast, retried, ['success']);
		const output = z.array(item).parse(await outputOf(cluster.session, retried, nodeName));
		return { recipients, before, output };
	} finally {
		await tell(cluster, 'settings', { latency_ms: 0 });
	}
}

const report = (how: string, before: readonly number[], outcome: string) =>
	say(`A worker killed ${how}: of ${String(messages)} messages ${String(sum(before))} had been accepted; after the retry ${outcome}`);
