/** Says whether no workflow started with an event after all. */
export type IsUndone = () => boolean;

/** `started`: a workflow has started with the event, and this is final. */
type State = IsUndone | 'started';

/**
 * Remembers at least the newest `keeps` events of a trigger, and at most twice as many. They are kept in two generations,
 * and the older one is dropped as a whole. Deleting the oldest entry of a Map again and again would be slow: each time
 * it walks over all entries that were deleted before.
 */
export class RecentEvents {
	private current = new Map<string, State>();
	private previous = new Map<string, State>();
	/** When the current generation began, in milliseconds. */
	private currentSince = 0;
	private latest = 0;

	constructor(private readonly keeps: number) {}

	/** How many events are kept. */
	get size(): number {
		return this.current.size + this.previous.size;
	}

	/** Forgets events that last came more than `rememberMs` ago, at the latest after twice that time. Times in milliseconds. */
	forgetOld(now: number, rememberMs: number): void {
		if (now - this.latest > rememberMs) {
			this.forgetOlder();
			this.forgetOlder();
			this.currentSince = now;
		} else if (now - this.currentSince > rememberMs) {
			this.startGeneration();
		}
		this.currentSince = Math.min(this.currentSince, now);
		this.latest = now;
	}

	/** Forgets the older generation of events, or all if there is only one. */
	forgetOlder(): void {
		if (this.previous.size === 0) this.current = new Map();
		this.previous = new Map();
	}

	/**
	 * Notes an event. False when it was noted before and is still remembered.
	 * @param isUndone says later whether no workflow started with the event; then it counts as not noted
	 */
	note(key: string, isUndone?: IsUndone): boolean {
		const before = this.current.get(key) ?? this.previous.get(key);
		const isNew = before === undefined || (before !== 'started' && before());
		if (this.current.size >= this.keeps) this.startGeneration();
		this.previous.delete(key);
		this.current.set(key, isNew ? (isUndone ?? 'started') : before);
		return isNew;
	}

	/** Says that `isUndone` is final for this event, so that it need not be kept. */
	settle(key: string, isUndone: IsUndone): void {
		for (const generation of [this.current, this.previous]) {
			if (generation.get(key) !== isUndone) continue;
			if (isUndone()) generation.delete(key);
			else generation.set(key, 'started');
		}
	}

	private startGeneration(): void {
		this.previous = this.current;
		this.current = new Map();
		this.currentSince = this.latest;
	}
}

interface Opened {
	readonly events: RecentEvents;
	at: number;
	rememberMs: number;
}

/**
 * The recent events of each trigger, in the memory of this process only. A busy trigger does not displace those of
 * others. One that was not opened for `rememberMs` holds no event that still counts, and is forgotten. If there are too
 * many triggers, the one that was unused for longest is forgotten; if there are too many events, the older ones of the
 * fullest.
 */
export class TriggerMemories {
	private readonly opened = new Map<string, Opened>();

	/** How many triggers have a memory, how many of the newest events each keeps (for a while twice as many), and all together. */
	constructor(private readonly limits: { readonly triggers: number; readonly eventsOfEach: number; readonly events: number }) {}

	/** The memory of a trigger, a new one if it has none. `now` and `rememberMs` in milliseconds. */
	open(trigger: string, now: number, rememberMs: number): RecentEvents {
		for (const [other, one] of this.opened) if (now - one.at > one.rememberMs) this.opened.delete(other);
		this.makeRoom();
		const known = this.opened.get(trigger);
		if (known === undefined && this.opened.size >= this.limits.triggers) {
			const [longest] = [...this.opened].sort(([, one], [, other]) => one.at - other.at);
			if (longest !== undefined) this.opened.delete(longest[0]);
		}
		const events = known?.events ?? new RecentEvents(this.limits.eventsOfEach);
		events.forgetOld(now, rememberMs);
		this.opened.set(trigger, { events, at: now, rememberMs });
		return events;
	}

	private makeRoom(): void {
		const all = [...this.opened.values()].map(({ events }) => events);
		while (all.reduce((sum, { size }) => sum + size, 0) > this.limits.events) {
			all.reduce((one, other) => (other.size > one.size ? other : one)).forgetOlder();
		}
	}
}
