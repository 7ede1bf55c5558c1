import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retry } from '../e2e/exampleRuns.mts';
import { play } from '../e2e/sandboxControl.mts';
import { assertOneEach, newRecipients, publishBroadcast, reaches, type Broadcast } from './broadcast.mts';
import { workerOf, type Cluster } from './cluster.mts';
import type { N8nProcess } from './processes.mts';

const messages = 60;
const variants = [{}, { messageKey: '={{ $json.to }}-packed' }];

/** A retry of n8n's own, on another worker than the one that failed. */
export function retryTests(cluster: Cluster): void {
	void test('a failed execution that another worker retries sends nobody a second message, with a Message Key and without', async () => {
		const [first, second] = cluster.workers;
		const failed: Array<{ broadcast: Broadcast; recipients: string[]; id: string }> = [];
		await without(second, async () => {
			for (const options of variants) {
				const recipients = newRecipients(messages);
				await play(cluster, { kind: 'error', status: 400, times: 1, match: { to: recipients[30] } });
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
