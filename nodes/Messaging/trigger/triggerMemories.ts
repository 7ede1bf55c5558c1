import { createRecentEvents, type RecentEvents } from './recentEvents';

/** How much is remembered at most. */
export interface MemoryLimits {
	/** Triggers with a memory. */
	readonly triggers: number;
	/** The newest events that each trigger keeps; up to twice as many for a while. */
	readonly eventsOfEach: number;
	/** Events of all triggers together. */
	readonly events: number;
}

/** What each trigger has had of late: one memory for each, so that none makes another forget. */
export interface TriggerMemories {
	/** The memory of a trigger, made where it has none. `now` and `rememberMs` in milliseconds. */
	open(trigger: string, now: number, rememberMs: number): RecentEvents;
}

interface Memory {
	readonly events: RecentEvents;
	openedAt: number;
	rememberMs: number;
}

/**
 * Keeps the memories within their limits: one that was not opened for as long as it remembers holds
 * nothing that counts and goes; of too many the one that was not opened for longest goes; and of too
 * many events the older ones of the fullest memory.
 */
export function createTriggerMemories(limits: MemoryLimits): TriggerMemories {
	const memories = new Map<string, Memory>();

	function forgetIdle(now: number): void {
		for (const [trigger, { openedAt, rememberMs }] of memories) {
			if (now - openedAt > rememberMs) memories.delete(trigger);
		}
	}

	function forgetLongestUnopened(): void {
		const [longest] = [...memories].sort(([, a], [, b]) => a.openedAt - b.openedAt);
		if (longest !== undefined) memories.delete(longest[0]);
	}

	function makeRoomForEvents(): void {
		const all = [...memories.values()].map(({ events }) => events);
		let total = all.reduce((sum, { size }) => sum + size, 0);
		while (total > limits.events) {
			const fullest = all.reduce((a, b) => (b.size > a.size ? b : a));
			total -= fullest.size;
			fullest.forgetOlder();
			total += fullest.size;
		}
	}

	return {
		open(trigger, now, rememberMs) {
			forgetIdle(now);
			makeRoomForEvents();
			const known = memories.get(trigger);
			if (known === undefined && memories.size >= limits.triggers) forgetLongestUnopened();
			const memory = known ?? { events: createRecentEvents(limits.eventsOfEach), openedAt: now, rememberMs };
			memory.openedAt = now;
			memory.rememberMs = rememberMs;
			memory.events.forgetOld(now, rememberMs);
			memories.set(trigger, memory);
			return memory.events;
		},
	};
}
