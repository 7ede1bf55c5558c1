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
	/** How many messages and uploads may start in a second; 0 is no limit. */
	readonly messagesPerSecond: number;
	/** How many attempts a request has at most, where a further attempt can't send a message twice. */
	readonly maxAttempts: number;
	/** Whether messages carry an idempotency key, so that those with an unknown outcome may be sent again. */
	readonly isIdempotent: boolean;
	readonly clock: Clock;
	/** When this is aborted, no request is started and no pause is waited for. */
	readonly signal?: AbortSignal | undefined;
}

/** A message that is ready to be sent. */
export interface ReadyMessage {
	/** Makes one attempt. Must not throw. */
	send(): Promise<SendResult>;
	/** Until when it may start, in milliseconds since 1970; Infinity is no limit. */
	readonly notAfter: number;
}

export interface Messages {
	/** How many there are. */
	readonly count: number;
	/** Whether no message is started after one that was not accepted. One that an earlier try or run has left does not count. */
	readonly stopAtFailure: boolean;
	/** What became of messages in an earlier try of the same run, by index. */
	readonly earlier: ReadonlyMap<number, SendResult>;
	/**
	 * Prepares the message at an index: gives what sends it, or its outcome where nothing has to be sent. Must not
	 * throw: a failure is an outcome too.
	 */
	prepare(index: number): Promise<SendResult | ReadyMessage>;
	/** Called with what became of each message that was prepared; undefined where it was not started. */
	onResult?(index: number, sent: SendResult | undefined): void;
}

/** Sends all requests of one run, within the limits of the service and of the user. */
export interface Sender {
	/**
	 * Makes a request that sends no message (a list, an upload). It goes before every message, because messages wait
	 * for it. Gives its last response, or why it was not made. `limit` says until when its attempts may start;
	 * without it there is no limit.
	 */
	request(
		request: () => Promise<Result<HttpResponse, ConnectionFailure>>,
		pacing: 'paced' | 'unpaced',
		limit?: StartLimit,
	): Promise<Result<HttpResponse, NoResponse>>;
	/**
	 * Sends messages, started in their order. Gives what became of each, by index; undefined for a message that was
	 * not started.
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

/** Whether a message came too late. No attempt was made then, so this says nothing about an earlier try of the run. */
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

/** Does the work for each item, in order, with so many workers at the same time. */
async function inParallel<T>(items: Iterable<T>, workers: number, work: (item: T) => Promise<void>): Promise<void> {
	async function worker(): Promise<void> {
		for (const item of items) await work(item);
	}
	await Promise.all(Array.from({ length: workers }, worker));
}
