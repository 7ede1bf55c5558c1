import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../e2e/sandboxControl.mts';
import { assertOneEach, newRecipients, outcomesOf, publishBroadcast, reaches, tally } from './broadcast.mts';
import { begunBy, say, type Cluster } from './cluster.mts';

const messages = 600;
const latencyMs = 200;

/** A broadcast of many, on one worker and on two. */
export function paceTests(cluster: Cluster): void {
	void test('a broadcast of 600 reaches everyone once, in one execution and split over two workers, also when it is begun once more', async () => {
		const broadcast = await publishBroadcast(cluster, { messageKey: '={{ $json.to }}-packed' });
		await broadcast.begin(newRecipients(1)).then((id) => reaches(cluster, broadcast, id, ['success']));
		const runAll = async (lists: ReadonlyArray<readonly string[]>) => {
			const ids: string[] = [];
			for (const list of lists) ids.push(await broadcast.begin(list));
			await Promise.all(ids.map((id) => reaches(cluster, broadcast, id, ['success'])));
			return ids;
		};
		await tell(cluster, 'settings', { latency_ms: latencyMs });
		try {
			const paces: number[] = [];
			for (const parts of [1, 2]) {
				const recipients = newRecipients(messages);
				const lists = Array.from({ length: parts }, (_, part) => recipients.filter((_to, place) => place % parts === part));
				const begun = performance.now();
				const ids = await runAll(lists);
				paces.push(messages / ((performance.now() - begun) / 1000));
				await assertOneEach(cluster, recipients);
				const onWorkers = await Promise.all(cluster.workers.map(async (worker) => {
					const of = await begunBy(worker);
					return ids.some((id) => of.has(id));
				}));
				assert.equal(onWorkers.filter(Boolean).length, parts);
				if (parts === 1) continue;
				const again = await Promise.all((await runAll(lists)).map((id) => outcomesOf(cluster, id)));
				assert.deepEqual(tally(again.flatMap((outcomes) => [...outcomes.values()])), { duplicate: messages });
				await assertOneEach(cluster, recipients);
			}
			const [one = 0, two = 0] = paces;
			say(`Messages a second at ${String(latencyMs)} ms latency: one worker ${one.toFixed(1)}, two workers ${two.toFixed(1)}, ${(two / one).toFixed(2)} times as many`);
		} finally {
			await tell(cluster, 'settings', { latency_ms: 0 });
		}
	});
}
