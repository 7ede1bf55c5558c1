import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser, signIn } from '../../test/e2e/browser.mts';
import { createCredential } from '../n8n/credentials.mts';
import { ensureInstalled } from '../n8n/installation.mts';
import { installOurPackage } from '../n8n/ourPackage.mts';
import { findFreePort } from '../n8n/ports.mts';
import { Session } from '../n8n/session.mts';
import { beforeShutdown } from '../n8n/shutdown.mts';
import { startN8n } from '../n8n/startN8n.mts';
import type { Say } from '../n8n/progress.mts';
import { credentialName } from '../start/prepareN8n.mts';
import { reportStatusesTo } from '../start/sandboxService.mts';
import { startScreenshotSandbox, type ScreenshotSandbox } from './sandbox.mts';

/** The usual ones, since they can be read in the pictures. */
const ports = { n8n: 5678, sandbox: 4010 };

/** Every picture has this size, in pixels: a template's fields fit in from the first to the last. */
export const size = { width: 1600, height: 1060 };

export const webhookSecret = 'sandbox-webhook-secret';

/** A real n8n with the package, the sandbox and a signed-in browser. */
export interface Instance {
	n8nUrl: string;
	session: Session;
	service: ScreenshotSandbox;
	credential: { id: string; name: string };
	/** Has the sandbox report to a path of n8n. */
	reportTo(path: string): Promise<void>;
	/** A page of its own with a size of its own, in light colours. */
	openPage(viewport?: { width: number; height: number }): Promise<Page>;
}

/** @throws when one of the ports is taken */
export async function startInstance(say: Say): Promise<Instance> {
	for (const port of Object.values(ports)) {
		if ((await findFreePort(port)) !== port) throw new Error(`Port ${String(port)} is taken, and the pictures show it. Free it first.`);
	}
	const installation = await ensureInstalled(say);
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-screenshots-'));
	beforeShutdown(() => rm(userFolder, { recursive: true, force: true, maxRetries: 3 }));
	await installOurPackage(userFolder, say);
	const service = await startScreenshotSandbox(ports.sandbox);
	say('Starting n8n …');
	const n8n = await startN8n({ installation, userFolder, port: ports.n8n, takenPorts: new Set([ports.sandbox]) });
	const session = await Session.setUp(n8n.url, { email: 'owner@example.com', password: 'Screen-5hots' });
	const name = credentialName;
	const data = { baseUrl: service.url, apiKey: service.apiKey, webhookSecret };

	const browser = await launchBrowser();
	beforeShutdown(() => browser.close());
	return {
		n8nUrl: n8n.url,
		session,
		service,
		credential: { id: await createCredential(session, { name, type: 'messagingApi', data }), name },
		reportTo: (path) => reportStatusesTo(n8n.url + path, webhookSecret, { apiUrl: service.url, apiKey: service.apiKey }),
		async openPage(viewport = size) {
			const context = await browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'UTC', colorScheme: 'light' });
			context.setDefaultTimeout(60_000);
			await signIn(context, n8n.url, session);
			return context.newPage();
		},
	};
}
