import { pause, type Clock } from './clock';
import { backOff, maxWaitMs, type Sign } from './retry';

interface RateLimiterSettings {
	/** How many requests are under way at once at most. Whoever makes the requests keeps to it. */
	readonly concurrency: number;
	/** How many paced requests may start in a second; 0 is no limit. */
	readonly messagesPerSecond: number;
	readonly clock: Clock;
	/** Stops the run: requests that wait are refused, and no other is admitted. */
	readonly signal: AbortSignal;
}

/** A request that asks to start. */
export interface Waiter {
	/** The lowest goes first. */
	readonly order: number;
	readonly isPaced: boolean;
	/** Until when it may start, in milliseconds since 1970; Infinity is no limit. */
	readonly notAfter: number;
}

export type Admission =
	/** The request may start now. `end` must be called when it has ended. */
	| { readonly kind: 'admitted'; end(sign: Sign): void }
	| { readonly kind: 'stopped' }
	/** It can't start in time. */
	| { readonly kind: 'expired' }
	/** The service asked for a longer wait than the run accepts, in milliseconds. */
	| { readonly kind: 'too long'; readonly waitMs: number };

type Waiting = Waiter & { resolve(admission: Admission): void };

/** After a late start, by how much the next ones may come earlier, so that the pace is kept. */
const catchUpMs = 25;

/** Admits every request of a run: keeps the pace, and the pauses that the service asks for. */
export class RateLimiter {
	/** Milliseconds between the starts of paced requests. */
	private readonly interval: number;
	private readonly waiting: Waiting[] = [];
	private nextSlot = -Infinity;
	private pausedUntil = -Infinity;
	/** Counts the pauses: the response to a request that started before a pause says nothing about the time after it. */
	private pauses = 0;
	private pausesInARow = 0;
	/** Requests under way that started after the last pause. */
	private underWay = 0;
	/** How many of these there may be: after a pause a single request starts, and each response lets one more start. */
	private width: number;
	private wakesAt = Infinity;

	constructor(private readonly settings: RateLimiterSettings) {
		const { concurrency, messagesPerSecond, signal } = settings;
		this.interval = messagesPerSecond > 0 ? 1_000 / messagesPerSecond : 0;
		this.width = concurrency;
		signal.addEventListener('abort', () => this.endWaiting({ kind: 'stopped' }));
	}

	/** Waits for the request's turn. */
	async admit(waiter: Waiter): Promise<Admission> {
		if (this.settings.signal.aborted) return { kind: 'stopped' };
		return await new Promise<Admission>((resolve) => {
			this.waiting.push({ ...waiter, resolve });
			this.admitNext();
		});
	}

	private admitNext(): void {
		const { clock } = this.settings;
		if (this.pausedForMs() > maxWaitMs) return this.giveUpWaiting();
		while (this.underWay < this.width) {
			const first = firstInOrder(this.waiting);
			if (first === undefined) return;
			const now = clock.now();
			const opens = first.isPaced ? Math.max(this.pausedUntil, this.nextSlot) : this.pausedUntil;
			if (this.isTooLate(first, opens)) {
				this.leave(first, { kind: 'expired' });
				return this.admitSoon();
			}
			if (opens > now) return void this.wakeAt(opens);
			this.start(first, now);
		}
	}

	private start(waiter: Waiting, now: number): void {
		if (waiter.isPaced) this.nextSlot = Math.max(this.nextSlot, now - catchUpMs) + this.interval;
		this.underWay++;
		const startedAfter = this.pauses;
		this.leave(waiter, { kind: 'admitted', end: (sign) => this.end(sign, startedAfter === this.pauses) });
	}

	/** @param isNew whether the request started after the last pause */
	private end(sign: Sign, isNew: boolean): void {
		if (isNew) this.underWay--;
		if (typeof sign === 'object') this.pauseRun(sign, isNew);
		else if (sign === 'open' && isNew) {
			this.pausesInARow = 0;
			this.width = Math.min(this.settings.concurrency, this.width + 1);
		}
		this.admitSoon();
	}

	/** Not at once: whoever hears how a request ended may stop the run before another one starts. */
	private admitSoon(): void {
		if (this.waiting.length > 0) void this.wakeAt(this.settings.clock.now());
	}

	private pauseRun({ pauseMs, attempt }: Exclude<Sign, string>, isNew: boolean): void {
		const { clock } = this.settings;
		if (isNew) {
			this.pauses++;
			this.pausesInARow++;
			this.width = 1;
			this.underWay = 0;
		}
		// Other requests under way get the same response: one pause is enough for all of them.
		const ms = pauseMs ?? (isNew ? backOff(Math.max(attempt, this.pausesInARow), clock.random) : 0);
		this.pausedUntil = Math.max(this.pausedUntil, clock.now() + ms);
	}

	/** How long the service still wants the run to wait. */
	private pausedForMs(): number {
		return Math.max(0, this.pausedUntil - this.settings.clock.now());
	}

	/** Looks at the waiting requests again at `time`, unless it does so earlier anyway. */
	private async wakeAt(time: number): Promise<void> {
		if (time >= this.wakesAt) return;
		this.wakesAt = time;
		const { clock, signal } = this.settings;
		await pause(Math.max(0, time - clock.now()), clock, signal);
		if (this.wakesAt === time) this.wakesAt = Infinity;
		this.admitNext();
	}

	/** Whether a request that may start at `opens` at the earliest is too late. */
	private isTooLate({ notAfter }: Waiting, opens: number): boolean {
		const { clock } = this.settings;
		return clock.date() + Math.max(0, opens - clock.now()) > notAfter;
	}

	/** Refuses all requests that wait, because the pause is too long. */
	private giveUpWaiting(): void {
		for (const waiter of [...this.waiting]) if (this.isTooLate(waiter, this.pausedUntil)) this.leave(waiter, { kind: 'expired' });
		this.endWaiting({ kind: 'too long', waitMs: this.pausedForMs() });
	}

	private leave(waiter: Waiting, admission: Admission): void {
		this.waiting.splice(this.waiting.indexOf(waiter), 1);
		waiter.resolve(admission);
	}

	private endWaiting(admission: Admission): void {
		for (const { resolve } of this.waiting.splice(0)) resolve(admission);
	}
}

/** A linear search is enough: no more requests wait at a time than there may be under way. */
function firstInOrder(waiting: readonly Waiting[]): Waiting | undefined {
	let first = waiting[0];
	for (const waiter of waiting) if (first !== undefined && waiter.order < first.order) first = waiter;
	return first;
}
