import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { listExecutions, publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { registrationsOf, sendAndReport } from '../e2e/triggerWorkflow.mts';
import { until } from '../e2e/until.mts';
import { begunBy, type Cluster } from './cluster.mts';
import { saveStatusWorkflow, startReceiver } from './statusWorkflow.mts';

const messages = 20;

/** The trigger, whose webhooks one process takes and another executes. */
export function statusTests(cluster: Cluster): void {
	void test('statuses come in at a webhook processor and are executed on both workers, each once', async () => {
		const receiver = await startReceiver();
		const workflow = await saveStatusWorkflow(cluster, receiver);
		await publishWorkflow(cluster.session, workflow.id);
		const ids = await Promise.all(
			Array.from({ length: messages }, () => sendAndReport(cluster, '+12015550171', ['sent', 'delivered'])),
		);
		await until('every status', () => Promise.resolve(receiver.handled.size === 2 * messages || undefined));
		assert.deepEqual(
			[...receiver.handled].sort(),
			ids.flatMap((id) => [[`${id} delivered`, 1] as const, [`${id} sent`, 1] as const]).sort(),
		);
		const executions = await listExecutions(cluster.session, workflow.id);
		for (const worker of cluster.workers) {
			const begun = await begunBy(worker);
			assert.ok(executions.some(({ id }) => begun.has(id)));
		}

		// Each processor takes what is signed, and refuses what is not.
		const body = JSON.stringify({ message_id: 'other', status: 'read' });
		const signature = createHmac('sha256', cluster.webhookSecret).update(body).digest('hex');
		const post = (headers: Record<string, string>) =>
			fetch(cluster.webhookProcessors[1].url + workflow.path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
		assert.equal((await post({})).status, 401);
		assert.equal((await post({ 'x-webhook-signature': signature })).status, 200);
		await until('the status at the other processor', () => Promise.resolve(receiver.handled.has('other read') || undefined));
		await unpublishWorkflow(cluster.session, workflow.id);
	});

	void test("publishing registers the address of the webhook processors, a restart of main keeps it, and unpublishing removes it", async () => {
		const workflow = await saveStatusWorkflow(cluster, await startReceiver());
		await publishWorkflow(cluster.session, workflow.id);
		const before = await registrationsOf(cluster, workflow.productionUrl);
		assert.equal(before.length, 1);
		await cluster.main.stop();
		await cluster.main.start();
		assert.deepEqual(await registrationsOf(cluster, workflow.productionUrl), before);
		await unpublishWorkflow(cluster.session, workflow.id);
		await until('the registration to be gone', async () =>
			(await registrationsOf(cluster, workflow.productionUrl)).length === 0 ? true : undefined);
	});
}
