import { type Clock, openPauses } from '../n8n/clock';
import type { Failure } from '../result/failure';
import { type Admit, type NoTurn, openRateLimiter, type RateLimiterSettings, type Waiter } from './rateLimiter';
import { maxWaitMs, signOf, waitMs } from './retry';

/** What the requests of one run share. */
export interface Attempts {
	/** How many attempts a request has at most. */
	readonly max: number;
	readonly admit: Admit;
	readonly clock: Clock;
	/** Aborted when the run is stopped or cancelled: no further attempt is made. */
	readonly signal: AbortSignal;
	/** Aborted when the run is cancelled. */
	readonly cancelled: AbortSignal;
	/** Waits for `ms` milliseconds, or until the run is stopped. */
	wait(ms: number): Promise<void>;
	/** Stops the run. Requests under way go on. */
	stop(): void;
	/** Must be called at the end of the run: the execution, which may run the node again, then forgets it. */
	close(): void;
}

interface AttemptsSettings extends Omit<RateLimiterSettings, 'signal'> {
	readonly maxAttempts: number;
	/** The cancel signal of the execution. */
	readonly cancel: AbortSignal | undefined;
}

export function openAttempts({ maxAttempts, clock, cancel, ...pace }: AttemptsSettings): Attempts {
	// Controllers of our own: Node warns of many listeners on a signal that is made of others.
	const [stopped, cancelled] = [new AbortController(), new AbortController()];
	const cancelAll = () => {
		cancelled.abort();
		stopped.abort();
	};
	if (cancel?.aborted === true) cancelAll();
	else cancel?.addEventListener('abort', cancelAll);
	const { signal } = stopped;
	return {
		max: maxAttempts,
		admit: openRateLimiter({ ...pace, clock, signal }),
		clock,
		signal,
		cancelled: cancelled.signal,
		wait: openPauses(signal, clock),
		stop: () => stopped.abort(),
		close: () => cancel?.removeEventListener('abort', cancelAll),
	};
}

/** A request that may be repeated; `T` is the result of one attempt. */
interface Repeatable<T> extends Waiter {
	/** Makes one attempt. Gives undefined if the run was stopped before it. Must not throw. */
	request(): Promise<T | undefined>;
	/** Why an attempt did not succeed; undefined if it did. */
	failureOf(result: T): Failure | undefined;
	mayRepeat(result: T, failure: Failure): boolean;
	/** Whether the request was not made after all. The result of the attempt before it counts then, if there was one. */
	isWithheld?(result: T): boolean;
}

/** What became of a request: how many attempts were made, and the result of the last one; undefined if there was none. */
export type Attempted<T> =
	| { readonly kind: 'settled'; readonly last: T; readonly count: number }
	| (NoTurn & { readonly last: T | undefined; readonly count: number });

/** Makes a request, each attempt at its turn, until it succeeds, can't be repeated, or has used all its attempts. */
export async function attempt<T>(
	{ request, failureOf, mayRepeat, isWithheld, ...waiter }: Repeatable<T>,
	{ max, admit, clock, wait: waitFor }: Attempts,
): Promise<Attempted<T>> {
	let last: T | undefined;
	for (let count = 0; ; ) {
		const turn = await admit(waiter);
		if (typeof turn !== 'function') return { ...turn, last, count };
		const result = await request();
		if (result === undefined) {
			turn('unclear');
			return { kind: 'stopped', last, count };
		}
		if (isWithheld?.(result) === true) {
			turn('unclear');
			return { kind: 'settled', last: last ?? result, count };
		}
		last = result;
		count++;
		const failure = failureOf(result);
		turn(signOf(failure, count));
		if (failure === undefined || !mayRepeat(result, failure)) return { kind: 'settled', last, count };
		const wait = waitMs(failure, count, clock.random);
		if (wait > maxWaitMs) return { kind: 'too long', waitMs: wait, last, count };
		if (count >= max) return { kind: 'settled', last, count };
		if (clock.date() + wait > waiter.notAfter) return { kind: 'expired', last, count };
		await waitFor(wait);
	}
}
