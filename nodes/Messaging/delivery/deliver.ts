import type { Answer } from '../contract/answer';
import { readFailure, type ConnectionFailure, type Failure } from '../contract/failure';
import { heldBack, readNoAnswer, runStopped, type NoAnswer } from '../contract/noAnswer';
import { err, type Result } from '../contract/result';
import { maySucceedLater, stillUncertain } from '../contract/retry';
import type { Sent } from '../contract/sendOutcome';
import type { Clock } from './clock';
import { createGate } from './gate';
import { requestWithRetry } from './requestWithRetry';
import { sendWithRetry } from './sendWithRetry';

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
	/**
	 * Makes a request that sends no message (a list, an upload), ahead of every message, since messages
	 * wait for it. Gives its last answer, or why it was kept from leaving.
	 */
	ask(
		request: () => Promise<Result<Answer, ConnectionFailure>>,
		pacing: 'paced' | 'unpaced',
	): Promise<Result<Answer, NoAnswer>>;
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
	const attempts = { max: maxAttempts, gate, clock, signal };

	async function deliverOne(index: number, { prepare, earlier, stopAtFailure }: Messages): Promise<Sent | undefined> {
		const before = earlier.get(index);
		const mayHaveLeft = before?.outcome === 'unknown';
		if (before !== undefined && !(mayHaveLeft && isIdempotent)) return before;
		const onFailed = stopAtFailure ? () => stopped.abort() : undefined;
		const ready = await prepare(index);
		if (typeof ready === 'function') {
			return (await sendWithRetry({ order: index, send: ready, mayHaveLeft, isIdempotent, onFailed }, attempts)) ?? before;
		}
		if (ready.outcome === 'accepted') return ready;
		if (ready.failure.isStopped === true) return before;
		onFailed?.();
		return mayHaveLeft ? stillUncertain(ready) : ready;
	}

	return {
		async ask(request, pacing) {
			const { last, end, tooLongMs } = await requestWithRetry(
				{ order: -1, pacing, request, failureOf, mayLeaveAgain },
				attempts,
			);
			if (end === 'settled' && last !== undefined) return last;
			return err({ withheld: tooLongMs === undefined ? runStopped : heldBack(tooLongMs) });
		},
		async deliver(messages) {
			const outcomes = Array.from({ length: messages.count }, (_, index) => messages.earlier.get(index));
			function* indices() {
				for (let index = 0; index < messages.count && !signal.aborted; index++) yield index;
			}
			await inParallel(indices(), Math.min(concurrency, messages.count), async (index) => {
				outcomes[index] = await deliverOne(index, messages);
			});
			return outcomes;
		},
	};
}

type Asked = Result<Answer, ConnectionFailure>;

function failureOf(asked: Asked): Failure | undefined {
	if (!asked.ok) return readNoAnswer(asked.error);
	const { status } = asked.value;
	return status >= 200 && status < 300 ? undefined : readFailure(asked.value, Date.now());
}

function mayLeaveAgain(asked: Asked): boolean {
	const failure = failureOf(asked);
	return failure !== undefined && maySucceedLater(failure);
}

/** Does the work for each item of an iterator, for so many at once, started in their order. */
async function inParallel<T>(items: Iterable<T>, workers: number, work: (item: T) => Promise<void>): Promise<void> {
	async function worker(): Promise<void> {
		for (const item of items) await work(item);
	}
	await Promise.all(Array.from({ length: workers }, worker));
}
