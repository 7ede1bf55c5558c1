import { hashOf } from '../contract/hash';

/** Whether no workflow started with an event after all. */
export type IsUndone = () => boolean;

/** The events of the last while, in the memory of this process alone. */
export interface RecentEvents {
	/** How many are kept. */
	readonly size: number;
	/** Forgets what came last more than `rememberMs` ago, at the latest after twice that. `now` in milliseconds. */
	forgetOld(now: number, rememberMs: number): void;
	/** Forgets the older half of what is kept, or the rest where that is all. */
	forgetOlder(): void;
	/**
	 * Notes an event; false when it was noted already and is still remembered.
	 * @param isUndone says from then on that no workflow started with it: it counts as not noted
	 */
	note(key: string, isUndone?: IsUndone): boolean;
	/** What `isUndone` says of an event that it was noted with won't change any more. */
	settle(key: string, isUndone: IsUndone): void;
}

/** `started`: it is settled that a workflow started with the event. */
type State = IsUndone | 'started';

/**
 * Remembers events, the newest `keeps` of them and at most twice as many. They are kept in two
 * generations, of which the older is dropped as a whole: a Map whose oldest entry is looked for and
 * deleted again and again takes longer each time, since it walks over all that it has lost before.
 */
export function createRecentEvents(keeps: number): RecentEvents {
	let current = new Map<string, State>();
	let previous = new Map<string, State>();
	/** No event of the current generation came before, but for a clock that was set back. */
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

/** A short key for what makes an event one of its kind, however long its parts are. */
export const eventKey = (...parts: readonly string[]): string =>
	hashOf('base64', ...parts).slice(0, 24);
