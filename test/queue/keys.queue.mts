import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { listExecutions } from '../../scripts/n8n/workflows.mts';
import { finished } from '../e2e/exampleRuns.mts';
import { removalIn } from '../e2e/oldRows.mts';
import { tell } from '../e2e/sandboxControl.mts';
import { until } from '../e2e/until.mts';
import { assertOneEach, newRecipients, outcomesOf, publishBroadcast, reaches, sum, tally, type Broadcast } from './broadcast.mts';
import { isReady } from './balancer.mts';
import { onBothWorkers, type Cluster } from './cluster.mts';

const messageKey = '={{ $json.to }}-packed';
const singles = 30;
const underOneKey = 200;
const withoutDatabase = 400;
const concurrency = 10;

/** A Message Key on two workers: n8n's database says what was sent, and the service what is true. */
export function keyTests(cluster: Cluster): void {
	for (const atOnce of [2, 8]) {
		void test(`${String(singles)} messages in executions of their own, ${String(atOnce)} at once on two workers, arrive once, and all of them once more not at all`, async () => {
			await withConcurrency(cluster, atOnce / 2, async () => {
				const broadcast = await publishBroadcast(cluster, { messageKey });
				const recipients = newRecipients(singles);
				for (let time = 1; time <= 2; time++) {
					await Promise.all(recipients.map((to) => broadcast.start([to])));
					await allEnded(cluster, broadcast, time * singles);
					await assertOneEach(cluster, recipients);
				}
				await onBothWorkers(cluster, broadcast.workflowId);
			});
		});
	}

	void test('the same keys on both workers at once leave once, and are duplicates from then on', async (context) => {
		const broadcast = await publishBroadcast(cluster, { messageKey, concurrency }, { onError: 'continueRegularOutput' });
		const recipients = newRecipients(underOneKey);
		const ids = [await broadcast.begin(recipients), await broadcast.begin(recipients)];
		await Promise.all(ids.map((id) => reaches(cluster, broadcast, id, ['success'])));
		await assertOneEach(cluster, recipients);
		const [one, other] = await Promise.all(ids.map((id) => outcomesOf(cluster, id)));
		const both = recipients.map((to) => [one?.get(to), other?.get(to)].sort());
		context.diagnostic(JSON.stringify(tally(both.map(String))));
		// Who comes while the other one is sending can't know what becomes of it.
		assert.deepEqual(both.filter(([first, second]) => first !== 'accepted' || !['duplicate', 'unknown'].includes(second ?? '')), []);
		const again = await broadcast.begin(recipients);
		await reaches(cluster, broadcast, again, ['success']);
		assert.deepEqual(tally((await outcomesOf(cluster, again)).values()), { duplicate: underOneKey });
		await assertOneEach(cluster, recipients);
	});

	void test('the statement of the documents removes old rows of Message Keys, so that these messages can leave again; newer rows and those of other nodes stay', async () => {
		const broadcast = await publishBroadcast(cluster, { messageKey }, { onError: 'continueRegularOutput' });
		const [old = '', newer = ''] = newRecipients(2);
		const send = async (...recipients: string[]) => {
			const id = await broadcast.begin(recipients);
			await reaches(cluster, broadcast, id, ['success']);
			return await outcomesOf(cluster, id);
		};
		const ofThis = `"workflowId" = '${broadcast.workflowId}'`;
		await send(old);
		// Another node's list, as n8n names it.
		await cluster.postgres.query(`INSERT INTO processed_data ("workflowId", context, value) VALUES ('${broadcast.workflowId}', 'n:another-node', '{}')`);
		await cluster.postgres.query(`UPDATE processed_data SET "createdAt" = now() - interval '91 days' WHERE ${ofThis}`);
		await send(newer);
		await cluster.postgres.query(await removalIn('PostgreSQL'));
		const left = await cluster.postgres.query(`SELECT count(*) filter (where context = 'n:another-node'), count(*) FROM processed_data WHERE ${ofThis}`);
		assert.equal(left.trim(), '1|3');
		assert.deepEqual(await send(old, newer), new Map([[old, 'accepted'], [newer, 'duplicate']]));
		assert.deepEqual(await cluster.service.countsFor([old, newer]), [2, 1]);
	});

	void test('a broadcast goes on when PostgreSQL is killed and started again, and when it is away for 10 s', async (context) => {
		const broadcast = await publishBroadcast(cluster, { messageKey, concurrency }, { onError: 'continueRegularOutput' });
		const recipients = newRecipients(withoutDatabase);
		await tell(cluster, 'settings', { latency_ms: 200 });
		try {
			const id = await broadcast.begin(recipients);
			for (const [from, awayMs] of [[50, 1000], [200, 10_000]] as const) {
				await until(`${String(from)} messages`, async () => sum(await cluster.service.countsFor(recipients)) > from || undefined, 60_000);
				await cluster.postgres.kill();
				await wait(awayMs);
				await cluster.postgres.start();
			}
			await until('the end', async () => await reaches(cluster, broadcast, id, ['success']).catch(() => undefined), 120_000);
			const outcomes = await outcomesOf(cluster, id);
			const counts = await cluster.service.countsFor(recipients);
			context.diagnostic(JSON.stringify(tally(outcomes.values())));
			// A row may be there although the database died before it could say so.
			const wrong = recipients.filter((to, place) => (outcomes.get(to) === 'accepted' ? counts[place] !== 1 : outcomes.get(to) !== 'unknown' || counts[place] !== 0));
			assert.deepEqual(wrong, []);
			assert.ok((tally(outcomes.values()).unknown ?? 0) <= 2 * concurrency);
			// n8n's own connections take some seconds more.
			for (const { url } of [cluster.main, ...cluster.workers, ...cluster.webhookProcessors]) {
				await until(`${url} to be ready`, async () => (await isReady(url)) || undefined);
			}
			const again = await finished(cluster, await broadcast.begin(recipients));
			assert.deepEqual([again.status, again.failure, again.why], ['success', undefined, '']);
			assert.deepEqual(await outcomesOf(cluster, again.id), new Map([...outcomes].map(([to, outcome]) => [to, outcome === 'accepted' ? 'duplicate' : outcome])));
			assert.deepEqual(await cluster.service.countsFor(recipients), counts);
		} finally {
			await tell(cluster, 'settings', { latency_ms: 0 });
		}
	});
}

/** Waits until a workflow has run so often, and each execution has succeeded. */
async function allEnded({ session }: Cluster, { workflowId }: Broadcast, count: number): Promise<void> {
	await until(`${String(count)} executions`, async () => {
		// n8n lists a hundred at most: those that have not ended come first.
		const [latest, open] = [await listExecutions(session, workflowId), await listExecutions(session, workflowId, ['new', 'running', 'waiting'])];
		return open.length === 0 && latest.length >= Math.min(count, 100) ? true : undefined;
	}, 120_000);
	assert.deepEqual(tally((await listExecutions(session, workflowId)).map(({ status }) => status)), { success: Math.min(count, 100) });
}

/** Does something while each worker runs so many executions at a time. */
async function withConcurrency({ workers }: Cluster, each: number, work: () => Promise<void>): Promise<void> {
	if (each === 1) return await work();
	const restart = (command?: string[]) =>
		Promise.all(workers.map(async (worker) => {
			await worker.stop();
			await worker.start(command);
		}));
	await restart(['worker', `--concurrency=${String(each)}`]);
	try {
		await work();
	} finally {
		await restart();
	}
}
