import { sleep } from 'n8n-workflow';

/** Time and randomness. They are passed in so that a test can control both. */
export interface Clock {
	/** Milliseconds since an arbitrary point; never goes back. */
	now(): number;
	/** Milliseconds since 1970; may jump when the system's clock is set. */
	date(): number;
	/** Resolves after `ms` milliseconds. */
	wait(ms: number): Promise<void>;
	/** A random number from 0 up to, but not including, 1. */
	random(): number;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	date: () => Date.now(),
	wait: sleep,
	random: Math.random,
};

/** n8n's sleep can't be ended early, so a long wait is split into short ones. */
const sliceMs = 200;

/** Waits for `ms` milliseconds. Ends early, within a fifth of a second, when the signal is aborted. */
export async function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
	const end = clock.now() + ms;
	for (let left = ms; left > 0 && !signal.aborted; left = end - clock.now()) {
		await clock.wait(Math.min(left, sliceMs));
	}
}

const baseMs = 1_000;
const capMs = 60_000;

/** Exponential back-off with full jitter: a random time from 0 up to 1 s, 2 s, 4 s … 60 s. */
export const backOff = (attempt: number, { random }: Clock): number =>
	random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
