import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { startInstance, type Instance } from '../e2e/world.mts';
import type { SoakOptions } from './options.mts';

/** One n8n process with its SQLite database, and a service that goes wrong now and then. */
export interface SoakInstance extends Instance {
	/** Version of n8n. */
	readonly version: string;
}

/** Statuses that repeat, and that overtake each other, as services send them. */
const statusFaults = { webhook_repeat_rate: 0.02, webhook_reorder_rate: 0.02, webhook_hold_ms: 3000 };

/** Starts n8n with its usual settings, its metrics and what the documents advise for many webhooks. */
export async function startSoakInstance(options: SoakOptions): Promise<SoakInstance> {
	const environment = { N8N_METRICS: 'true', N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
	const instance = await startInstance(environment, {
		idempotency: true,
		sent_after_ms: options.statuses > 0 ? 200 : null,
		delivered_after_ms: options.statuses > 1 ? 1000 : null,
		webhook_batch_ms: options.togetherMs,
		...(options.faults > 0 ? statusFaults : {}),
	});
	const manifest: unknown = JSON.parse(await readFile(join(instance.installation.n8n, '../../package.json'), 'utf8'));
	return { ...instance, ...z.object({ version: z.string() }).parse(manifest) };
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
