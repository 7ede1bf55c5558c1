import assert from 'node:assert/strict';
import { test } from 'node:test';

import { at } from '../../nodes/Messaging/text/json.ts';
import { sendTemplate } from './support/conversation.mts';
import { inboxWindow } from './support/inboxWindow.mts';
import { startReceiver } from './support/receiver.ts';
import { ada, idOf, refusalOf, start } from './support/sandbox.ts';

/** The inbox page as a person uses it. */

const inbox = inboxWindow();
const order = { header: { order_id: 'A-1001' }, body: { first_name: 'Ada', status: 'on its way' } };

void test('a newcomer is told what to do, and a sample message arrives at a press', async () => {
	const page = await inbox.open();
	await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
	await page.getByRole('button', { name: 'Copy the base URL' }).click();
	await page.getByRole('button', { name: 'base URL copied' }).waitFor();
	assert.equal(await page.evaluate(() => navigator.clipboard.readText()), inbox.client.sandbox.url);
	assert.equal(await page.getByText('sandbox-key', { exact: true }).count(), 1);

	await page.getByRole('button', { name: 'Send a sample message' }).click();
	await page.getByRole('heading', { name: ada }).waitFor();
	await page.getByText('Spring is here, Ada').last().waitFor();
	assert.equal((await inbox.client.ledger()).length, 1);
});

void test('a message appears while the page is open; a reply opens the window, and a text arrives', async () => {
	const { client } = inbox;
	const page = await inbox.open();
	await sendTemplate(client, 'order_update', order);
	await page.getByText('Order A-1001').waitFor();
	await page.getByText('Window closed: templates only').waitFor();
	assert.deepEqual(refusalOf(await client.send('text', { text: 'Hi' })).slice(0, 2), [409, 131047]);

	await page.getByRole('textbox', { name: /^Reply/ }).fill('When will it be here?');
	await page.keyboard.press('Enter');
	await page.locator('.bubble-out', { hasText: 'When will it be here?' }).waitFor();
	await page.getByText(/Window open, (23 h 59 min|24 h 0 min) left/).waitFor();

	idOf(await client.send('text', { text: 'Tomorrow at *ten*' }));
	await page.locator('.bubble-in', { hasText: 'Tomorrow at ten' }).waitFor();
	assert.equal(await page.locator('.bubble-in strong').last().textContent(), 'ten');

	// As the link of a question: it opens beside the inbox, which it learns nothing of.
	const link = `${client.sandbox.url}/webhook-waiting/7/a-node?q=0c1d&signature=0a1b`;
	idOf(await client.send('text', { text: `Shall we?\n\n${link}` }));
	const opener = page.locator('.bubble-in').getByRole('link', { name: link });
	assert.deepEqual(
		await Promise.all(['href', 'target', 'rel'].map((name) => opener.getAttribute(name))),
		[link, '_blank', 'noopener noreferrer'],
	);
});

void test('read and fail are a press away and reported by webhook, shown with request, answers and tries', async () => {
	const { client } = inbox;
	const receiver = await startReceiver((place) => (place === 1 ? 500 : 200));
	await client.call('POST', '/v1/messaging/webhooks', { url: receiver.url, events: ['read', 'failed'], secret: 's' });
	const messageId = await sendTemplate(client, 'order_update', order);
	const page = await inbox.open();
	await page.getByRole('button', { name: 'Mark as read' }).click();
	await page.locator('.row .status-read').waitFor();
	assert.equal(at((await client.ledger())[0], 'status'), 'read');
	assert.equal(await page.getByRole('button', { name: 'Fail…' }).count(), 0);

	await page.getByRole('button', { name: 'Webhooks 0/1' }).click();
	const details = page.getByRole('complementary', { name: 'Message details' });
	await details.getByText('retrying · 500').waitFor();
	await details.getByText(/Tried 1 times, again at/).waitFor();
	await client.control('/clock', { advance_ms: 1000 });
	await details.getByText('delivered · 200').waitFor();
	await page.getByRole('button', { name: 'Webhooks 1/1' }).waitFor();
	await details.getByText('Request', { exact: true }).click();
	const sent = await details.locator('pre').first().textContent();
	assert.match(sent ?? '', new RegExp(`X-Webhook-Signature: ${String(receiver.received[0]?.headers['x-webhook-signature'])}`));
	assert.match(sent ?? '', new RegExp(`"message_id": "${messageId}"`));
	await details.getByText('Answers (2)').click();
	assert.deepEqual(await details.locator('.tries strong').allTextContents(), ['500', '200']);
	await inbox.picture(page, 'inbox-webhooks');

	await sendTemplate(client, 'welcome');
	await page.getByRole('button', { name: 'Fail…' }).click();
	const reasons = page.getByRole('dialog', { name: 'Why does the message fail?' });
	assert.deepEqual(
		(await reasons.getByRole('listitem').allTextContents()).map((words) => words.slice(-6)),
		['131026', '131049', '131050', '130472', '131047', '131053', '132015', '131042', '131048', '131000'],
	);
	await inbox.picture(page, 'inbox-failures');
	await page.keyboard.press('Escape');
	await reasons.waitFor({ state: 'detached' });
	await details.waitFor();
	assert.equal(at((await client.ledger())[1], 'status'), 'accepted');
	await page.getByRole('button', { name: 'Fail…' }).click();
	await reasons.getByRole('button', { name: 'The recipient has opted out of these messages' }).click();
	await page.getByText('Failed: The recipient has opted out of these messages (131050)').waitFor();
	await receiver.first(3);
	await receiver.close();
});

void test('what the platform refuses, holds or hides is a press away, and taken back by another', async () => {
	const { client } = inbox;
	const receiver = await startReceiver();
	await client.call('POST', '/v1/messaging/webhooks', { url: receiver.url, events: ['sent', 'failed'] });
	await sendTemplate(client, 'order_update', order);
	const page = await inbox.open({ viewport: { width: 1440, height: 900 } });
	const play = (name: string) => page.getByRole('group', { name: 'What happens to the next messages' }).getByRole('button', { name });
	const press = async (name: string, pressed: boolean) => {
		await play(name).click();
		await page.getByRole('button', { name, pressed }).waitFor();
	};
	const send = (more: object = {}) =>
		client.send('template', { template_name: 'order_update', language_code: 'en_US', variables: order, ...more });

	for (const [name, status, code] of [
		['Template paused', 400, 132015],
		['Bill unpaid', 402, 131042],
		['Number not registered', 400, 133010],
		['Too much marketing', 400, 131049],
	] as const) {
		await press(name, true);
		assert.deepEqual(refusalOf(await send()).slice(0, 2), [status, code]);
		await press(name, false);
		idOf(await send());
	}

	await press('No phone number', true);
	await client.control(`/messages/${idOf(await send())}/status`, { status: 'sent' });
	const hidden = JSON.parse((await receiver.first(1))[0]?.body ?? '') as unknown;
	assert.equal(at(hidden, 'to'), undefined);
	assert.match(String(at(hidden, 'recipient_user_id')), /^US\.\d+$/);
	await page.getByText(`Sent · ${String(at(hidden, 'recipient_user_id'))}`).waitFor();
	await press('No phone number', false);

	await press('Held', true);
	assert.equal(at((await send()).body, 'message_status'), 'held_for_quality_assessment');
	await page.getByText('Accepted · held').waitFor();
	await press('Bill unpaid', true);
	await inbox.picture(page, 'inbox-plays');
	await page.getByRole('button', { name: 'Fail…' }).last().click();
	await page.getByRole('dialog').getByRole('button', { name: '132015' }).click();
	await page.getByText('Failed: The template is paused for low quality (132015)').waitFor();
	await receiver.close();
});

void test('the window is closed and opened by a press, and closes with the clock', async () => {
	const { client } = inbox;
	await client.control('/reply', { from: ada, text: 'Hello' });
	const page = await inbox.open();
	await page.getByRole('button', { name: 'Close window' }).click();
	await page.locator('.row-note', { hasText: 'Window closed by hand' }).waitFor();
	assert.match((await page.locator('.chat-preview').textContent()) ?? '', /They: Hello/);
	assert.equal((await client.send('text', { text: 'Hi' })).status, 409);
	await page.getByRole('button', { name: 'Open window' }).click();
	await page.getByRole('button', { name: 'Close window' }).waitFor();
	idOf(await client.send('text', { text: 'Hi' }));
	await page.getByRole('button', { name: 'Move the clock +1 hour' }).click();
	await page.getByText(/Window open, (22 h 59|23 h 0) min left/).waitFor();
	await page.getByRole('button', { name: 'Move the clock +24 hours' }).click();
	await page.getByText('Window closed: templates only').waitFor();
	assert.equal((await client.send('text', { text: 'Hi' })).status, 409);

	await page.getByRole('button', { name: 'Set the clock back to now' }).click();
	await page.getByText(/Window open, (23 h 59|24 h 0) min left/).waitFor();
	assert.equal(await page.getByRole('button', { name: 'Set the clock back to now' }).count(), 0);
	idOf(await client.send('text', { text: 'Hi' }));
});

void test('conversations are found by number, text, open window and failure', async () => {
	const { client } = inbox;
	await sendTemplate(client, 'order_update', order);
	await client.control('/reply', { from: '+447400123456', text: 'Good morning' });
	const failed = await sendTemplate(client, 'welcome', undefined, { to: '+34612345678' });
	await client.control(`/messages/${failed}/status`, { status: 'failed' });
	const page = await inbox.open();
	const shown = async () => (await page.locator('.chat strong').allTextContents()).sort();
	const filter = page.getByRole('searchbox', { name: 'Filter conversations' });
	assert.equal((await shown()).length, 3);
	for (const [words, expected] of [['7400', '+447400123456'], ['MORNING good', '+447400123456'], ['order now', ada]] as const) {
		await filter.fill(words);
		await page.locator('.chat').nth(1).waitFor({ state: 'detached' });
		assert.deepEqual(await shown(), [expected]);
	}
	await filter.fill('nothing like it');
	await page.getByText('No conversation fits the filter.').waitFor();
	await filter.fill('');
	await page.getByRole('button', { name: 'Window open' }).click();
	await page.locator('.chat').nth(1).waitFor({ state: 'detached' });
	assert.deepEqual(await shown(), ['+447400123456']);
	await page.getByRole('button', { name: 'With failures' }).click();
	await page.locator('.chat', { hasText: '+34612345678' }).waitFor();
	assert.deepEqual(await shown(), ['+34612345678']);
});

void test('a quick reply answers, a code is copied, cards are swiped', async () => {
	const { client } = inbox;
	await sendTemplate(client, 'delivery_feedback', { body: { first_name: 'Ada' }, buttons: { '2': 'A-1001' } });
	await sendTemplate(client, 'login_code', { body: { '1': '482913' } });
	const card = { media_url: `${client.sandbox.url}/_sandbox/samples/cup.svg`, body: { name: 'Cup', price: '1' }, buttons: { '2': 'cup' } };
	await sendTemplate(client, 'new_arrivals', { body: { first_name: 'Ada' }, cards: { '1': card, '2': card, '3': card } });
	const page = await inbox.open();
	await page.getByRole('button', { name: 'Copy code' }).click();
	await page.getByRole('button', { name: 'Copied' }).waitFor();
	assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '482913');
	assert.equal(await page.getByRole('link', { name: 'Write a review' }).getAttribute('href'), 'https://reviews.example.com/A-1001');

	const cards = page.locator('.cards');
	assert.equal(await cards.evaluate((element) => element.scrollLeft), 0);
	await page.getByRole('button', { name: 'Next card' }).click();
	await page.getByRole('button', { name: 'Card before' }).waitFor();
	await page.waitForFunction(() => (document.querySelector('.cards')?.scrollLeft ?? 0) > 100);

	await page.getByRole('button', { name: 'All good' }).click();
	await page.locator('.bubble-out', { hasText: 'All good' }).waitFor();
	await page.getByText(/^Window open/).first().waitFor();
});

void test('a page that is left open says that the sandbox is gone, and goes on when it is back', async () => {
	const first = await start();
	const page = await inbox.open({ url: first.sandbox.url });
	await first.sandbox.close();
	await page.getByRole('alert').waitFor();
	const again = await start({ port: Number(new URL(first.sandbox.url).port) });
	await sendTemplate(again, 'welcome');
	await page.locator('.bubble', { hasText: 'Good to have you here' }).waitFor();
	assert.equal(await page.getByRole('alert').count(), 0);
	await page.close();
	await again.sandbox.close();
});

void test('what could not be done is said', async () => {
	await sendTemplate(inbox.client, 'welcome');
	const page = await inbox.open();
	await page.route('**/_sandbox/reply', (route) => route.abort());
	await page.getByRole('textbox', { name: /^Reply/ }).fill('Hello?');
	await page.keyboard.press('Enter');
	await page.getByRole('status').getByText('The sandbox does not answer.').waitFor();
	await page.unroute('**/_sandbox/reply');
	await page.route('**/_sandbox/messages/**', (route) =>
		route.fulfill({ status: 409, json: { error: { details: 'It has failed already.' } } }),
	);
	await page.getByRole('button', { name: 'Mark as read' }).click();
	await page.getByRole('status').getByText('It has failed already.').waitFor();
});

void test('all messages are forgotten after a question; registrations stay', async () => {
	const { client } = inbox;
	await client.call('POST', '/v1/messaging/webhooks', { url: 'http://127.0.0.1:9/', events: ['read'] });
	await sendTemplate(client, 'welcome');
	const page = await inbox.open();
	const question = page.getByRole('dialog', { name: 'Clear the inbox?' });
	await page.getByRole('button', { name: 'Clear…' }).click();
	await inbox.picture(page, 'inbox-clear');
	await question.getByRole('button', { name: 'Cancel' }).click();
	await question.waitFor({ state: 'detached' });
	assert.equal((await client.ledger()).length, 1);
	await page.getByRole('button', { name: 'Clear…' }).click();
	await question.getByRole('button', { name: 'Clear the inbox' }).click();
	await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
	assert.deepEqual(await client.ledger(), []);
	assert.equal(at((await client.call('GET', '/v1/messaging/webhooks')).body, 'data', 0, 'url'), 'http://127.0.0.1:9/');
});
