import type { Failure } from '../contract/failure';
import { maxWaitMs, pausesRun } from '../contract/response/retry';
import { backOff, pause, type Clock } from './clock';
import type { RateLimiter, RequestEnd, StartLimit } from './rateLimiter';

/** How the requests of a run are attempted. */
export interface Attempts {
	/** How many attempts a request has at most. */
	readonly max: number;
	readonly limiter: RateLimiter;
	readonly clock: Clock;
	/** When this is aborted, no further attempt is made. */
	readonly signal: AbortSignal;
}

/** A request that may be repeated; `T` is the result of one attempt. */
export interface RetriableRequest<T> {
	/** The request with the lowest order goes first. */
	readonly order: number;
	readonly pacing: 'paced' | 'unpaced';
	/** Makes one attempt. Must not throw: a failure is a result too. */
	request(): Promise<T>;
	/** Why an attempt failed; undefined where it succeeded. */
	failureOf(result: T): Failure | undefined;
	/** Whether the request may be repeated after this attempt. */
	isRetryable(result: T): boolean;
	/** Called when the request has failed for good, before a request behind it is admitted. */
	readonly onFailed?: (() => void) | undefined;
	/** Until when each attempt may start. */
	readonly limit?: StartLimit | undefined;
}

/** How the attempts of a request ended. */
interface AttemptedRequest<T> {
	/** The result of the last attempt; undefined when none was made. */
	readonly last: T | undefined;
	/** How many attempts were made. */
	readonly attempts: number;
	/**
	 * Why there is no further attempt: the last one settled it, the run was stopped, the service asks the whole run
	 * for too long a pause, or the attempt would start too late.
	 */
	readonly end: 'settled' | 'stopped' | 'paused' | 'expired';
	/** The wait that the service asks for before the next attempt, in milliseconds, where it is too long for the run. */
	readonly tooLongMs?: number;
}

const anyTime: StartLimit = { notAfter: () => Infinity };

/** Makes a request, admitted by the rate limiter, until it succeeds, fails for good, or has used all its attempts. */
export async function requestWithRetry<T>(
	{ order, pacing, request, failureOf, isRetryable, onFailed, limit = anyTime }: RetriableRequest<T>,
	{ max, limiter, clock, signal }: Attempts,
): Promise<AttemptedRequest<T>> {
	let last: T | undefined;
	function onExpired(): void {
		limit.onExpired?.();
		onFailed?.();
	}
	for (let attempts = 0; ; ) {
		const admission = await limiter.admit(order, pacing, { notAfter: () => limit.notAfter(), onExpired });
		if (admission.state === 'stopped' || admission.state === 'expired') return { last, attempts, end: admission.state };
		if (admission.state === 'paused') {
			onFailed?.();
			return { last, attempts, end: 'paused', tooLongMs: admission.forMs };
		}
		last = await request();
		attempts++;
		const failure = failureOf(last);
		const wait = failure !== undefined && isRetryable(last) ? ownWait(failure, attempts, clock) : undefined;
		const isTooLong = wait !== undefined && wait > maxWaitMs;
		const isSettled = wait === undefined || isTooLong || attempts >= max;
		const isTooLate = !isSettled && clock.date() + wait > limit.notAfter();
		if (isTooLate) onExpired();
		else if (isSettled && failure !== undefined) onFailed?.();
		admission.end(endingOf(failure, attempts));
		if (isTooLate) return { last, attempts, end: 'expired' };
		if (isSettled) return { last, attempts, end: 'settled', ...(isTooLong ? { tooLongMs: wait } : {}) };
		await pause(wait, clock, signal);
	}
}

/** How long a request waits on its own, in milliseconds. It waits no longer where the whole run pauses. */
function ownWait(failure: Failure, attempts: number, clock: Clock): number {
	if (failure.retryAfterMs !== undefined) return failure.retryAfterMs;
	return pausesRun(failure) ? 0 : backOff(attempts, clock);
}

function endingOf(failure: Failure | undefined, attempt: number): RequestEnd {
	if (failure === undefined) return 'answered';
	if (pausesRun(failure)) return { pauseMs: failure.retryAfterMs, attempt };
	return failure.httpStatus !== undefined && failure.httpStatus < 500 ? 'answered' : 'unclear';
}
