import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../e2e/sandboxControl.mts';
import { assertOneEach, newRecipients, publishBroadcast, reaches } from './broadcast.mts';
import { begunBy, say, type Cluster } from './cluster.mts';

const messages = 2000;
const latencyMs = 200;

/** A broadcast of 2,000, on one worker and on two. */
export function paceTests(cluster: Cluster): void {
	void test('a broadcast of 2,000 reaches everyone once, in one execution and split over two workers', async () => {
		const broadcast = await publishBroadcast(cluster);
		await broadcast.begin(newRecipients(1)).then((id) => reaches(cluster, broadcast, id, ['success']));
		await tell(cluster, 'settings', { latency_ms: latencyMs });
		try {
			const paces: number[] = [];
			for (const parts of [1, 2]) {
				const recipients = newRecipients(messages);
				const lists = Array.from({ length: parts }, (_, part) => recipients.filter((_to, place) => place % parts === part));
				const begun = performance.now();
				const ids: string[] = [];
				for (const list of lists) ids.push(await broadcast.begin(list));
				await Promise.all(ids.map((id) => reaches(cluster, broadcast, id, ['success'])));
				paces.push(messages / ((performance.now() - begun) / 1000));
				await assertOneEach(cluster, recipients);
				const onWorkers = await Promise.all(cluster.workers.map(async (worker) => {
					const of = await begunBy(worker);
					return ids.some((id) => of.has(id));
				}));
				assert.equal(onWorkers.filter(Boolean).length, parts);
			}
			const [one = 0, two = 0] = paces;
			say(`Messages a second at ${String(latencyMs)} ms latency: one worker ${one.toFixed(1)}, two workers ${two.toFixed(1)}, ${(two / one).toFixed(2)} times as many`);
		} finally {
			await tell(cluster, 'settings', { latency_ms: 0 });
		}
	});
}
