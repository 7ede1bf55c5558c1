import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { listExecutions } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { nodeName } from './sendingWorkflow.mts';
import { saveRowsWorkflow } from './rowsWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, place) => `+1201555${String(from + place)}`);

/** Runs over many rows, as n8n makes them: with failures, in loops, retried and cancelled. */
export function sendingAtScaleTests(world: World): void {
	const acceptedOf = (rows: readonly string[]) =>
		Promise.all(rows.map(async (to) => (await world.service.acceptedFor(to)).length));

	void test('after a run over several rows the panel says what became of them', world.withPage(async (page) => {
		const rows = numbers(7100, 5);
		await world.service.play({ kind: 'error', status: 400, code: 131026, message: 'Recipient not on the service', match: { to: rows[1] } });
		const id = await saveRowsWorkflow(world, rows, { onError: 'continueRegularOutput' });
		const panel = await NodePanel.open(page, world.n8nUrl, id, nodeName);
		await panel.execute();
		assert.match(await panel.output(), /4 accepted, 1 rejected\./);
		await world.picture(page, 'hint-after-a-run');
		assert.deepEqual(await acceptedOf(rows), [1, 0, 1, 1, 1]);
	}));

	void test("a failed run that is retried from n8n's list sends nobody a second message", world.withPage(async (page) => {
		const rows = numbers(7200, 4);
		await world.service.play({ kind: 'error', status: 400, times: 1, match: { to: rows[2] } });
		const id = await saveRowsWorkflow(world, rows, {}, { concurrency: 1 });
		const panel = await NodePanel.open(page, world.n8nUrl, id, nodeName);
		await panel.execute();
		assert.match((await panel.failure())?.description ?? '', /Of 4 messages: 2 accepted, 1 rejected, 1 not started\. To go on/);
		await world.picture(page, 'stopped-run');
		const failed = await until('the failed execution', async () =>
			(await listExecutions(world.session, id)).find(({ status }) => status === 'error'),
		);
		// What the list's "Retry with original workflow" asks for.
		await world.session.request('POST', `/executions/${failed.id}/retry`, z.unknown(), { loadWorkflow: false });
		await until('the retry', async () =>
			(await listExecutions(world.session, id)).find(({ mode, status }) => mode === 'retry' && status === 'success'),
		);
		assert.deepEqual(await acceptedOf(rows), [1, 1, 1, 1]);
	}));

	void test('a loop that is tried again in one of its rounds sends each row once', world.withPage(async (page) => {
		const rows = numbers(7300, 6);
		await world.service.play({ kind: 'error', status: 400, times: 1, match: { to: rows[3] } });
		const id = await saveRowsWorkflow(world, rows, { retryOnFail: true, waitBetweenTries: 0 }, {}, 2);
		await page.goto(`${world.n8nUrl}/workflow/${id}`);
		await page.locator('[data-test-id="execute-workflow-button"]').first().click();
		await until('the loop', async () =>
			(await listExecutions(world.session, id)).find(({ status }) => status === 'success'),
		);
		assert.deepEqual(await acceptedOf(rows), [1, 1, 1, 1, 1, 1]);
	}));

	void test("n8n's stop button ends a run that waits for the service", world.withPage(async (page) => {
		const rows = numbers(7400, 4);
		await world.service.play({ kind: '429', retry_after: 250, match: { to: rows[1] } });
		const id = await saveRowsWorkflow(world, rows, {}, { concurrency: 1 });
		await page.goto(`${world.n8nUrl}/workflow/${id}`);
		await page.locator('[data-test-id="execute-workflow-button"]').first().click();
		await until('the request that is told to wait', async () => (await world.service.requestsTo(rows[1] ?? '')) || undefined);
		await page.locator('[data-test-id="stop-execution-button"]').click();
		await until('the end of the run', async () =>
			(await listExecutions(world.session, id)).find(({ status }) => status === 'canceled'),
		);
		assert.deepEqual(await acceptedOf(rows), [1, 0, 0, 0]);
		assert.equal(await world.service.requestsTo(rows[1] ?? ''), 1);
	}));
}
