import { hashOf } from '../text/hash';

/** Says whether no workflow started with an event after all. */
export type IsUndone = () => boolean;

/** Recent events, in the memory of this process only. */
export interface RecentEvents {
	/** How many events are kept. */
	readonly size: number;
	/** Forgets events that last came more than `rememberMs` ago, at the latest after twice that time. Times in milliseconds. */
	forgetOld(now: number, rememberMs: number): void;
	/** Forgets the older generation of events, or all if there is only one. */
	forgetOlder(): void;
	/**
	 * Notes an event. False when it was noted before and is still remembered.
	 * @param isUndone says later whether no workflow started with the event; then it counts as not noted
	 */
	note(key: string, isUndone?: IsUndone): boolean;
	/** Says that `isUndone` is final for this event, so that it need not be kept. */
	settle(key: string, isUndone: IsUndone): void;
}

/** `started`: a workflow has started with the event, and this is final. */
type State = IsUndone | 'started';

/**
 * Remembers at least the newest `keeps` events, and at most twice as many. They are kept in two generations,
 * and the older one is dropped as a whole. Deleting the oldest entry of a Map again and again would be slow:
 * each time it walks over all entries that were deleted before.
 */
export function createRecentEvents(keeps: number): RecentEvents {
	let current = new Map<string, State>();
	let previous = new Map<string, State>();
	/** When the current generation began, in milliseconds. */
	let currentSince = 0;
	let latest = 0;

	function startGeneration(): void {
		previous = current;
		current = new Map();
		currentSince = latest;
	}

	return {
		get size() {
			return current.size + previous.size;
		},
		forgetOld(now, rememberMs) {
			if (now - latest > rememberMs) {
				current = new Map();
				previous = new Map();
				currentSince = now;
			} else if (now - currentSince > rememberMs) {
				startGeneration();
			}
			currentSince = Math.min(currentSince, now);
			latest = now;
		},
		forgetOlder() {
			if (previous.size === 0) current = new Map();
			previous = new Map();
		},
		note(key, isUndone) {
			const before = current.get(key) ?? previous.get(key);
			const isNew = before === undefined || (before !== 'started' && before());
			if (current.size >= keeps && !current.has(key)) startGeneration();
			previous.delete(key);
			current.set(key, isNew ? (isUndone ?? 'started') : before);
			return isNew;
		},
		settle(key, isUndone) {
			for (const generation of [current, previous]) {
				if (generation.get(key) !== isUndone) continue;
				if (isUndone()) generation.delete(key);
				else generation.set(key, 'started');
			}
		},
	};
}

/** A short key for the parts that identify an event or a trigger. */
export const shortKey = (...parts: readonly string[]): string =>
	hashOf('base64', ...parts).slice(0, 24);
