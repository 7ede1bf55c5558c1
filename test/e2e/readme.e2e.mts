import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { repository } from '../../scripts/n8n/ourPackage.mts';
import { codeLines } from '../gates/support/markdown.mts';
import { launchBrowser, openWindow } from './browser.mts';
import { takeTheWays, watchTheNight } from './startPage.mts';
import { until } from './until.mts';

const run = promisify(execFile);

/** Where the project's repository is. */
const address = manifest.repository.url.replace('git+', '');

/** The README's commands, read from it, do what it says beside them. A new one needs its own entry here. */
const commands: Record<string, (clone: string, line: string) => Promise<void>> = {
	// The test has a copy of what the repository has here; what is left is whether the line names the repository, and the
	// next one the folder that git makes of it.
	[`git clone ${address}`]: () => Promise.resolve(),
	[`cd ${path.basename(address, '.git')}`]: () => Promise.resolve(),
	// The machine that runs this has just done it; what is left is whether everything is there.
	'npm install': async (clone) => {
		const { stdout } = await run('npm', ['install', '--dry-run', '--offline', '--no-audit', '--no-fund'], { cwd: clone });
		assert.match(stdout, /up to date/);
	},
	'npm start': async (clone, line) => {
		await startsAnN8nToTry(clone, line, '/v1/messaging/templates');
		// As its help says. The n8n of the first start goes on with the other service.
		await startsAnN8nToTry(clone, `${line} -- --service whatsapp`, '/v1/whatsapp/phone_numbers/1906000000000001/templates');
	},
};

export function readmeTests(): void {
	void test("the README's commands do what it says", async (t) => {
		const lines = codeLines(await readFile(path.join(repository, 'README.md'), 'utf8'), 'sh');
		assert.ok(lines.length > 0);
		const clone = await freshClone(t);
		for (const line of lines) {
			const execute = commands[line];
			assert.ok(execute, `the README has a command that no test runs: ${line}`);
			await execute(clone, line);
		}
	});
}

/** A copy of the project without what building and starting it has left, so that nothing of the user's is touched. */
async function freshClone(t: TestContext): Promise<string> {
	const clone = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-messaging-clone-'));
	t.after(() => rm(clone, { recursive: true, force: true, maxRetries: 3 }));
	const left = ['.git', '.local', 'coverage', 'dist', 'node_modules'].map((name) => path.join(repository, name));
	await cp(repository, clone, { recursive: true, filter: (source) => !left.includes(source) });
	await symlink(path.join(repository, 'node_modules'), path.join(clone, 'node_modules'));
	return clone;
}

/** "Open the printed address" with its ways and its night, "and find the message in the inbox. Ctrl-C stops everything." */
async function startsAnN8nToTry(clone: string, line: string, templatesPath: string): Promise<void> {
	const program = spawn('sh', ['-c', line], { cwd: clone, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	let printed = '';
	for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (printed += String(text)));
	const ended = new Promise<true>((resolve) => program.stdout.once('close', () => resolve(true)));
	// To all that it has started, as a terminal does.
	const press = (key: NodeJS.Signals) => process.kill(-Number(program.pid), key);
	try {
		const address = await until(
			`${line} to print its addresses`,
			() => Promise.resolve(/^ *n8n +http/m.test(printed) ? addressesIn(printed) : undefined),
			240_000,
		);
		await tryIt(address, templatesPath);
		press('SIGINT');
		await ended;
		await assert.rejects(fetch(address('n8n')), 'n8n still answers');
	} catch (cause) {
		throw new Error(`After ${line}, which printed:\n${printed}`, { cause });
	} finally {
		if (!program.stdout.closed) press('SIGTERM');
		await ended;
	}
}

const addressesIn = (printed: string) => (name: string) =>
	new RegExp(`^ *${name} +(http://\\S+)$`, 'm').exec(printed)?.[1] ?? `no address for ${name}`;

/** The messages of the ways arrive, and their delivery status starts a workflow. The button of a question leads to n8n. */
async function tryIt(address: (name: string) => string, templatesPath: string): Promise<void> {
	const templates = await fetch(address('Inbox') + templatesPath, { headers: { authorization: 'Bearer sandbox-key' } });
	assert.ok((await templates.text()).includes(`"url":"${address('n8n')}/webhook-waiting/{{1}}"`));
	const browser = await launchBrowser();
	try {
		await takeTheWays(browser, address('Open'));
		const page = await (await openWindow(browser)).newPage();
		await page.goto(address('Inbox'));
		await page.getByText('+12015550123').first().waitFor();
		await watchTheNight(browser, address('Open'));
	} finally {
		await browser.close();
	}
}
