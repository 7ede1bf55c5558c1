import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again until the answer is there.
 * @param what completes the sentence "Waited 30 s for …"
 * @throws when it isn't there in time
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined>, withinMs = 30_000): Promise<T> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Waited ${String(withinMs / 1000)} s for ${what}`);
		await wait(50);
	}
}

/** Reads a page until a check of what was read no longer throws: what is shown comes a moment later. */
export async function settled<T>(read: () => Promise<T>, check: (seen: T) => void, withinMs = 30_000): Promise<void> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const seen = await read();
		try {
			return check(seen);
		} catch (cause) {
			if (Date.now() > deadline) throw cause;
		}
		await wait(50);
	}
}
