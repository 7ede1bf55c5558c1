import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '../../nodes/Messaging/text/json.ts';
import { finished } from '../e2e/exampleRuns.mts';
import { answer, linksSentTo, openWindowTo, questionTo, saveQuestion, start, waiting } from '../e2e/question.mts';
import { nodeName } from '../e2e/sendingWorkflow.mts';
import { workerOf, type Cluster } from './cluster.mts';

/** One process asks, another takes the answer, and a third may go on with it. */
export function questionTests(cluster: Cluster): void {
	void test('a question outlives the worker that asked it: any webhook processor takes the answer, any worker goes on', async () => {
		const to = '+13125550131';
		await openWindowTo(cluster, to);
		const executionId = await start(cluster, await saveQuestion(cluster, questionTo(to)));
		const [link = ''] = await linksSentTo(cluster, to);
		await waiting(cluster, executionId);
		assert.ok(link.startsWith(`${cluster.n8nUrl}/webhook-waiting/`), link);
		const worker = await workerOf(cluster, executionId);
		await worker.kill();

		const shown = await fetch(link);
		assert.deepEqual([shown.status, (await shown.text()).includes('May I give Ada')], [200, true]);
		const replies = await Promise.all(['approve', 'decline', 'decline'].map(async (choice) => ({ choice, text: await (await answer(link, { answer: choice })).text() })));
		const recorded = replies.filter(({ text }) => text.includes('Your answer was recorded'));
		assert.equal(recorded.length, 1, JSON.stringify(replies));
		const done = await finished(cluster, executionId);
		assert.deepEqual([done.status, done.failure], ['success', undefined]);
		assert.equal(at(done.output(nodeName)[0]?.data, 'approved'), recorded[0]?.choice === 'approve');
		await worker.start();
		assert.equal((await cluster.service.acceptedFor(to)).length, 1);
	});
}
