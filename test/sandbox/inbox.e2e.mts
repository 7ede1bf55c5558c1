import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from '../e2e/nodePanel.mts';
import { nodeName, saveSendingWorkflow } from '../e2e/sendingWorkflow.mts';
import { until } from '../e2e/until.mts';
import type { World } from '../e2e/world.mts';
import { sender } from './support/sandbox.ts';

const to = '+12015550190';

const phoneNumberId = { __rl: true, mode: 'id', value: sender };

const template = {
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumberId,
	to,
	template: { __rl: true, mode: 'name', value: 'order_update' },
	languageCode: 'en_US',
	variablesMode: 'json',
	variablesJson: '{ "header": { "order_id": "C-3003" }, "body": { "first_name": "Ida", "status": "packed" } }',
};

const text = { resource: 'message', operation: 'sendText', phoneNumberId, to, text: 'It left this morning.' };

/** The inbox beside n8n: what one does, the other shows. */
export function inboxTests(world: World): void {
	void test('n8n sends, the inbox shows it; the customer replies, n8n may write; the customer reads, n8n knows', world.withPage(async (page) => {
		const sending = await NodePanel.open(page, world.n8nUrl, await saveSendingWorkflow(world, template), nodeName);
		await sending.execute();
		assert.equal(await sending.failure(), undefined);
		const opened = page.waitForEvent('popup');
		await page.getByRole('link', { name: 'Open in inbox' }).click();
		const inbox = await opened;
		await inbox.locator('.bubble', { hasText: 'Hi Ida, your order is now packed.' }).waitFor();
		await inbox.getByText('Window closed: templates only').waitFor();

		const writingId = await saveSendingWorkflow(world, text);
		const early = await NodePanel.open(page, world.n8nUrl, writingId, nodeName);
		await early.execute();
		assert.match((await early.failure())?.message ?? '', /window/);

		await inbox.getByRole('textbox', { name: /^Reply/ }).fill('When did it leave?');
		await inbox.getByRole('button', { name: 'Send the reply' }).click();
		await inbox.getByText(/^Window open/).first().waitFor();

		const writing = await NodePanel.open(page, world.n8nUrl, writingId, nodeName);
		await writing.execute();
		assert.equal(await writing.failure(), undefined);
		const row = inbox.locator('.row-in', { hasText: 'It left this morning.' });
		await row.getByRole('button', { name: 'Mark as read' }).click();
		await row.locator('.status-read').waitFor();

		const messageId = (await world.service.acceptedFor(to)).at(-1)?.message_id;
		const item = await until('the execution for "read"', async () => {
			for (const { id, status } of await listExecutions(world.session, world.status.workflowId)) {
				if (status !== 'success') continue;
				const items = await outputOf(world.session, id, 'Message, status, recipient');
				const found = items.find((one) => one.message_id === messageId && one.status === 'read');
				if (found !== undefined) return found;
			}
			return undefined;
		});
		assert.deepEqual(item, { message_id: messageId, status: 'read', recipient: to });
		await row.getByRole('button', { name: /^Webhooks/ }).click();
		await inbox.getByRole('complementary').getByText('delivered · 200').last().waitFor();
		await world.picture(inbox, 'inbox-beside-n8n');
		await inbox.close();
	}));
}
