import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WayName } from '../ways.mts';

export interface ServiceSettings {
	/** How long it takes to answer, in milliseconds. */
	readonly latencyMs: number;
	/** How many templates the account has. */
	readonly templates: number;
	/** How many people get the messages, if not one each. */
	readonly people?: number | undefined;
}

/** What a run looked like from the service's side. */
export interface Counts {
	/** Messages that were right, each of an order of its own. */
	readonly messages: number;
	readonly refused: number;
	readonly mostInFlight: number;
	/** Connections on which messages came. */
	readonly connections: number;
}

export interface BenchService {
	readonly url: string;
	/** Starts counting anew. */
	begin(settings: ServiceSettings): Promise<void>;
	/** What arrived since the last beginning. @throws when it isn't every message, once and whole */
	counts(way: WayName, messages: number): Promise<Counts>;
}

/** Starts the service under test in a process of its own; it ends with this one. */
export async function startService(): Promise<BenchService> {
	const child = fork(fileURLToPath(new URL('service.mts', import.meta.url)));
	// The service and this file are written together: it sends its address first.
	const [url] = (await once(child, 'message', { signal: AbortSignal.timeout(30_000) })) as [string];
	child.unref();
	child.channel?.unref();
	return {
		url,
		async begin(settings) {
			await fetch(`${url}/bench/begin`, { method: 'POST', body: JSON.stringify(settings) });
		},
		async counts(way, messages) {
			const counts = (await (await fetch(`${url}/bench/counts`)).json()) as Counts;
			if (counts.messages === messages && counts.refused === 0) return counts;
			throw new Error(`${way}: of ${String(messages)} messages this arrived: ${JSON.stringify(counts)}`);
		},
	};
}
