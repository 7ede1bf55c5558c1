import pMap from 'p-map';

import type { Answer } from '../contract/answer';
import type { ConnectionFailure } from '../contract/failure';
import type { Result } from '../contract/result';
import { stillUncertain } from '../contract/retry';
import type { Sent } from '../contract/sendOutcome';
import { ask } from './ask';
import type { Clock } from './clock';
import { createGate } from './gate';
import { settle } from './settle';

export interface LineSettings {
	/** How many messages may be in flight at once. */
	readonly concurrency: number;
	/** Ceiling on request starts in a second; 0 is none. */
	readonly messagesPerSecond: number;
	/** How often a request is tried at most, where trying again can't send a message twice. */
	readonly maxAttempts: number;
	/** Whether messages carry an idempotency key, so that unknown outcomes are tried again too. */
	readonly isIdempotent: boolean;
	readonly clock: Clock;
	/** Nothing new is started and nothing is waited for once this is aborted. */
	readonly signal?: AbortSignal | undefined;
}

export interface Messages {
	/** How many there are. */
	readonly count: number;
	/** Whether the first message that is not accepted keeps the rest from being started. An earlier try's doesn't. */
	readonly stopAtFailure: boolean;
	/** What became of messages in an earlier try of the same run, by index. */
	readonly earlier: ReadonlyMap<number, Sent>;
	/**
	 * Makes the message at an index ready: gives the function that sends it, or why there is nothing
	 * to send. Neither may throw: whatever goes wrong is an outcome.
	 */
	prepare(index: number): Promise<Sent | (() => Promise<Sent>)>;
}

/** The way of one run's requests to the service, which keeps what the service and the user ask for. */
export interface Line {
	/** Makes a request that sends no message: a list, an upload. */
	ask(
		request: () => Promise<Result<Answer, ConnectionFailure>>,
		pacing: 'paced' | 'unpaced',
	): Promise<Result<Answer, ConnectionFailure>>;
	/**
	 * Sends messages, started in their order. Gives what became of each, by index; undefined stands
	 * for a message that was not started.
	 */
	deliver(messages: Messages): Promise<Array<Sent | undefined>>;
}

export function openLine(settings: LineSettings): Line {
	const { concurrency, clock, maxAttempts, isIdempotent } = settings;
	const stopped = new AbortController();
	const signal = AbortSignal.any([stopped.signal, ...(settings.signal === undefined ? [] : [settings.signal])]);
	const gate = createGate({ ...settings, signal });
	const attempts = { max: maxAttempts, unknownToo: isIdempotent, clock, signal };

	async function deliverOne(index: number, { prepare, earlier }: Messages): Promise<Sent | undefined> {
		const before = earlier.get(index);
		const mayHaveLeft = before?.outcome === 'unknown';
		if (before !== undefined && !(mayHaveLeft && isIdempotent)) return before;
		const ready = await prepare(index);
		if (typeof ready !== 'function') return mayHaveLeft ? stillUncertain(ready) : ready;
		return (await settle(index, ready, mayHaveLeft, gate, attempts)) ?? before;
	}

	return {
		ask: async (request, pacing) => await ask(request, pacing, gate, attempts),
		async deliver(messages) {
			const outcomes = Array.from({ length: messages.count }, (_, index) => messages.earlier.get(index));
			function* indices() {
				for (let index = 0; index < messages.count && !signal.aborted; index++) yield index;
			}
			async function one(index: number): Promise<void> {
				const sent = await deliverOne(index, messages);
				outcomes[index] = sent;
				const isNew = sent !== messages.earlier.get(index);
				if (messages.stopAtFailure && isNew && sent?.outcome !== 'accepted') stopped.abort();
			}
			await pMap(indices(), one, { concurrency });
			return outcomes;
		},
	};
}
