import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { startSandbox } from '../../sandbox/start.mts';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { ensureInstalled } from '../../scripts/n8n/installation.mts';
import { installOurPackage } from '../../scripts/n8n/ourPackage.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { Session } from '../../scripts/n8n/session.mts';
import { beforeShutdown, shutDown, startOrShutDown } from '../../scripts/n8n/shutdown.mts';
import { startN8n } from '../../scripts/n8n/startN8n.mts';
import { createWorkflow, publishWorkflow, withCredential } from '../../scripts/n8n/workflows.mts';
import { readExamples, webhookPath } from '../../scripts/start/examples.mts';
import { reportStatusesTo } from '../../scripts/start/sandboxService.mts';
import { launchBrowser, openWindow, screenshot, signIn } from './browser.mts';
import { Service } from './service.mts';

/** What tests without a browser need too. */
export interface Instance {
	/** Where n8n takes webhooks. */
	n8nUrl: string;
	session: Session;
	service: Service;
	/** The credential that fits the sandbox. */
	credential: { id: string; name: string };
}

/** Everything that the end-to-end tests share: one n8n with the packed package, one sandbox, one browser. */
export interface World extends Instance {
	/** The published workflow that delivery statuses start. */
	status: { workflowId: string; webhookUrl: string; secret: string };
	/** Gives a test a page of a window that is signed in to n8n; leaves a picture of it when the test fails. */
	withPage(test: (page: Page) => Promise<void>): (context: TestContext) => Promise<void>;
	/** Keeps a picture in the folder that `SCREENSHOTS` names, else in a temporary one. */
	picture(page: Page, name: string): Promise<void>;
	/** Runs a statement in n8n's database. @returns what it gives, as one value of JSON for each row */
	query(sql: string): Promise<unknown[]>;
	/** Stops n8n and starts it again with all that it has kept. */
	restartN8n(): Promise<void>;
	/** Kills n8n's own processes in the middle of whatever they do, and starts it again with what was written down. */
	crashN8n(): Promise<void>;
	close(): Promise<void>;
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Starts it all; takes about half a minute with n8n in the cache. */
export const openWorld = (): Promise<World> => startOrShutDown(startAll, () => say('Stopping …'));

async function startAll(): Promise<World> {
	const browser = await launchBrowser();
	beforeShutdown(() => browser.close());
	const instance = await startInstance();
	const { installation, userFolder, session, service, credential, secret } = instance;
	let { n8n } = instance;
	const options = { installation, userFolder, port: instance.port };

	const status = await publishStatusWorkflow(session, credential);
	const webhookUrl = n8n.url + status.path;
	await reportStatusesTo(webhookUrl, secret, { apiUrl: service.url, apiKey: service.apiKey });

	const context = await openWindow(browser);
	await signIn(context, n8n.url, session);
	const pictures = process.env.SCREENSHOTS || join(tmpdir(), 'n8n-nodes-messaging-screenshots');
	return {
		n8nUrl: n8n.url,
		session,
		service,
		credential,
		status: { workflowId: status.id, webhookUrl, secret },
		withPage: (test) => async ({ name }) => {
			const page = await context.newPage();
			try {
				await test(page);
			} catch (cause) {
				await screenshot(page, `failed - ${name.replace(/[^\w ]/g, '')}`, pictures);
				throw cause;
			} finally {
				await page.close();
			}
		},
		picture: (page, name) => screenshot(page, name, pictures),
		query: (sql) => querySqlite(installation.node, join(userFolder, '.n8n', 'database.sqlite'), sql),
		async restartN8n() {
			await n8n.stop();
			n8n = await startN8n(options);
		},
		async crashN8n() {
			await n8n.kill();
			n8n = await startN8n(options);
		},
		close: shutDown,
	};
}

/** An n8n with the packed package, a sandbox, and the credential that fits it. Ends with the process. */
export async function startInstance(environment: NodeJS.ProcessEnv = {}, settings?: SandboxSettings) {
	const installation = await ensureInstalled(say);
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-e2e-'));
	beforeShutdown(() => rm(userFolder, { recursive: true, force: true, maxRetries: 3 }));
	await installOurPackage(userFolder, say);

	say('Starting n8n …');
	const port = await findFreePort();
	const n8n = await startN8n({ installation, userFolder, port, environment });
	return { n8n, n8nUrl: n8n.url, installation, userFolder, port, ...(await signUp(n8n.url, settings)) };
}

type SandboxSettings = NonNullable<Parameters<typeof startSandbox>[0]>['settings'];

/** Makes somebody the owner of a new n8n, and gives them a sandbox with its credential. */
export async function signUp(n8nUrl: string, settings: SandboxSettings = {}) {
	const sandbox = await startSandbox({ apiKey: `key-${randomBytes(8).toString('hex')}`, settings });
	beforeShutdown(() => sandbox.close());
	const service = new Service(sandbox.url, sandbox.apiKey);
	const session = await Session.setUp(n8nUrl, { email: 'owner@example.com', password: 'End-2-end-tests' });
	const [name, secret] = ['Messaging sandbox', randomBytes(16).toString('hex')];
	const data = { baseUrl: service.url, apiKey: service.apiKey, webhookSecret: secret };
	const credential = { id: await createCredential(session, { name, type: 'messagingApi', data }), name };
	return { session, service, credential, secret };
}

const run = promisify(execFile);

/** The Node.js of n8n reads SQLite by itself; that of the tests may be older. */
async function querySqlite(node: string, file: string, sql: string): Promise<unknown[]> {
	const program = "const { DatabaseSync } = require('node:sqlite'); console.log(JSON.stringify(new DatabaseSync(process.argv[1], { timeout: 10_000 }).prepare(process.argv[2]).all()))";
	const { stdout } = await run(node, ['-e', program, file, sql]);
	return z.array(z.unknown()).parse(JSON.parse(stdout));
}

async function publishStatusWorkflow(session: Session, credential: { id: string; name: string }) {
	const { deliveryStatus } = await readExamples();
	await createWorkflow(session, withCredential(deliveryStatus, 'messagingApi', credential));
	await publishWorkflow(session, deliveryStatus.id);
	return { id: deliveryStatus.id, path: webhookPath(deliveryStatus) };
}
