import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownCode } from '../../nodes/Messaging/api/codes.ts';
import { webhookPath } from '../../scripts/start/examples.mts';
import { rowsOf } from './dataTable.mts';
import { finished, importExample, retry, runWell, webhookRuns, whilePublished } from './exampleRuns.mts';
import { tell, webhooksTo, withStatusesByHand } from './sandboxControl.mts';
import { postSigned } from './statusPost.mts';
import { sendAndReport } from './triggerWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** The examples that statuses start: published, and called by the sandbox. */
export function statusExampleTests(world: World): void {
	void test('the recording example keeps every status, and a failed message makes its execution fail', () => withStatusesByHand(world, async () => {
		const example = await importExample(world, 'record-delivery-and-alert');
		await runWell(world, example.id, 'Make the table (once)');
		await whilePublished(world, example.id, async () => {
			const to = '+12015550191';
			const messageId = await sendAndReport(world, to, ['sent', 'delivered']);
			const lost = await sendAndReport(world, to, ['sent']);
			// n8n would put words of its own in the place of a message with a code such as ETIMEDOUT.
			const error = { code: 131026, message: 'Message undeliverable (ETIMEDOUT)' };
			await tell(world, `messages/${lost}/status`, { status: 'failed', error });
			await webhookRuns(world, example.id, 4);

			// A service may report several statuses at once: the alert must not keep any from being recorded.
			const at = Math.floor(Date.now() / 1000);
			const batch = ['delivered', 'failed'].map((status) => ({ message_id: `batch-${status}`, status, to, timestamp: at, error }));
			await postSigned(world.n8nUrl + webhookPath(example), JSON.stringify(batch), world.status.secret);

			const failed = (await webhookRuns(world, example.id, 5)).filter(({ failure }) => failure);
			assert.deepEqual(failed.map(({ failure }) => failure), ['1 failed', '1 failed']);
			assert.deepEqual(failed.map(({ why }) => why).sort(), [
				`Message batch-failed to ${to} failed: ${error.message} (code 131026). ${knownCode(131026)?.remedy ?? ''}`,
				`Message ${lost} to ${to} failed: ${error.message} (code 131026). ${knownCode(131026)?.remedy ?? ''}`,
			].sort());
			const log = (await rowsOf(world, 'Delivery log')).map(({ message_id, recipient, status, reason }) => [message_id, recipient, status, reason]);
			assert.deepEqual(log.sort(), [
				['batch-delivered', to, 'delivered', error.message],
				['batch-failed', to, 'failed', error.message],
				[lost, to, 'failed', error.message],
				[lost, to, 'sent', null],
				[messageId, to, 'delivered', null],
				[messageId, to, 'sent', null],
			].sort());
		});
	}));

	void test('the example for each status once handles none twice, not even after a restart of n8n', () => withStatusesByHand(world, async () => {
		const example = await importExample(world, 'each-status-once');
		const url = world.n8nUrl + webhookPath(example);
		const handled = async () => (await rowsOf(world, 'Handled statuses')).map(({ message_id, status }) => [message_id, status]);
		await whilePublished(world, example.id, async () => {
			// There is no table yet, so that the work fails: the status is handled when the execution is retried.
			const messageId = await sendAndReport(world, '+12015550192', ['sent']);
			const [failed] = await webhookRuns(world, example.id, 1);
			assert.match(failed?.failure ?? '', /"Handled statuses" not found/);
			await runWell(world, example.id, 'Make the table (once)');
			const retried = await finished(world, await retry(world, failed?.id ?? ''));
			assert.equal(retried.status, 'success');
			assert.deepEqual(await handled(), [[messageId, 'sent']]);

			// The trigger forgets with the restart, so what comes again reaches the workflow, and goes no further.
			await world.restartN8n();
			const webhook = await until('the webhook to be taken', async () =>
				(await webhooksTo(world, url)).find((one) => one.state === 'delivered' && one.message_ids.includes(messageId)));
			await postSigned(url, webhook.request.body, world.status.secret);
			const [again] = await webhookRuns(world, example.id, 2);
			assert.deepEqual([again?.status, again?.output('When a status arrives').length], ['success', 1]);
			assert.deepEqual([again?.output('Only what is new').length, again?.output('Only what is new', 1).length], [0, 1]);
			assert.deepEqual(await handled(), [[messageId, 'sent']]);

			await runWell(world, example.id, 'Every Monday at four');
		});
	}));
}
