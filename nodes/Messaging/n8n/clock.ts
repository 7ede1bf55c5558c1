import { sleep } from 'n8n-workflow';

/** Time and randomness. They are passed in so that a test can control both. */
export interface Clock {
	/** Milliseconds since an arbitrary point; never goes back. */
	now(): number;
	/** Milliseconds since 1970; may jump when the system's clock is set. */
	date(): number;
	/** Resolves after `ms` milliseconds. Rejects as soon as the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** A random number from 0 up to, but not including, 1. */
	random(): number;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	date: () => Date.now(),
	sleep,
	random: Math.random,
};

/** A timer of more milliseconds would go off at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Waits for `ms` milliseconds, for some weeks at most. Ends early when the signal is aborted. */
export async function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
	await clock.sleep(Math.min(ms, longestTimerMs), signal).catch(() => undefined);
}

/**
 * Gives a function for any number of pauses that end early when the signal is aborted. Each has a signal of its own, since
 * Node warns of the eleventh listener on one, and so ends early too if the caller aborts that.
 */
export function openPauses(signal: AbortSignal, clock: Clock): (ms: number, own?: AbortController) => Promise<void> {
	const pauses = new Set<AbortController>();
	signal.addEventListener('abort', () => pauses.forEach((one) => one.abort()));
	// Not async: who has waited goes on before what wakes at the same time and began to wait later.
	return (ms, own = new AbortController()) => {
		if (signal.aborted) own.abort();
		pauses.add(own);
		const done = pause(ms, clock, own.signal);
		void done.then(() => pauses.delete(own));
		return done;
	};
}
