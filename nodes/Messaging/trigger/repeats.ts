import { createHash } from 'node:crypto';

/** The events of the last while, in the memory of this process alone. */
export interface RecentEvents {
	/** Notes an event; false when it was noted already and is still remembered. `now` in milliseconds. */
	note(key: string, now: number): boolean;
	/** As if it had not come: the workflow did not start with it. */
	forget(key: string): void;
}

/**
 * Remembers events for so many milliseconds after they came last, and at most so many of them: beyond
 * that the oldest are forgotten.
 */
export function createRecentEvents(rememberMs: number, mostEvents: number): RecentEvents {
	// A Map keeps its entries in the order in which they came, so the oldest stand first.
	const cameAt = new Map<string, number>();
	return {
		note(key, now) {
			for (const [oldest, at] of cameAt) {
				if (now - at < rememberMs) break;
				cameAt.delete(oldest);
			}
			const isNew = !cameAt.delete(key);
			cameAt.set(key, now);
			for (const oldest of cameAt.keys()) {
				if (cameAt.size <= mostEvents) break;
				cameAt.delete(oldest);
			}
			return isNew;
		},
		forget(key) {
			cameAt.delete(key);
		},
	};
}

/** A short key for what makes an event one of its kind, however long its parts are. */
export const keyOf = (...parts: readonly string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, 24);
