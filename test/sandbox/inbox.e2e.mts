import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NodePanel } from '../e2e/nodePanel.mts';
import { nodeName, saveSendingWorkflow } from '../e2e/sendingWorkflow.mts';
import type { World } from '../e2e/world.mts';
import { sender } from './support/sandbox.ts';

const template = {
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumberId: { __rl: true, mode: 'id', value: sender },
	to: '+12015550190',
	template: { __rl: true, mode: 'name', value: 'order_update' },
	languageCode: 'en_US',
	variablesMode: 'json',
	variablesJson: '{ "header": { "order_id": "C-3003" }, "body": { "first_name": "Ida", "status": "packed" } }',
};

/** The inbox beside n8n. */
export function inboxTests(world: World): void {
	void test('what n8n has sent is a press away: the link below the node opens the conversation', world.withPage(async (page) => {
		const sending = await NodePanel.open(page, world.n8nUrl, await saveSendingWorkflow(world, template), nodeName);
		await sending.execute();
		assert.equal(await sending.failure(), undefined);
		const opened = page.waitForEvent('popup');
		await page.getByRole('link', { name: 'Open in inbox' }).click();
		const inbox = await opened;
		await inbox.locator('.bubble', { hasText: 'Hi Ida, your order is now packed.' }).waitFor();
		await world.picture(inbox, 'inbox-beside-n8n');
		await inbox.close();
	}));
}
