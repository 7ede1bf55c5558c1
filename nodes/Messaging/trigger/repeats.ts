import { createHash } from 'node:crypto';

/** The events of the last while, in the memory of this process alone. */
export interface RecentEvents {
	/**
	 * Notes an event; false when it was noted already and is still remembered. `now` in milliseconds.
	 * @param isUndone says from then on that no workflow started with it: it counts as not noted
	 */
	note(key: string, now: number, isUndone?: () => boolean): boolean;
	/** What `isUndone` says of an event that it was noted with won't change any more. */
	settle(key: string, isUndone: () => boolean): void;
}

interface Came {
	readonly at: number;
	/** Gone once it is settled that a workflow started. */
	readonly isUndone: (() => boolean) | undefined;
}

/**
 * Remembers events for so many milliseconds after they came last, and at most so many of them: beyond
 * that the oldest are forgotten.
 */
export function createRecentEvents(rememberMs: number, mostEvents: number): RecentEvents {
	// A Map keeps its entries in the order in which they came, so the oldest stand first.
	const events = new Map<string, Came>();
	return {
		note(key, now, isUndone) {
			for (const [oldest, { at }] of events) {
				if (now - at < rememberMs) break;
				events.delete(oldest);
			}
			const before = events.get(key);
			const isNew = before === undefined || before.isUndone?.() === true;
			events.delete(key);
			events.set(key, { at: now, isUndone: isNew ? isUndone : before.isUndone });
			for (const oldest of events.keys()) {
				if (events.size <= mostEvents) break;
				events.delete(oldest);
			}
			return isNew;
		},
		settle(key, isUndone) {
			const came = events.get(key);
			if (came?.isUndone !== isUndone) return;
			if (isUndone()) events.delete(key);
			else events.set(key, { at: came.at, isUndone: undefined });
		},
	};
}

/** A short key for what makes an event one of its kind, however long its parts are. */
export const keyOf = (...parts: readonly string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64').slice(0, 24);
