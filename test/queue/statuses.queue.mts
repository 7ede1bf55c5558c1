import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { listExecutions, publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { registrationsOf, saveCredential, sendAndReport } from '../e2e/triggerWorkflow.mts';
import { until } from '../e2e/until.mts';
import { onBothWorkers, type Cluster } from './cluster.mts';
import { restartMain } from './recovery.mts';
import { openReceiver, saveStatusWorkflow } from './statusWorkflow.mts';

const messages = 20;

/** The trigger, whose webhooks one process takes and another executes. */
export function statusTests(cluster: Cluster): void {
	void test('statuses come in at a webhook processor and are executed on both workers, each once, and a restart of main keeps the registration', async () => {
		const receiver = await openReceiver();
		const workflow = await saveStatusWorkflow(cluster, receiver);
		await publishWorkflow(cluster.session, workflow.id);
		const registered = await registrationsOf(cluster, workflow.productionUrl);
		const ids = await Promise.all(
			Array.from({ length: messages }, () => sendAndReport(cluster, '+12015550171', ['sent', 'delivered'])),
		);
		await until('every status', () => Promise.resolve(receiver.handled.size === 2 * messages || undefined));
		assert.deepEqual(
			[...receiver.handled].sort(),
			ids.flatMap((id) => [[`${id} delivered`, 1] as const, [`${id} sent`, 1] as const]).sort(),
		);
		await onBothWorkers(cluster, workflow.id);

		// Each processor takes what is signed, and refuses what is not.
		const body = JSON.stringify({ message_id: 'other', status: 'read' });
		const signature = createHmac('sha256', cluster.secret).update(body).digest('hex');
		const post = (headers: Record<string, string>) =>
			fetch(cluster.webhookProcessors[1].url + workflow.path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
		assert.equal((await post({})).status, 401);
		assert.equal((await post({ 'x-webhook-signature': signature })).status, 200);
		await until('the status at the other processor', () => Promise.resolve(receiver.handled.has('other read') || undefined));

		// The address that is registered is that of the webhook processors. A restart of main keeps it.
		assert.equal(registered.length, 1);
		await restartMain(cluster);
		assert.deepEqual(await registrationsOf(cluster, workflow.productionUrl), registered);
		await unpublishWorkflow(cluster.session, workflow.id);
		await until('the registration to be gone', async () =>
			(await registrationsOf(cluster, workflow.productionUrl)).length === 0 || undefined);
	});

	void test('the question for its URL is answered by each webhook processor, right after publishing', async () => {
		const token = 'a-token-of-mine';
		const credential = await saveCredential(cluster, { webhookSecret: cluster.secret, verifyToken: token });
		const workflow = await saveStatusWorkflow({ ...cluster, credential }, await openReceiver());
		await publishWorkflow(cluster.session, workflow.id);
		for (const { url } of cluster.webhookProcessors) {
			const ask = async (given: string) => {
				const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': given, 'hub.challenge': '1158201444' });
				const answer = await fetch(`${url}${workflow.path}?${String(query)}`);
				return [answer.status, await answer.text()];
			};
			assert.deepEqual(await ask(token), [200, '1158201444']);
			assert.deepEqual(await ask('guessed'), [403, '{"message":"Forbidden"}']);
		}
		assert.deepEqual(await listExecutions(cluster.session, workflow.id), []);
		await unpublishWorkflow(cluster.session, workflow.id);
	});
}
