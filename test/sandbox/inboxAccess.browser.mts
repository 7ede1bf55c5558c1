import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isFine } from './support/isFine.mts';
import { client, hashOfAda, open } from './support/inboxWindow.mts';
import { ada, idOf } from './support/sandbox.ts';

/** The inbox by keyboard, on a small screen, in light and dark, and by the rules of accessibility. */

/** Fills a conversation with Ada with everything that can be drawn, and some others beside it. */
async function fillInbox(): Promise<void> {
	const template = async (...parameters: Parameters<typeof client.template>) => idOf(await client.template(...parameters));
	await template('appointment_reminder', { body: { '1': 'Grace', '2': 'Tuesday at 10:30' } }, { to: '+447400123456' });
	await template('receipt', { body: { '1': 'Linus', '2': '€ 37.70' } }, { to: '+4915123456789' });
	const coded = await template('login_code', { body: { '1': '482913' } }, { to: '+34612345678' });
	await client.control(`/messages/${coded}/status`, { status: 'failed' });

	await template('order_update', { header: { order_id: 'A-1001' }, body: { first_name: 'Ada', status: 'on its way' } });
	const location = { latitude: 37.442, longitude: -122.161, name: 'Cafe Example', address: '1 Example Ave' };
	await template('store_opening', { body: { customer_name: 'Ada', opening_day: '1 December' } }, { location });
	const product = (sku: string) => ({ header: { product_retailer_id: sku } });
	const products = { '1': product('tea-1'), '2': product('tea-2') };
	await template('product_picks', { body: { '1': 'Ada' }, cards: products }, { catalog_id: 'autumn' });
	await template('delivery_feedback', { body: { first_name: 'Ada' }, buttons: { '2': 'A-1001' } });
	await client.control('/reply', { from: ada, text: 'Which teapot was it again?' });
	const manual = { media_url: 'https://cdn.example.com/manual.pdf', filename: 'Teapot manual.pdf', caption: 'The manual' };
	await client.send('media', { media_type: 'document', ...manual });
	await template('spring_sale', { body: { first_name: 'Ada', promo_code: 'SPRING20' } });
	const card = (sample: string, name: string, price: string) => ({
		media_url: `${client.sandbox.url}/_sandbox/samples/${sample}.svg`,
		body: { name, price },
		buttons: { '2': sample },
	});
	const cards = {
		'1': card('teapot', 'Teapot Nara', '€ 24.00'),
		'2': card('cup', 'Cup Kyoto', '€ 9.50'),
		'3': card('leaves', 'Sencha, 100 g', '€ 7.80'),
	};
	const last = await template('new_arrivals', { body: { first_name: 'Ada' }, cards });
	for (const status of ['sent', 'delivered']) await client.control(`/messages/${last}/status`, { status });
}

for (const colorScheme of ['light', 'dark'] as const) {
	void test(`no label, role or contrast is amiss in ${colorScheme}: empty, conversation and details`, async () => {
		const empty = await open({ colorScheme });
		await empty.getByRole('heading', { name: 'No messages yet' }).waitFor();
		await isFine(empty);

		await client.call('POST', '/v1/messaging/webhooks', { url: 'http://127.0.0.1:9/', events: ['sent', 'delivered'] });
		await fillInbox();
		const page = await open({ colorScheme, hash: hashOfAda, viewport: { width: 1440, height: 900 } });
		await page.getByText('Teapot Nara').waitFor();
		await page.getByRole('button', { name: 'Bill unpaid' }).click();
		await page.getByRole('button', { name: 'Bill unpaid', pressed: true }).waitFor();
		await isFine(page);
		await page.getByRole('button', { name: 'Fail…' }).last().click();
		await page.getByRole('dialog').waitFor();
		await isFine(page);
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: /^Webhooks/ }).last().click();
		await page.getByRole('complementary').getByText('retrying').first().waitFor();
		await isFine(page);
	});

	void test(`380 pixels are enough in ${colorScheme}: first steps, list, conversation and back, details`, async () => {
		const page = await open({ colorScheme, viewport: { width: 380, height: 760 }, hasTouch: true });
		const tap = (name: string) => page.getByRole('button', { name }).last().tap();
		await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
		await page.locator('.side').waitFor({ state: 'hidden' });
		await isFine(page);

		await fillInbox();
		await page.locator('.chat').nth(3).waitFor();
		await page.locator('.conversation').waitFor({ state: 'hidden' });
		await isFine(page);
		await tap('+24 h');
		await tap('Clear…');
		await page.getByRole('button', { name: 'Clear the inbox' }).waitFor();
		await isFine(page);
		await tap('Cancel');
		await tap('Back to now');
		await page.getByRole('button', { name: 'Back to now' }).waitFor({ state: 'detached' });

		await page.locator('.chat', { hasText: ada }).tap();
		await page.getByText('Teapot Nara').waitFor();
		await page.locator('.side').waitFor({ state: 'hidden' });
		await isFine(page);

		await tap('Details');
		await page.getByRole('heading', { name: 'Message', exact: true }).waitFor();
		await isFine(page);
		await tap('Close the details');
		await tap('Back to the conversations');
		await page.locator('.side').waitFor();
		await page.locator('.conversation').waitFor({ state: 'hidden' });
	});
}

void test('everything is reached by keyboard', async () => {
	await fillInbox();
	const page = await open();
	await page.getByRole('listbox', { name: 'Conversations' }).focus();
	await page.locator('.chat').nth(3).waitFor();
	const chats = await page.locator('.chat strong').allTextContents();
	assert.equal(chats[0], ada);
	for (const [key, place] of [['End', -1], ['ArrowUp', -2], ['Home', 0]] as const) {
		await page.keyboard.press(key);
		await page.getByRole('heading', { name: chats.at(place) ?? '' }).waitFor();
	}
	const active = await page.getByRole('listbox').getAttribute('aria-activedescendant');
	assert.match(active ?? '', /\+12015550123$/);

	const details = page.getByRole('button', { name: 'Details' }).last();
	await details.focus();
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { name: 'Message', exact: true }).waitFor();
	await page.waitForFunction(() => document.activeElement?.textContent === 'Message');
	await page.keyboard.press('Escape');
	await page.getByRole('complementary').waitFor({ state: 'detached' });
	assert.equal(await details.evaluate((element) => element === document.activeElement), true);

	await page.getByRole('group', { name: /^Cards/ }).last().focus();
	await page.keyboard.press('ArrowRight');
	await page.waitForFunction(() => ([...document.querySelectorAll('.cards')].at(-1)?.scrollLeft ?? 0) > 20);

	for (const name of [/^Close window/, /^Bill unpaid/, /^Next card/, /^Tell me more/, /^Mark as read$/, /^Clear…$/]) {
		const button = page.getByRole('button', { name }).last();
		await button.focus();
		assert.equal(await button.evaluate((element) => element === document.activeElement), true);
	}
});
