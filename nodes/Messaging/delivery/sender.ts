import type { Failure } from '../contract/failure';
import { uploadExpired } from '../contract/message/notAfter';
import { keepUnknown, type SendResult } from '../contract/message/sendResult';
import type { ConnectionFailure } from '../contract/response/connectionFailure';
import { notTried, readNoResponse, runStopped, type NoResponse } from '../contract/response/noResponse';
import { isSuccess, type HttpResponse } from '../contract/response/response';
import { readFailure } from '../contract/response/responseFailure';
import { isReadRetryable } from '../contract/response/retry';
import { err, type Result } from '../contract/result';
import type { Clock } from './clock';
import { createRateLimiter, type StartLimit } from './rateLimiter';
import { requestWithRetry } from './requestWithRetry';
import { sendWithRetry } from './sendWithRetry';

export interface SenderSettings {
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

/** A message that only has to leave yet. */
export interface ReadyMessage {
	/** Sends it once. May not throw. */
	send(): Promise<SendResult>;
	/** Until when it may start, in milliseconds since 1970; Infinity is for ever. */
	readonly notAfter: number;
}

export interface Messages {
	/** How many there are. */
	readonly count: number;
	/** Whether the first message that is not accepted keeps the rest from being started. An earlier try's or run's doesn't. */
	readonly stopAtFailure: boolean;
	/** What became of messages in an earlier try of the same run, by index. */
	readonly earlier: ReadonlyMap<number, SendResult>;
	/**
	 * Makes the message at an index ready: gives what sends it, or why there is nothing to send. May
	 * not throw: whatever goes wrong is an outcome.
	 */
	prepare(index: number): Promise<SendResult | ReadyMessage>;
	/** Is told what became of each message that was made ready; undefined where it was not started after all. */
	onResult?(index: number, sent: SendResult | undefined): void;
}

/** The way of one run's requests to the service, which keeps what the service and the user ask for. */
export interface Sender {
	/**
	 * Makes a request that sends no message (a list, an upload), ahead of every message, since messages
	 * wait for it. Gives its last answer, or why it was kept from leaving. `limit` says until when its
	 * tries may start; without it, at any time.
	 */
	request(
		request: () => Promise<Result<HttpResponse, ConnectionFailure>>,
		pacing: 'paced' | 'unpaced',
		limit?: StartLimit,
	): Promise<Result<HttpResponse, NoResponse>>;
	/**
	 * Sends messages, started in their order. Gives what became of each, by index; undefined stands
	 * for a message that was not started.
	 */
	send(messages: Messages): Promise<Array<SendResult | undefined>>;
}

export function createSender(settings: SenderSettings): Sender {
	const { concurrency, clock, maxAttempts, isIdempotent } = settings;
	const stopped = new AbortController();
	const signal = AbortSignal.any([stopped.signal, ...(settings.signal === undefined ? [] : [settings.signal])]);
	const limiter = createRateLimiter({ ...settings, signal });
	const attempts = { max: maxAttempts, limiter, clock, signal };

	async function deliverOne(index: number, messages: Messages): Promise<SendResult | undefined> {
		const before = messages.earlier.get(index);
		if (before !== undefined && !(before.outcome === 'unknown' && isIdempotent)) return before;
		const sent = await prepareAndSend(index, before, messages);
		messages.onResult?.(index, sent);
		return sent;
	}

	async function prepareAndSend(
		index: number,
		before: SendResult | undefined,
		{ prepare, stopAtFailure }: Messages,
	): Promise<SendResult | undefined> {
		const mayHaveLeft = before !== undefined;
		const onFailed = stopAtFailure ? () => stopped.abort() : undefined;
		const ready = await prepare(index);
		if ('send' in ready) {
			const sent = await sendWithRetry({ order: index, ...ready, mayHaveLeft, isIdempotent, onFailed }, attempts);
			return sent === undefined || isExpired(sent) ? (before ?? sent) : sent;
		}
		if (ready.outcome === 'accepted') return ready;
		if (ready.failure.isStopped === true) return before;
		if (ready.failure.isOfEarlierRun !== true) onFailed?.();
		if (isExpired(ready)) return before ?? ready;
		return mayHaveLeft ? keepUnknown(ready) : ready;
	}

	return {
		async request(request, pacing, limit) {
			const { last, end, tooLongMs } = await requestWithRetry(
				{ order: -1, pacing, request, failureOf, isRetryable, limit },
				attempts,
			);
			if (end === 'settled' && last !== undefined) return last;
			if (end === 'expired') return err({ withheld: uploadExpired(last && failureOf(last)) });
			return err({ withheld: tooLongMs === undefined ? runStopped : notTried(tooLongMs) });
		},
		async send(messages) {
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

/** It was not even tried, so that it says nothing of an earlier try. */
const isExpired = (sent: SendResult): boolean => sent.outcome !== 'accepted' && sent.failure.category === 'expired';

type ReadResult = Result<HttpResponse, ConnectionFailure>;

function failureOf(asked: ReadResult): Failure | undefined {
	if (!asked.ok) return readNoResponse(asked.error);
	return isSuccess(asked.value) ? undefined : readFailure(asked.value, Date.now());
}

function isRetryable(asked: ReadResult): boolean {
	const failure = failureOf(asked);
	return failure !== undefined && isReadRetryable(failure);
}

/** Does the work for each item of an iterator, for so many at once, started in their order. */
async function inParallel<T>(items: Iterable<T>, workers: number, work: (item: T) => Promise<void>): Promise<void> {
	async function worker(): Promise<void> {
		for (const item of items) await work(item);
	}
	await Promise.all(Array.from({ length: workers }, worker));
}
