import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { listExecutions } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** The published trigger, as the service and others on the network meet it. */
export function deliveryStatusTests(world: World): void {
	void test('a forged or unsigned status is answered 401 and starts nothing', async () => {
		const before = await executionIds(world);
		const body = JSON.stringify({ message_id: 'forged', status: 'delivered', to: '+12015550142' });
		assert.equal((await report(world, body)).status, 401);
		assert.equal((await report(world, body, sign(body, 'another secret'))).status, 401);
		assert.equal((await report(world, body, sign(`${body} `, world.status.secret))).status, 401);
		assert.equal((await report(world, body, '')).status, 401);

		// A right one afterwards starts exactly one execution: the others before it started none.
		const right = JSON.stringify({ message_id: 'right', status: 'delivered', to: '+12015550142' });
		assert.equal((await report(world, right, sign(right, world.status.secret))).status, 200);
		const started = await until('the execution of the right one', async () => {
			const ids = (await executionIds(world)).filter((id) => !before.includes(id));
			return ids.length > 0 ? ids : undefined;
		});
		assert.equal(started.length, 1);
	});

	void test("the trigger's panel shows the address to register, and the steps", world.withPage(async (page) => {
		const panel = await NodePanel.open(page, world.n8nUrl, world.status.workflowId, 'When a status arrives');
		assert.equal(await panel.productionUrl(), world.status.webhookUrl);
		assert.equal(await page.getByRole('alert').getByRole('listitem').count(), 3);
		await world.picture(page, 'trigger-panel');
	}));
}

function report(world: World, body: string, signature?: string): Promise<Response> {
	return fetch(world.status.webhookUrl, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'x-webhook-signature': signature }) },
		body,
	});
}

const sign = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

async function executionIds(world: World): Promise<string[]> {
	return (await listExecutions(world.session, world.status.workflowId)).map(({ id }) => id);
}
