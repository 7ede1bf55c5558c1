import { accessSync, constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { z } from 'zod';
import type { Session } from '../../scripts/n8n/session.mts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const quietly = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// Nothing but this machine is reached. (Cutting requests off one by one would switch the browser's cache off.)
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/**
 * Starts the Chromium or Chrome of this machine, without a window.
 * @throws with what to install when there is none
 */
export async function launchBrowser(): Promise<Browser> {
	const executablePath = onPath(programs);
	if (executablePath === undefined) {
		throw new Error(
			`None of ${programs.join(', ')} is on the PATH. The end-to-end tests need one, e.g. apt-get install --yes chromium`,
		);
	}
	return chromium.launch({ executablePath, args: quietly });
}

/** A browser window with a size that pictures are made for. */
export async function openWindow(browser: Browser): Promise<BrowserContext> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
	context.setDefaultTimeout(45_000);
	return context;
}

/** Keeps a picture of the page in a folder, which is made when missing. */
export async function screenshot(page: Page, name: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await page.screenshot({ path: join(folder, `${name}.png`) });
}

function onPath(names: string[]): string | undefined {
	const folders = (process.env.PATH ?? '').split(delimiter);
	return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Signs a window in to n8n as the person of a session. */
export async function signIn(context: BrowserContext, url: string, session: Session): Promise<void> {
	const cookies = session.setCookies.map((line) => {
		const [pair = ''] = line.split(';');
		const at = pair.indexOf('=');
		return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
	});
	await context.addCookies(cookies);
}

const auditResults = z.object({
	violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What axe has to complain about in a page, or in the part of it that `scope` says, `without` these of its rules. */
export async function complaintsOf(page: Page, scope = 'document', without: readonly string[] = []): Promise<string[]> {
	await page.evaluate(axe.source);
	const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
	const { violations } = auditResults.parse(await page.evaluate(`axe.run(${scope}, ${JSON.stringify({ rules })})`));
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
}
