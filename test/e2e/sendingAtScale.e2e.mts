import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExecutions } from '../../scripts/n8n/workflows.mts';
import { finished, retry, run } from './exampleRuns.mts';
import { play } from './sandboxControl.mts';
import { saveRowsWorkflow, triggerName } from './sendingWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, place) => `+1201555${String(from + place)}`);

/** Runs over several rows that a person retries or cancels. */
export function sendingAtScaleTests(world: World): void {
	void test("a failed run that is retried from n8n's list sends nobody a second message", async () => {
		const rows = numbers(7200, 4);
		await play(world, { kind: 'error', status: 400, times: 1, match: { to: rows[2] } });
		const failed = await run(world, await saveRowsWorkflow(world, rows, {}, { concurrency: 1 }), triggerName);
		assert.match(failed.why, /Of 4 messages: 2 accepted, 1 rejected, 1 not started\. .*On Error.* To go on/);
		assert.equal((await finished(world, await retry(world, failed.id))).status, 'success');
		assert.deepEqual(await world.service.countsFor(rows), [1, 1, 1, 1]);
	});

	void test("n8n's stop button ends a run that waits for the service", world.withPage(async (page) => {
		const rows = numbers(7400, 4);
		await play(world, { kind: '429', retry_after: 250, match: { to: rows[1] } });
		const requests = async () => (await world.service.requests()).filter((to) => to === rows[1]).length;
		const id = await saveRowsWorkflow(world, rows, {}, { concurrency: 1 });
		await page.goto(`${world.n8nUrl}/workflow/${id}`);
		await page.locator('[data-test-id="execute-workflow-button"]').first().click();
		await until('the request that is told to wait', async () => (await requests()) || undefined);
		await page.locator('[data-test-id="stop-execution-button"]').click();
		await until('the end of the run', async () =>
			(await listExecutions(world.session, id)).find(({ status }) => status === 'canceled'),
		);
		assert.deepEqual(await world.service.countsFor(rows), [1, 0, 0, 0]);
		assert.equal(await requests(), 1);
	}));
}
