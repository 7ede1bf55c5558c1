import { sleep } from 'n8n-workflow';

/** Time and chance, given from outside so that a test can decide about both. */
export interface Clock {
	/** Milliseconds since any point; never goes back. */
	now(): number;
	/** Milliseconds since 1970, as calendars count; may jump. */
	date(): number;
	/** Resolves after so many milliseconds. */
	wait(ms: number): Promise<void>;
	/** From 0 to 1, without 1. */
	random(): number;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	date: () => Date.now(),
	wait: sleep,
	random: Math.random,
};

/** n8n's sleep can't be ended early, so a long wait is made of short ones. */
const sliceMs = 200;

/** Waits for `ms` milliseconds, or until the signal is aborted (within a fifth of a second). */
export async function pause(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
	const end = clock.now() + ms;
	for (let left = ms; left > 0 && !signal.aborted; left = end - clock.now()) {
		await clock.wait(Math.min(left, sliceMs));
	}
}

const baseMs = 1_000;
const capMs = 60_000;

/** Exponential back-off with full jitter: anything from nothing to 1 s, 2 s, 4 s … 60 s. */
export const backOff = (attempt: number, { random }: Clock): number =>
	random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
