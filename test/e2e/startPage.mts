import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { complaintsOf, openWindow, screenshot } from './browser.mts';

const pictures = process.env.SCREENSHOTS || join(tmpdir(), 'n8n-nodes-messaging-screenshots');

/** By keyboard alone: a way opens its workflow in a window of its own, signed in. */
async function take(window: BrowserContext, page: Page, way: string): Promise<Page> {
	await page.getByRole('link', { name: way }).focus();
	const [opened] = await Promise.all([window.waitForEvent('page'), page.keyboard.press('Enter')]);
	return opened;
}

/** The ways of the start page lead to workflows that are ready: a message, a list, and the statuses of both. */
export async function takeTheWays(browser: Browser, startPage: string): Promise<void> {
	const window = await openWindow(browser);
	const page = await window.newPage();
	await page.goto(startPage);
	await isFine(page, 'ways');
	for (const way of ['Send one message', 'Send a list']) {
		const opened = await take(window, page, way);
		await opened.locator('[data-test-id=execute-workflow-button]').click();
		await opened.getByText('Workflow executed successfully').first().waitFor();
		await screenshot(opened, `start page - ${way}`, pictures);
		await opened.close();
	}
	const statuses = await take(window, page, 'React to a status');
	await statuses.locator('[data-test-id=execution-time]').first().waitFor();
	await screenshot(statuses, 'start page - React to a status', pictures);
	await window.close();
}

/** The night: everybody has the message once, unless n8n says that it does not know. */
export async function watchTheNight(browser: Browser, startPage: string): Promise<void> {
	const window = await openWindow(browser);
	const page = await window.newPage();
	await page.goto(startPage);
	await page.getByRole('button', { name: 'Begin the night' }).focus();
	await page.keyboard.press('Enter');
	await page.locator('[aria-current=step]', { hasText: 'n8n is killed' }).waitFor({ timeout: 180_000 });
	await isFine(page, 'night, under way');
	await page.getByText('The night is over').waitFor({ timeout: 360_000 });
	await isFine(page, 'night, over');

	const count = async (row: RegExp) => Number(await page.getByRole('row', { name: row }).getByRole('cell').textContent());
	const [once, twice, none, unknown, lost, statuses] = await Promise.all(
		[/^Have the message once/, /^Have it twice/, /^Do not have it/, /^Unknown/, /^Lost/, /^Statuses/].map(count),
	);
	const said = { once, twice, none, unknown, lost, statuses };
	assert.deepEqual({ twice, lost, all: Number(once) + Number(none) }, { twice: 0, lost: 0, all: 300 }, JSON.stringify(said));
	// What nobody has was under way when n8n was killed.
	assert.ok(Number(none) <= Number(unknown) && Number(unknown) <= 10, JSON.stringify(said));
	assert.equal(statuses, 2 * Number(once));

	const inN8n = await take(window, page, 'See its runs in n8n');
	await inN8n.locator('[data-test-id=execution-time]').nth(1).waitFor();
	await screenshot(inN8n, 'start page - night in n8n', pictures);
	await window.close();
}

/** Nothing is amiss for axe or too wide, in light and dark, on a screen and on a small one. */
async function isFine(page: Page, name: string): Promise<void> {
	const usual = page.viewportSize();
	for (const colorScheme of ['light', 'dark'] as const) {
		for (const viewport of [{ width: 1280, height: 1100 }, { width: 380, height: 760 }]) {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize(viewport);
			assert.deepEqual(await complaintsOf(page), []);
			assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
			await screenshot(page, `start page - ${name}, ${colorScheme}, ${String(viewport.width)}`, pictures);
		}
	}
	await page.emulateMedia({ colorScheme: 'light' });
	if (usual) await page.setViewportSize(usual);
}
