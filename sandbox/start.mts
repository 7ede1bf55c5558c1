import { randomUUID } from 'node:crypto';

import { at, firstText } from '../nodes/Messaging/text/json.ts';
import { bundleInbox } from './bundleInbox.mts';
import { seededRandom } from './seededRandom.ts';
import { serviceForms } from './forms/forms.ts';
import type { ServiceName } from './forms/serviceName.ts';
import { createService } from './service.ts';
import type { SettingsChange } from './state/settings.ts';
import { readHostName } from './hostAndOrigin.ts';
import type { Dependencies, WebhookAnswer } from './state/dependencies.ts';

export interface SandboxOptions {
	/** 0, the default, takes a free port. */
	readonly port?: number;
	/** 127.0.0.1 by default, since everyone who reaches the service controls it. */
	readonly host?: string;
	/** Further host names that it answers to; one with a port is good for that port alone. */
	readonly allowHosts?: readonly string[];
	/** The service that is played; by default that of the API document. */
	readonly service?: ServiceName;
	readonly apiKey?: string;
	/** Decides what happens by chance (faults and failures by rate); random when left out. */
	readonly seed?: number;
	/** What is changed at `/_sandbox/settings` while the service runs. */
	readonly settings?: SettingsChange;
	/** A clock and ids in place of the real ones, for what has to be the same each time. */
	readonly dependencies?: Partial<Pick<Dependencies, 'now' | 'newId'>>;
}

/** How long a receiver of webhooks may take, in milliseconds. */
const webhookTimeoutMs = 10_000;

/** Starts the messaging service. Throws where it can't listen, or where a host name is not valid. */
export async function startSandbox(options: SandboxOptions = {}) {
	const { port = 0, host = '127.0.0.1', allowHosts = [], service = 'document', apiKey = 'sandbox-key', settings = {}, dependencies } = options;
	const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
	const form = serviceForms[service];
	const closing = new AbortController();
	const app = await createService({
		dependencies: { ...nodeDependencies(seed, closing.signal), ...dependencies },
		apiKey,
		form,
		page: await bundleInbox(),
		settings,
		names: { boundTo: host, allowed: allowHosts.map(readHostName) },
		describeApi,
	});
	const url = await app.listen({ port, host });
	return {
		/** Without a slash at its end. */
		url,
		apiKey,
		/** The key whose messages are only simulated, if the service has one. */
		testKey: form.testKey(apiKey),
		seed,
		/** Ends every connection and every timer. */
		async close(): Promise<void> {
			closing.abort();
			await app.close();
		},
	};
}

/** The generator is loaded when it is first asked for: the service starts without it. */
async function describeApi(): Promise<unknown> {
	const [{ createDocument }, { apiDescription }] = await Promise.all([import('zod-openapi'), import('./openapi/document.ts')]);
	return createDocument(apiDescription);
}

function nodeDependencies(seed: number, closing: AbortSignal): Dependencies {
	return {
		now: () => Date.now(),
		wake(afterMs, run) {
			const timer = setTimeout(run, afterMs);
			return () => clearTimeout(timer);
		},
		random: seededRandom(seed),
		newId: () => randomUUID().replaceAll('-', '').slice(0, 20),
		post: ({ url, headers, body }) => request(url, { method: 'POST', headers, body }),
		get: (url) => request(url, {}),
	};

	async function request(url: string, options: RequestInit): Promise<WebhookAnswer> {
		try {
			const signal = AbortSignal.any([closing, AbortSignal.timeout(webhookTimeoutMs)]);
			const answer = await fetch(url, { ...options, redirect: 'manual', signal });
			return { status: answer.status, body: (await answer.text()).slice(0, 2000) };
		} catch (error) {
			return { failure: describe(error) };
		}
	}
}

/** Why a request got no answer: fetch hides the reason in the cause. */
const describe = (error: unknown): string =>
	firstText(at(error, 'cause', 'code'), at(error, 'cause', 'message'), at(error, 'message')) ?? 'failed';
