import type { Failure } from '../api/failure';
import { type Clock, pause } from './clock';
import { RateLimiter, type Waiter } from './rateLimiter';
import { maxWaitMs, signOf, waitMs } from './retry';

/** What the requests of one run share. */
export interface Attempts {
	/** How many attempts a request has at most. */
	readonly max: number;
	readonly limiter: RateLimiter;
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

interface AttemptsSettings {
	readonly concurrency: number;
	readonly messagesPerSecond: number;
	readonly maxAttempts: number;
	readonly clock: Clock;
	/** The cancel signal of the execution. */
	readonly cancel: AbortSignal | undefined;
}

export function openAttempts({ maxAttempts, clock, cancel, ...pace }: AttemptsSettings): Attempts {
	// Controllers of our own: Node warns of many listeners on a signal that is made of others.
	const [stopped, cancelled] = [new AbortController(), new AbortController()];
	const end = () => {
		cancelled.abort();
		stopped.abort();
	};
	if (cancel?.aborted === true) end();
	else cancel?.addEventListener('abort', end);
	const { signal } = stopped;
	const waits = new Set<AbortController>();
	signal.addEventListener('abort', () => waits.forEach((one) => one.abort()));
	return {
		max: maxAttempts,
		limiter: new RateLimiter({ ...pace, clock, signal }),
		clock,
		signal,
		cancelled: cancelled.signal,
		// Not async: who has waited takes its place before the limiter, which wakes at the same time, looks for the next one.
		wait(ms) {
			// A signal of its own: Node warns of the eleventh listener on one.
			const one = new AbortController();
			if (signal.aborted) one.abort();
			waits.add(one);
			const done = pause(ms, clock, one.signal);
			void done.then(() => waits.delete(one));
			return done;
		},
		stop: () => stopped.abort(),
		close: () => cancel?.removeEventListener('abort', end),
	};
}

/** A request that may be repeated; `T` is the result of one attempt. */
interface Repeatable<T> extends Waiter {
	/** Makes one attempt. Gives undefined if the run was stopped before it. Must not throw. */
	request(): Promise<T | undefined>;
	/** Why an attempt did not succeed; undefined if it did. */
	failureOf(result: T): Failure | undefined;
	mayRepeat(result: T): boolean;
}

/** How the attempts of a request ended. */
export type Attempted<T> = {
	/** The result of the last attempt; undefined if none was made. */
	readonly last: T | undefined;
	/** How many were made. */
	readonly count: number;
} & (
	| { readonly end: 'settled'; readonly last: T }
	| { readonly end: 'stopped' | 'expired' }
	/** Its next attempt would have to wait longer than the run accepts, in milliseconds. */
	| { readonly end: 'too long'; readonly waitMs: number }
);

/** Makes a request, each attempt at its turn, until it succeeds, can't be repeated, or has used all its attempts. */
export async function attempt<T>(
	{ request, failureOf, mayRepeat, ...waiter }: Repeatable<T>,
	{ max, limiter, clock, wait: waitFor }: Attempts,
): Promise<Attempted<T>> {
	let last: T | undefined;
	for (let count = 0; ; ) {
		const admission = await limiter.admit(waiter);
		if (admission.kind === 'too long') return { last, count, end: 'too long', waitMs: admission.waitMs };
		if (admission.kind !== 'admitted') return { last, count, end: admission.kind };
		const result = await request();
		if (result === undefined) {
			admission.end('unclear');
			return { last, count, end: 'stopped' };
		}
		last = result;
		count++;
		const failure = failureOf(result);
		admission.end(signOf(failure, count));
		if (failure === undefined || !mayRepeat(result)) return { last, count, end: 'settled' };
		const wait = waitMs(failure, count, clock.random);
		if (wait > maxWaitMs) return { last, count, end: 'too long', waitMs: wait };
		if (count >= max) return { last, count, end: 'settled' };
		if (clock.date() + wait > waiter.notAfter) return { last, count, end: 'expired' };
		await waitFor(wait);
	}
}

/** Does the work for each place of a list in order, with so many workers at once, until the signal is aborted. */
export async function inParallel(workers: number, count: number, signal: AbortSignal, work: (index: number) => Promise<void>): Promise<void> {
	let next = 0;
	async function worker(): Promise<void> {
		while (next < count && !signal.aborted) await work(next++);
	}
	await Promise.all(Array.from({ length: Math.min(workers, count) }, worker));
}
