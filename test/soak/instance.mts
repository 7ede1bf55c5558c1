import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startSandbox } from '../../sandbox/start.mts';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { ensureInstalled } from '../../scripts/n8n/installation.mts';
import { installOurPackage } from '../../scripts/n8n/ourPackage.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { Session } from '../../scripts/n8n/session.mts';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { startN8n } from '../../scripts/n8n/startN8n.mts';
import { Service } from '../e2e/service.mts';
import type { Instance } from '../e2e/world.mts';
import type { SoakOptions } from './options.mts';

/** One n8n process with its SQLite database, and a service that goes wrong now and then. */
export interface SoakInstance extends Instance {
	/** Version of n8n. */
	readonly version: string;
}

/** Statuses that repeat, and that overtake each other, as services send them. */
const statusFaults = { webhook_repeat_rate: 0.02, webhook_reorder_rate: 0.02, webhook_hold_ms: 3000 };

/** Starts n8n with its usual settings, its metrics and what the documents advise for many webhooks. */
export async function startSoakInstance(options: SoakOptions, say: (line: string) => void): Promise<SoakInstance> {
	const installation = await ensureInstalled(say);
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-soak-'));
	beforeShutdown(() => rm(userFolder, { recursive: true, force: true, maxRetries: 3 }));
	await installOurPackage(userFolder, say);
	const sandbox = await startSandbox({
		apiKey: `key-${randomBytes(8).toString('hex')}`,
		settings: {
			idempotency: true,
			sent_after_ms: options.statuses > 0 ? 200 : null,
			delivered_after_ms: options.statuses > 1 ? 1000 : null,
			webhook_batch_ms: options.togetherMs,
			...(options.faults > 0 ? statusFaults : {}),
		},
	});
	beforeShutdown(() => sandbox.close());
	const service = new Service(sandbox.url, sandbox.apiKey);
	say('Starting n8n …');
	const environment = { N8N_METRICS: 'true', N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
	const n8n = await startN8n({ installation, userFolder, port: await findFreePort(), environment });
	const session = await Session.setUp(n8n.url, { email: 'owner@example.com', password: 'Soak-tests-1' });
	const name = 'Messaging sandbox';
	const data = { baseUrl: service.url, apiKey: service.apiKey, webhookSecret: randomBytes(16).toString('hex') };
	const credential = { id: await createCredential(session, { name, type: 'messagingApi', data }), name };
	const manifest: unknown = JSON.parse(await readFile(join(installation.n8n, '../../package.json'), 'utf8'));
	const { version } = z.object({ version: z.string() }).parse(manifest);
	return { n8nUrl: n8n.url, session, service, credential, version };
}

/** Everything that can go wrong with a request: refused, held up, broken off, with and without a message made. */
export function faultRules(share: number): Array<Record<string, unknown>> {
	const kinds = [
		{ kind: '429', retry_after: 1 },
		{ kind: '503', retry_after: 1 },
		{ kind: '500' },
		{ kind: 'error', status: 400 },
		{ kind: 'reset-before' },
		{ kind: 'reset-after' },
		{ kind: 'truncated' },
		{ kind: 'slow', delay_ms: 500 },
	];
	return share === 0 ? [] : kinds.map((kind) => ({ ...kind, rate: share / kinds.length, match: { path: '/v1/messaging/send' } }));
}
