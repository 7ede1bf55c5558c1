import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOneEach, newRecipients, publishBroadcast, reaches, retry } from './broadcast.mts';
import { workerOf, type Cluster } from './cluster.mts';

/** Tries of n8n's own, on the worker that failed and on another one. */
export function retryTests(cluster: Cluster): void {
	const failOnce = (to: string | undefined) => cluster.service.play({ kind: 'error', status: 400, times: 1, match: { to } });

	void test('Retry On Fail on a worker sends nobody a second message', async () => {
		const recipients = newRecipients(60);
		await failOnce(recipients[30]);
		const broadcast = await publishBroadcast(cluster, {}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 });
		await reaches(cluster, broadcast, await broadcast.begin(recipients), ['success']);
		await assertOneEach(cluster, recipients);
	});

	void test('a failed execution that another worker retries sends nobody a second message', async () => {
		const recipients = newRecipients(60);
		await failOnce(recipients[30]);
		const broadcast = await publishBroadcast(cluster);
		const failed = await broadcast.begin(recipients);
		await reaches(cluster, broadcast, failed, ['error']);
		const first = await workerOf(cluster, failed);
		await first.stop();
		try {
			const retried = await retry(cluster, failed);
			await reaches(cluster, broadcast, retried, ['success']);
			assert.notEqual(await workerOf(cluster, retried), first);
			await assertOneEach(cluster, recipients);
		} finally {
			await first.start();
		}
	});
}
