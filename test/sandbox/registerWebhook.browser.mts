import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';

import type { BrowserContextOptions, Page } from 'playwright-core';

import { at } from '../../nodes/Messaging/text/json.ts';
import { isFine } from './support/isFine.mts';
import { open as openInbox } from './support/inboxWindow.mts';
import { ada, idOf, start } from './support/sandbox.ts';
import { startReceiver, verifyToken } from './support/webhooks.ts';
import { whatsappCalls } from './support/whatsapp.ts';

/** Registering a webhook by hand, in the inbox of the service that is played with --service whatsapp. */

const client = await start({ service: 'whatsapp', settings: { rate_limit_per_second: 0 } });
const { template } = whatsappCalls(client);

beforeEach(() => client.control('/reset', {}));
after(() => client.sandbox.close());

const open = (options: BrowserContextOptions = {}) => openInbox({ url: client.sandbox.url, ...options });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Register webhook' });
const registrations = async () => at(await client.show('/webhooks'), 'registrations');

/** Fills in the dialog and sends it off. */
async function enter(page: Page, url: string, token: string): Promise<void> {
	await page.getByLabel('Webhook URL').fill(url);
	await page.getByLabel('Verify Token').fill(token);
	await button(page, 'Verify and register').click();
}

void test('a newcomer is told what to enter, and registers a URL that then gets statuses and replies', async (t) => {
	const receiver = await startReceiver();
	t.after(() => receiver.close());
	const page = await open();
	await button(page, 'Copy the Media Path').click();
	const path = '/v1/whatsapp/phone_numbers/{phone_number_id}/templates/{template_id}/media';
	assert.equal(await page.evaluate(() => navigator.clipboard.readText()), path);
	await page.getByText('sandbox-test-key', { exact: true }).waitFor();

	await button(page, 'Register webhook').click();
	await enter(page, ` ${receiver.url} `, verifyToken);
	await dialogOf(page).getByRole('status').getByText(`Registered: ${receiver.url}`).waitFor();
	await dialogOf(page).getByRole('listitem').getByText(receiver.url).waitFor();
	assert.equal(receiver.asked.length, 1);
	await button(page, 'Close').click();

	await button(page, 'Send a sample message').click();
	await page.getByText('Spring is here, Ada').last().waitFor();
	await page.getByRole('textbox', { name: /^Reply/ }).fill('Is it still on?');
	await page.keyboard.press('Enter');
	assert.match((await receiver.webhook(1)).text, /"messages":\[.*Is it still on\?/);
	await button(page, 'Mark as read').click();
	assert.match((await receiver.webhook(2)).text, /"statuses":\[.*"read"/);
	await button(page, 'Webhooks 1/1').waitFor();
});

void test('what came back in place of the challenge is shown, and nothing is registered', async (t) => {
	const receiver = await startReceiver(() => 200, () => [404, 'The requested webhook is not registered.']);
	t.after(() => receiver.close());
	const page = await open();
	await button(page, 'Register webhook').click();
	await enter(page, receiver.url, 'a token');
	const refused = dialogOf(page).getByRole('alert');
	await refused.getByText('The URL answered 404 with "The requested webhook is not registered.", not 200 with the challenge.').waitFor();
	// What was typed stays, so that it can be put right.
	assert.equal(await page.getByLabel('Webhook URL').inputValue(), receiver.url);
	await enter(page, 'webhook', '');
	await refused.getByText('url: must be an absolute http or https URL; verify_token: must not be empty').waitFor();
	assert.deepEqual(await registrations(), []);
});

void test('it works by keyboard: opened, filled in, sent off, removed and closed', async (t) => {
	const receiver = await startReceiver();
	t.after(() => receiver.close());
	idOf(await template('welcome'));
	const page = await open();
	await button(page, 'Register webhook').focus();
	await page.keyboard.press('Enter');
	await dialogOf(page).waitFor();
	await page.keyboard.type(receiver.url);
	await page.keyboard.press('Tab');
	await page.keyboard.type(verifyToken);
	await page.keyboard.press('Enter');
	const remove = button(page, `Remove ${receiver.url}`);
	await remove.waitFor();
	await remove.focus();
	await page.keyboard.press('Enter');
	await remove.waitFor({ state: 'detached' });
	assert.deepEqual(await registrations(), []);
	await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'url');
	await page.keyboard.press('Escape');
	await dialogOf(page).waitFor({ state: 'detached' });
	await page.waitForFunction(() => document.activeElement?.textContent === 'Register webhook');
});

void test('the list follows what others register and remove', async (t) => {
	const receiver = await startReceiver();
	t.after(() => receiver.close());
	const page = await open();
	await button(page, 'Register webhook').click();
	await dialogOf(page).waitFor();
	await client.control('/webhooks', { url: receiver.url, verify_token: verifyToken });
	await button(page, `Remove ${receiver.url}`).waitFor();
	await client.call('DELETE', `/_sandbox/webhooks/${String(at(await registrations(), 0, 'id'))}`);
	await button(page, `Remove ${receiver.url}`).waitFor({ state: 'detached' });
});

for (const colorScheme of ['light', 'dark'] as const) {
	for (const [size, viewport] of [['wide', { width: 1280, height: 800 }], ['narrow', { width: 380, height: 760 }]] as const) {
		void test(`no label, role or contrast is amiss, and nothing is cut off, in ${colorScheme} and ${size}`, async (t) => {
			const receiver = await startReceiver();
			t.after(() => receiver.close());
			const page = await open({ colorScheme, viewport });
			await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
			await isFine(page);
			await button(page, 'Register webhook').click();
			await enter(page, receiver.url, verifyToken);
			await button(page, `Remove ${receiver.url}`).waitFor();
			await isFine(page);
			await enter(page, `http://127.0.0.1:9/${'a-long-path/'.repeat(20)}`, 'wrong');
			await dialogOf(page).getByRole('alert').waitFor();
			await isFine(page);
			await page.keyboard.press('Escape');
			idOf(await template('welcome'));
			await page.locator('.chat', { hasText: ada }).waitFor();
			if (size === 'narrow') await page.locator('.conversation').waitFor({ state: 'hidden' });
			await button(page, 'Register webhook').click();
			await dialogOf(page).waitFor();
			await isFine(page);
		});
	}
}

void test("the document's form has no such button", async (t) => {
	const other = await start();
	t.after(() => other.sandbox.close());
	const page = await openInbox({ url: other.sandbox.url });
	await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
	assert.equal(await button(page, 'Register webhook').count(), 0);
	idOf(await other.template('welcome'));
	await page.locator('.chat').waitFor();
	assert.equal(await button(page, 'Register webhook').count(), 0);
});
