import { createRecentEvents, type RecentEvents } from './recentEvents';

/** How much is kept at most. */
export interface MemoryLimits {
	/** How many triggers have a memory. */
	readonly triggers: number;
	/** How many of the newest events each trigger keeps, and for a while up to twice as many. */
	readonly eventsOfEach: number;
	/** How many events all triggers keep together. */
	readonly events: number;
}

/** The recent events of each trigger. Each has its own memory, so that a busy trigger does not displace others. */
export interface TriggerMemories {
	/** The memory of a trigger, a new one where it has none. `now` and `rememberMs` in milliseconds. */
	open(trigger: string, now: number, rememberMs: number): RecentEvents;
}

interface Memory {
	readonly events: RecentEvents;
	openedAt: number;
	rememberMs: number;
}

/**
 * Keeps the memories within their limits. A memory that was not opened for `rememberMs` holds no event that
 * still counts, and is deleted. If there are too many memories, the one that was unused for longest is
 * deleted; if there are too many events, the older ones of the fullest memory.
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
