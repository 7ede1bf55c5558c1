import assert from 'node:assert/strict';
import { test } from 'node:test';

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

import { fillInbox, hashOf } from './support/conversation.mts';
import { inboxWindow } from './support/inboxWindow.mts';
import { ada } from './support/sandbox.ts';

/** The inbox by keyboard, on a small screen, in light and dark, and by the rules of accessibility. */

const inbox = inboxWindow();

const small = { width: 380, height: 760 };

const auditResults = z.object({
	violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What axe has to complain about: labels, roles, names, contrast and more. */
async function complaints(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = auditResults.parse(await page.evaluate('axe.run(document)'));
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const colorScheme of ['light', 'dark'] as const) {
	void test(`no label, role or contrast is amiss in ${colorScheme}: empty, conversation and details`, async () => {
		const empty = await inbox.open({ colorScheme });
		await empty.getByRole('heading', { name: 'No messages yet' }).waitFor();
		await inbox.picture(empty, `inbox-empty-${colorScheme}`);
		assert.deepEqual(await complaints(empty), []);

		await inbox.client.call('POST', '/v1/messaging/webhooks', { url: 'http://127.0.0.1:9/', events: ['sent', 'delivered'] });
		await fillInbox(inbox.client);
		const page = await inbox.open({ colorScheme, hash: hashOf(ada), viewport: { width: 1440, height: 900 } });
		await page.getByText('Teapot Nara').waitFor();
		await page.getByRole('button', { name: 'Bill unpaid' }).click();
		await page.getByRole('button', { name: 'Bill unpaid', pressed: true }).waitFor();
		await inbox.picture(page, `inbox-${colorScheme}`);
		assert.deepEqual(await complaints(page), []);
		await page.getByRole('button', { name: 'Fail…' }).last().click();
		await page.getByRole('dialog').waitFor();
		await inbox.picture(page, `inbox-failures-${colorScheme}`);
		assert.deepEqual(await complaints(page), []);
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: /^Webhooks/ }).last().click();
		await page.getByRole('complementary').getByText('retrying').first().waitFor();
		await inbox.picture(page, `inbox-details-${colorScheme}`);
		assert.deepEqual(await complaints(page), []);
	});

	void test(`380 pixels are enough in ${colorScheme}: first steps, list, conversation and back, details`, async () => {
		const page = await inbox.open({ colorScheme, viewport: small, hasTouch: true });
		await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
		await inbox.picture(page, `inbox-small-empty-${colorScheme}`);
		assert.equal(await overflow(page), 0);
		assert.equal(await page.locator('.side').isVisible(), false);
		assert.deepEqual(await complaints(page), []);

		await fillInbox(inbox.client);
		await page.locator('.chat').nth(3).waitFor();
		await inbox.picture(page, `inbox-small-list-${colorScheme}`);
		assert.equal(await overflow(page), 0);
		assert.deepEqual(await complaints(page), []);
		assert.equal(await page.locator('.conversation').isVisible(), false);
		await page.getByRole('button', { name: '+24 hours' }).tap();
		await page.getByRole('button', { name: 'Clear…' }).tap();
		await page.getByRole('button', { name: 'Clear the inbox' }).waitFor();
		await inbox.picture(page, `inbox-small-clear-${colorScheme}`);
		assert.equal(await overflow(page), 0);
		assert.deepEqual(await complaints(page), []);
		await page.getByRole('button', { name: 'Cancel' }).tap();
		await page.getByRole('button', { name: 'Back to now' }).tap();
		await page.getByRole('button', { name: 'Back to now' }).waitFor({ state: 'detached' });

		await page.locator('.chat', { hasText: ada }).tap();
		await page.getByText('Teapot Nara').waitFor();
		assert.equal(await page.locator('.side').isVisible(), false);
		await inbox.picture(page, `inbox-small-${colorScheme}`);
		assert.equal(await overflow(page), 0);
		assert.deepEqual(await complaints(page), []);

		await page.getByRole('button', { name: 'Details' }).last().tap();
		await page.getByRole('heading', { name: 'Message', exact: true }).waitFor();
		assert.equal(await overflow(page), 0);
		await page.getByRole('button', { name: 'Close the details' }).tap();
		await page.getByRole('button', { name: 'Back to the conversations' }).tap();
		await page.locator('.side').waitFor();
		assert.equal(await page.locator('.conversation').isVisible(), false);
	});
}

void test('everything is reached by keyboard', async () => {
	const { client } = inbox;
	await fillInbox(client);
	const page = await inbox.open();
	const contact = () => page.locator('.conversation h2').textContent();
	await page.getByRole('listbox', { name: 'Conversations' }).focus();
	const chats = await page.locator('.chat strong').allTextContents();
	const opened = (place: number) => page.getByRole('heading', { name: chats.at(place) ?? '' }).waitFor();
	await page.keyboard.press('End');
	await opened(-1);
	await page.keyboard.press('ArrowUp');
	await opened(-2);
	await page.keyboard.press('Home');
	await opened(0);
	assert.equal(await contact(), ada);
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
