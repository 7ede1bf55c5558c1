import { after, afterEach, beforeEach } from 'node:test';

import type { BrowserContextOptions, Page } from 'playwright-core';

import { launchBrowser } from '../../e2e/browser.mts';
import { ada, sender, start } from './sandbox.ts';

/** A sandbox and a browser for the tests of one file; each test begins with an empty sandbox. */
export const client = await start({ settings: { rate_limit_per_second: 0 } });
const browser = await launchBrowser();
const strangers: string[] = [];

beforeEach(() => client.control('/reset', {}));

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

after(async () => {
	await browser.close();
	await client.sandbox.close();
	if (strangers.length > 0) throw new Error(`The page asked other hosts: ${strangers.join(', ')}`);
});

/** The address of the conversation with Ada within the inbox. */
export const hashOfAda = `#${encodeURIComponent(`${sender}:${ada}`)}`;

/** Opens the inbox (of another sandbox, if `url` says so) in a window of its own; a request to another host fails the tests. */
export async function open({
	hash = '',
	url = client.sandbox.url,
	...options
}: BrowserContextOptions & { readonly hash?: string; readonly url?: string } = {}): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 800 },
		locale: 'en-GB',
		permissions: ['clipboard-read', 'clipboard-write'],
		...options,
	});
	context.setDefaultTimeout(20_000);
	// tsx wraps functions in a helper that the page doesn't have.
	await context.addInitScript('globalThis.__name = (named) => named');
	const page = await context.newPage();
	page.on('request', (request) => {
		if (!request.url().startsWith(url) && !request.url().startsWith('data:')) strangers.push(request.url());
	});
	page.on('pageerror', (error) => strangers.push(`${error.message} (an error of the page)`));
	await page.goto(`${url}/${hash}`);
	await page.locator('main').waitFor();
	return page;
}
