import type { Failure } from '../contract/failure';
import { maxWaitMs, pausesRun } from '../contract/response/retry';
import { backOff, pause, type Clock } from './clock';
import type { RateLimiter, RequestEnd, StartLimit } from './rateLimiter';

/** How often and where the requests of a run are tried. */
export interface Attempts {
	/** How often a request is tried at most. */
	readonly max: number;
	readonly limiter: RateLimiter;
	readonly clock: Clock;
	/** Nothing is tried again once this is aborted. */
	readonly signal: AbortSignal;
}

/** A request that may be tried again; `T` is what one try brings. */
export interface RetriableRequest<T> {
	/** Whoever has the lowest goes first. */
	readonly order: number;
	readonly pacing: 'paced' | 'unpaced';
	/** Makes the request once. May not throw: whatever goes wrong is something that the try brings. */
	request(): Promise<T>;
	/** Why a try was no success; undefined where it was. */
	failureOf(tried: T): Failure | undefined;
	/** Whether the request may be made again after this try. */
	isRetryable(tried: T): boolean;
	/** Called once no further try can make it succeed, before anybody behind it is let through. */
	readonly onFailed?: (() => void) | undefined;
	/** Until when each of its tries may start. */
	readonly limit?: StartLimit | undefined;
}

/** How the tries of a request ended. */
export interface TriedRequest<T> {
	/** What the last try brought; undefined when none was made. */
	readonly last: T | undefined;
	/** How many tries were made. */
	readonly attempts: number;
	/** Why there is no further try: the last one settled it, the run was stopped, the service has the whole run wait, or it would start too late. */
	readonly end: 'settled' | 'stopped' | 'paused' | 'expired';
	/** The wait that the service asks for before the next try, in milliseconds, where it is too long to be waited. */
	readonly tooLongMs?: number;
}

const anyTime: StartLimit = { notAfter: () => Infinity };

/** Makes a request past the rate limiter until it succeeds, fails for good, or was tried often enough. */
export async function requestWithRetry<T>(
	{ order, pacing, request, failureOf, isRetryable, onFailed, limit = anyTime }: RetriableRequest<T>,
	{ max, limiter, clock, signal }: Attempts,
): Promise<TriedRequest<T>> {
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

/** How long a request waits by itself, in milliseconds. Where the whole run waits, that is enough. */
function ownWait(failure: Failure, attempts: number, clock: Clock): number {
	if (failure.retryAfterMs !== undefined) return failure.retryAfterMs;
	return pausesRun(failure) ? 0 : backOff(attempts, clock);
}

function endingOf(failure: Failure | undefined, attempt: number): RequestEnd {
	if (failure === undefined) return 'answered';
	if (pausesRun(failure)) return { pauseMs: failure.retryAfterMs, attempt };
	return failure.httpStatus !== undefined && failure.httpStatus < 500 ? 'answered' : 'unclear';
}
