import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { nodeName, saveSendingWorkflow } from './sendingWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** The main job: a template is picked, filled in and sent, and its delivery status starts a workflow. */
export function sendTemplateTests(world: World): void {
	void test('a template is sent from the editor, and its delivery status starts the other workflow', world.withPage(async (page) => {
		const to = '+12015550141';
		const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate' });
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);

		await panel.pick('phoneNumberId', 'Example Shop');
		await panel.type('to', '+1 (201) 555-0141');
		await panel.pickTemplate('order_update');
		assert.deepEqual(await panel.placeholders(), ['message', 'header.order_id', 'body.first_name', 'body.status']);
		await panel.type('header.order_id', 'B-2002');
		await panel.type('body.first_name', 'Grace');
		await panel.type('body.status', 'ready to collect');
		await world.picture(page, 'node-mapper');

		await panel.execute();
		assert.equal(await panel.failure(), undefined);
		await world.picture(page, 'node-output');

		const accepted = await world.service.acceptedFor(to);
		assert.deepEqual(
			accepted.map(({ kind, body }) => ({ kind, body })),
			[
				{
					kind: 'template',
					body: {
						to,
						phone_number_id: '1906000000000001',
						template_name: 'order_update',
						language_code: 'en_US',
						variables: {
							header: { order_id: 'B-2002' },
							body: { first_name: 'Grace', status: 'ready to collect' },
						},
					},
				},
			],
		);
		const messageId = accepted[0]?.message_id ?? '';
		assert.match(await panel.output(), new RegExp(messageId));

		for (const status of ['sent', 'delivered']) {
			const item = await statusItem(world, messageId, status);
			assert.deepEqual(item, { message_id: messageId, status, recipient: to });
		}
		await page.goto(world.service.url);
		await page.getByText('Grace').first().waitFor();
		await world.picture(page, 'inbox');
	}));
}

/** What the status workflow made of one status of a message, once it has. */
async function statusItem(world: World, messageId: string, status: string) {
	return until(`the execution for "${status}"`, async () => {
		for (const { id, status: state } of await listExecutions(world.session, world.status.workflowId)) {
			if (state !== 'success') continue;
			const items = await outputOf(world.session, id, 'Message, status, recipient');
			const found = items.find((item) => item.message_id === messageId && item.status === status);
			if (found) return found;
		}
		return undefined;
	});
}
