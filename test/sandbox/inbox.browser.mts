import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Page } from 'playwright-core';

import { at } from '../../nodes/Messaging/text/json.ts';
import { client, hashOfAda, open } from './support/inboxWindow.mts';
import { ada, idOf, refusalOf, start } from './support/sandbox.ts';
import { startReceiver } from './support/webhooks.ts';

/** The inbox page as a person uses it. */

const grace = '+447400123456';
const order = { header: { order_id: 'A-1001' }, body: { first_name: 'Ada', status: 'on its way' } };
const orderUpdate = () => client.template('order_update', order);
const text = (words: string) => client.send('text', { text: words });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Waits until the list of conversations holds this one and no other. */
async function onlyShown(page: Page, number: string): Promise<void> {
	await page.locator('.chat', { hasText: number }).waitFor();
	await page.locator('.chat').nth(1).waitFor({ state: 'detached' });
	assert.deepEqual(await page.locator('.chat strong').allTextContents(), [number]);
}

async function reply(page: Page, words: string): Promise<void> {
	await page.getByRole('textbox', { name: /^Reply/ }).fill(words);
	await page.keyboard.press('Enter');
}

void test('a newcomer is told what to do, and a sample message arrives at a press', async () => {
	const page = await open();
	await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
	await button(page, 'Copy the base URL').click();
	await button(page, 'base URL copied').waitFor();
	assert.equal(await copied(page), client.sandbox.url);
	assert.equal(await page.getByText('sandbox-key', { exact: true }).count(), 1);

	await button(page, 'Send a sample message').click();
	await page.getByRole('heading', { name: ada }).waitFor();
	await page.getByText('Spring is here, Ada').last().waitFor();
	assert.equal((await client.ledger()).length, 1);
});

void test('a message appears while the page is open; a reply opens the window, and a text arrives', async () => {
	const page = await open();
	idOf(await orderUpdate());
	await page.getByText('Order A-1001').waitFor();
	await page.getByText('Window closed: templates only').waitFor();
	assert.deepEqual(refusalOf(await text('Hi')).slice(0, 2), [409, 131047]);

	await reply(page, 'When will it be here?');
	await page.locator('.bubble-out', { hasText: 'When will it be here?' }).waitFor();
	await page.getByText(/Window open, (23 h 59 min|24 h 0 min) left/).waitFor();

	idOf(await text('Tomorrow at *ten*'));
	await page.locator('.bubble-in', { hasText: 'Tomorrow at ten' }).waitFor();
	assert.equal(await page.locator('.bubble-in strong').last().textContent(), 'ten');

	// As the link of a question: it opens beside the inbox, which it learns nothing of.
	const link = `${client.sandbox.url}/webhook-waiting/7/a-node?q=0c1d&signature=0a1b`;
	idOf(await text(`Shall we?\n\n${link}`));
	const opener = page.locator('.bubble-in').getByRole('link', { name: link });
	const attributes = await Promise.all(['href', 'target', 'rel'].map((name) => opener.getAttribute(name)));
	assert.deepEqual(attributes, [link, '_blank', 'noopener noreferrer']);
});

void test('read and fail are a press away and reported by webhook, shown with request, answers and tries', async (t) => {
	const receiver = await startReceiver((place) => (place === 1 ? 500 : 200));
	t.after(() => receiver.close());
	// Long enough to look at: the next try is made by the clock's move below, however slow the machine is.
	const retryAfterMs = 300_000;
	await client.control('/settings', { webhook_retry_ms: retryAfterMs });
	await client.call('POST', '/v1/messaging/webhooks', { url: receiver.url, events: ['read', 'failed'], secret: 's' });
	const messageId = idOf(await orderUpdate());
	const page = await open();
	await button(page, 'Mark as read').click();
	await page.locator('.row .status-read').waitFor();
	assert.equal(at(await client.ledger(), 0, 'status'), 'read');
	await button(page, 'Fail…').waitFor({ state: 'detached' });

	await button(page, 'Webhooks 0/1').click();
	const details = page.getByRole('complementary', { name: 'Message details' });
	await details.getByText('retrying · 500').waitFor();
	await details.getByText(/Tried 1 times, again at/).waitFor();
	await client.advance(retryAfterMs);
	await details.getByText('delivered · 200').waitFor();
	await button(page, 'Webhooks 1/1').waitFor();
	await details.getByText('Request', { exact: true }).click();
	const sent = (await details.locator('pre').first().textContent()) ?? '';
	assert.ok(sent.includes(`X-Webhook-Signature: ${String(receiver.received[0]?.headers['x-webhook-signature'])}`), sent);
	assert.ok(sent.includes(`"message_id": "${messageId}"`), sent);
	await details.getByText('Answers (2)').click();
	await details.locator('.tries strong').nth(1).waitFor();
	assert.deepEqual(await details.locator('.tries strong').allTextContents(), ['500', '200']);

	idOf(await client.template('welcome'));
	await button(page, 'Fail…').click();
	const reasons = page.getByRole('dialog', { name: 'Why does the message fail?' });
	await reasons.getByRole('listitem').nth(9).waitFor();
	await page.keyboard.press('Escape');
	await reasons.waitFor({ state: 'detached' });
	await details.waitFor();
	assert.equal(at(await client.ledger(), 1, 'status'), 'accepted');
	await button(page, 'Fail…').click();
	await reasons.getByRole('button', { name: 'The recipient has opted out of these messages' }).click();
	await page.getByText('Failed: The recipient has opted out of these messages (131050)').waitFor();
	await receiver.webhook(3);
});

void test('what the platform refuses, holds or hides is a press away, and taken back by another', async () => {
	const messageId = idOf(await orderUpdate());
	const page = await open({ viewport: { width: 1440, height: 900 } });
	const plays = page.getByRole('group', { name: 'What happens to the next messages' });
	const press = async (name: string, pressed: boolean) => {
		await plays.getByRole('button', { name }).click();
		await page.getByRole('button', { name, pressed }).waitFor();
	};
	for (const [name, status, code] of [
		['Template paused', 400, 132015],
		['Bill unpaid', 402, 131042],
		['Sending number not registered', 400, 133010],
		['Too much marketing', 400, 131049],
	] as const) {
		await press(name, true);
		assert.deepEqual(refusalOf(await orderUpdate()).slice(0, 2), [status, code]);
		await press(name, false);
		idOf(await orderUpdate());
	}

	await press('No phone number', true);
	const hidden = idOf(await orderUpdate());
	assert.notEqual(hidden, messageId);
	await client.control(`/messages/${hidden}/status`, { status: 'sent' });
	await page.getByText(/Sent · US\.\d+/).waitFor();
	await press('No phone number', false);

	await press('Held for review', true);
	assert.equal(at((await orderUpdate()).body, 'message_status'), 'held_for_quality_assessment');
	await page.getByText('Accepted · held').waitFor();
	await button(page, 'Fail…').last().click();
	await page.getByRole('dialog').getByRole('button', { name: '132015' }).click();
	await page.getByText('Failed: The template is paused for low quality (132015)').waitFor();
});

void test('the window is closed and opened by a press, and closes with the clock', async () => {
	await client.control('/reply', { from: ada, text: 'Hello' });
	const page = await open();
	await button(page, 'Close window').click();
	await page.locator('.row-note', { hasText: 'Window closed by hand' }).waitFor();
	assert.match((await page.locator('.chat-preview').textContent()) ?? '', /They: Hello/);
	assert.equal((await text('Hi')).status, 409);
	await button(page, 'Open window').click();
	await button(page, 'Close window').waitFor();
	idOf(await text('Hi'));
	await button(page, 'Move the clock +1 h').click();
	await page.getByText(/Window open, (22 h 59|23 h 0) min left/).waitFor();
	await button(page, 'Move the clock +24 h').click();
	await page.getByText('Window closed: templates only').waitFor();
	assert.equal((await text('Hi')).status, 409);

	await button(page, 'Set the clock back to now').click();
	await page.getByText(/Window open, (23 h 59|24 h 0) min left/).waitFor();
	await button(page, 'Set the clock back to now').waitFor({ state: 'detached' });
	idOf(await text('Hi'));
});

void test('conversations are found by number, text, open window and failure', async () => {
	idOf(await orderUpdate());
	await client.control('/reply', { from: grace, text: 'Good morning' });
	const failed = idOf(await client.template('welcome', undefined, { to: '+34612345678' }));
	await client.control(`/messages/${failed}/status`, { status: 'failed' });
	const page = await open();
	const filter = page.getByRole('searchbox', { name: 'Filter conversations' });
	await page.locator('.chat').nth(2).waitFor();
	for (const [words, expected] of [['7400', grace], ['MORNING good', grace], ['order now', ada]] as const) {
		await filter.fill(words);
		await onlyShown(page, expected);
	}
	await filter.fill('nothing like it');
	await page.getByText('No conversation fits the filter.').waitFor();
	await filter.fill('');
	await button(page, 'Window open').click();
	await onlyShown(page, grace);
	await button(page, 'With failures').click();
	await onlyShown(page, '+34612345678');
});

void test('a quick reply answers, a code is copied, cards are swiped', async () => {
	idOf(await client.template('delivery_feedback', { body: { first_name: 'Ada' }, buttons: { '2': 'A-1001' } }));
	idOf(await client.template('login_code', { body: { '1': '482913' } }));
	const card = { media_url: `${client.sandbox.url}/_sandbox/samples/cup.svg`, body: { name: 'Cup', price: '1' }, buttons: { '2': 'cup' } };
	idOf(await client.template('new_arrivals', { body: { first_name: 'Ada' }, cards: { '1': card, '2': card, '3': card } }));
	const page = await open();
	await button(page, 'Copy code').click();
	await button(page, 'Copied').waitFor();
	assert.equal(await copied(page), '482913');
	assert.equal(await page.getByRole('link', { name: 'Write a review' }).getAttribute('href'), 'https://reviews.example.com/A-1001');

	assert.equal(await page.locator('.cards').evaluate((element) => element.scrollLeft), 0);
	await button(page, 'Next card').click();
	await button(page, 'Card before').waitFor();
	await page.waitForFunction(() => (document.querySelector('.cards')?.scrollLeft ?? 0) > 100);

	await button(page, 'All good').click();
	await page.locator('.bubble-out', { hasText: 'All good' }).waitFor();
	await page.getByText(/^Window open/).first().waitFor();
});

void test('a page that is left open says that the sandbox is gone, and goes on when it is back', async (t) => {
	const first = await start();
	const page = await open({ url: first.sandbox.url });
	await first.sandbox.close();
	await page.getByRole('alert').waitFor();
	const again = await start({ port: Number(new URL(first.sandbox.url).port) });
	t.after(() => again.sandbox.close());
	idOf(await again.template('welcome'));
	await page.locator('.bubble', { hasText: 'Good to have you here' }).waitFor();
	await page.getByRole('alert').waitFor({ state: 'detached' });
});

void test('what could not be done is said', async () => {
	idOf(await client.template('welcome'));
	const page = await open();
	await page.route('**/_sandbox/reply', (route) => route.abort());
	await reply(page, 'Hello?');
	await page.getByRole('status').getByText('The sandbox does not answer.').waitFor();
	await page.route('**/_sandbox/messages/**', (route) =>
		route.fulfill({ status: 409, json: { error: { details: 'It has failed already.' } } }),
	);
	await button(page, 'Mark as read').click();
	await page.getByRole('status').getByText('It has failed already.').waitFor();
});

void test('all messages are forgotten after a question; registrations stay', async () => {
	await client.call('POST', '/v1/messaging/webhooks', { url: 'http://127.0.0.1:9/', events: ['read'] });
	idOf(await client.template('welcome'));
	const page = await open();
	const question = page.getByRole('dialog', { name: 'Clear the inbox?' });
	await button(page, 'Clear…').click();
	await question.getByRole('button', { name: 'Cancel' }).click();
	await question.waitFor({ state: 'detached' });
	assert.equal((await client.ledger()).length, 1);
	await button(page, 'Clear…').click();
	await question.getByRole('button', { name: 'Clear the inbox' }).click();
	await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
	assert.deepEqual(await client.ledger(), []);
	assert.equal(at((await client.call('GET', '/v1/messaging/webhooks')).body, 'data', 0, 'url'), 'http://127.0.0.1:9/');
});

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Sends 10,000 messages, fifty at a time. */
async function sendAll(toOf: (place: number) => string): Promise<void> {
	const places = Array.from({ length: 10_000 }, (_, place) => place).values();
	const sendThem = async () => {
		for (const place of places) idOf(await client.template('case_closed', { body: { case_id: `C-${String(place)}` } }, { to: toOf(place) }));
	};
	await Promise.all(Array.from({ length: 50 }, sendThem));
}

void test('10,000 conversations do not fill the page, and each is found', async () => {
	const page = await open();
	await sendAll((place) => `+1201555${String(place).padStart(4, '0')}`);
	await page.getByText('10,000 conversations').waitFor();
	assert.ok((await elements(page)) < 1000);
	const filter = page.getByRole('searchbox');
	await filter.fill('+12015559123');
	await onlyShown(page, '+12015559123');
	await filter.fill('');
	await page.getByRole('listbox').focus();
	await page.keyboard.press('End');
	await page.getByText('We closed your case C-0').last().waitFor();
	assert.ok((await elements(page)) < 1000);
});

void test('one conversation of 10,000 messages is read in parts, and nothing jumps', async () => {
	const page = await open({ hash: hashOfAda });
	await sendAll(() => ada);
	const row = (place: number) => page.locator('.row-in', { hasText: `C-${String(place)}.` });
	await row(9999).waitFor();
	for (const [end, begin] of [[9940, 9880], [9880, 9820], [9820, 9760], [9760, 9700]] as const) {
		await button(page, 'Earlier messages').click();
		await row(begin).waitFor();
		// What was at the top before stays in sight.
		assert.equal(await row(end).count(), 1);
		assert.ok((await page.locator('.row-in').count()) <= 180);
	}
	await button(page, /^Newest messages/).click();
	await row(9999).waitFor();
	assert.ok((await elements(page)) < 4000);
});
