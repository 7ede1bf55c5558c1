import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** The published trigger, as the service and others on the network meet it. */
export function deliveryStatusTests(world: World): void {
	void test('a forged or unsigned status is answered 401 and starts nothing', async () => {
		const body = JSON.stringify({ message_id: 'forged', status: 'delivered', to: '+12015550142' });
		assert.equal((await report(world, body)).status, 401);
		assert.equal((await report(world, body, sign(body, 'another secret'))).status, 401);
		assert.equal((await report(world, body, sign(`${body} `, world.status.secret))).status, 401);
		assert.equal((await report(world, body, '')).status, 401);

		// A right one afterwards starts exactly one execution: the others before it started none.
		const right = JSON.stringify({ message_id: 'right', status: 'delivered', to: '+12015550142' });
		assert.equal((await report(world, right, sign(right, world.status.secret))).status, 200);
		const started = await until('the execution of the right one', async () => {
			const reported = await reportedMessages(world);
			return reported.includes('right') ? reported : undefined;
		});
		assert.deepEqual(started.filter((id) => id === 'forged' || id === 'right'), ['right']);
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

/** The messages whose statuses have started the workflow, newest first; those of other tests among them. */
async function reportedMessages(world: World): Promise<unknown[]> {
	const executions = await listExecutions(world.session, world.status.workflowId);
	const items = await Promise.all(
		executions
			.filter(({ status }) => status === 'success')
			.map(async ({ id }) => await outputOf(world.session, id, 'Message, status, recipient')),
	);
	return items.flat().map(({ message_id: id }) => id);
}
