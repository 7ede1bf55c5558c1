import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOneEach, newRecipients, publishBroadcast, reaches, retry, type Broadcast } from './broadcast.mts';
import { workerOf, type Cluster } from './cluster.mts';
import type { N8nProcess } from './processes.mts';

const messages = 60;
const variants = [{}, { messageKey: '={{ $json.to }}-packed' }];

/** Tries of n8n's own, on the worker that failed and on another one. */
export function retryTests(cluster: Cluster): void {
	const failOnce = (to: string | undefined) => cluster.service.play({ kind: 'error', status: 400, times: 1, match: { to } });

	void test('Retry On Fail on a worker sends nobody a second message, with a Message Key and without', async () => {
		for (const options of variants) {
			const recipients = newRecipients(messages);
			await failOnce(recipients[30]);
			const broadcast = await publishBroadcast(cluster, options, { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 });
			await reaches(cluster, broadcast, await broadcast.begin(recipients), ['success']);
			await assertOneEach(cluster, recipients);
			assert.equal(await cluster.service.requestsTo(recipients[30] ?? ''), 2);
		}
	});

	void test('a failed execution that another worker retries sends nobody a second message, with a Message Key and without', async () => {
		const [first, second] = cluster.workers;
		const failed: Array<{ broadcast: Broadcast; recipients: string[]; id: string }> = [];
		await without(second, async () => {
			for (const options of variants) {
				const recipients = newRecipients(messages);
				await failOnce(recipients[30]);
				const broadcast = await publishBroadcast(cluster, options);
				const id = await broadcast.begin(recipients);
				await reaches(cluster, broadcast, id, ['error']);
				failed.push({ broadcast, recipients, id });
			}
		});
		await without(first, async () => {
			for (const { broadcast, recipients, id } of failed) {
				const retried = await retry(cluster, id);
				await reaches(cluster, broadcast, retried, ['success']);
				assert.equal(await workerOf(cluster, retried), second);
				await assertOneEach(cluster, recipients);
			}
		});
	});
}

/** Does something while a process is stopped. */
async function without(process: N8nProcess, work: () => Promise<void>): Promise<void> {
	await process.stop();
	try {
		await work();
	} finally {
		await process.start();
	}
}
