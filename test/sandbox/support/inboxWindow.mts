import { after, before, beforeEach } from 'node:test';
import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { launchBrowser } from '../../e2e/browser.mts';
import { start, type Client } from './sandbox.ts';
import type { SandboxOptions } from '../../../sandbox/start.mts';

/** A sandbox and a browser for the tests of one file. */
interface InboxWindow {
	readonly client: Client;
	/** Opens the inbox (of another sandbox, if `url` says so) in a window of its own; a request to another host fails the tests. */
	open(options?: BrowserContextOptions & { readonly hash?: string; readonly url?: string }): Promise<Page>;
	/** Keeps a picture in the folder that `SCREENSHOTS` names, if it names one. */
	picture(page: Page, name: string): Promise<void>;
}

/** Starts both before the tests of a file and ends them afterwards; each test begins with an empty sandbox. */
export function inboxWindow(options: SandboxOptions = {}): InboxWindow {
	let client: Client | undefined;
	let browser: Browser | undefined;
	const strangers: string[] = [];

	before(async () => {
		client = await start(options);
		browser = await launchBrowser();
	});

	beforeEach(() => client?.control('/reset', {}));

	after(async () => {
		await browser?.close();
		await client?.sandbox.close();
		if (strangers.length > 0) throw new Error(`The page asked other hosts: ${strangers.join(', ')}`);
	});

	const started = (): Client => {
		if (client === undefined) throw new Error('only within a test');
		return client;
	};

	return {
		get client() {
			return started();
		},
		async open({ hash = '', url = started().sandbox.url, ...contextOptions } = {}) {
			const context = await browser?.newContext({
				viewport: { width: 1280, height: 800 },
				locale: 'en-GB',
				permissions: ['clipboard-read', 'clipboard-write'],
				...contextOptions,
			});
			if (context === undefined) throw new Error('only within a test');
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
		},
		async picture(page, name) {
			const folder = process.env.SCREENSHOTS;
			if (folder === undefined || folder === '') return;
			await mkdir(folder, { recursive: true });
			await page.screenshot({ path: join(folder, `${name}.png`) });
		},
	};
}
