import { maxWaitMs } from '../contract/response/retry';
import { backOff, pause, type Clock } from './clock';

interface RateLimiterSettings {
	/** How many requests may be in flight at once. */
	readonly concurrency: number;
	/** How many paced requests may start in a second; 0 is no limit. */
	readonly messagesPerSecond: number;
	readonly clock: Clock;
	/** Stops the run: requests that wait are refused, and no other is admitted. */
	readonly signal: AbortSignal;
}

/** How a request ended, as far as it matters for the requests behind it. */
export type RequestEnd =
	/** The service responded and takes requests. */
	| 'answered'
	/** Nothing is known about the service: the connection broke, or the service could not handle it. */
	| 'unclear'
	/** The service asks to pause, for so many milliseconds where it says how long. */
	| { readonly pauseMs: number | undefined; readonly attempt: number };

/** Until when a request may start. */
export interface StartLimit {
	/** Milliseconds since 1970, as the clock's date; Infinity is no limit. May become later while the request waits. */
	notAfter(): number;
	/** Called when the request can't start in time any more, before a request behind it is admitted. */
	onExpired?(): void;
}

type Admission =
	/** The request may start now. `end` must be called when it has ended. */
	| { readonly state: 'admitted'; end(ending: RequestEnd): void }
	/** The run has been stopped. */
	| { readonly state: 'stopped' }
	/** It can't start in time. */
	| { readonly state: 'expired' }
	/** The service asked for a longer wait than the run waits. */
	| { readonly state: 'paused'; readonly forMs: number };

/** Admits every request of a run: keeps to the number in flight, the pace, and the pauses that the service asks for. */
export interface RateLimiter {
	/** Waits for the request's turn; the lowest `order` goes first. */
	admit(order: number, pacing: 'paced' | 'unpaced', limit: StartLimit): Promise<Admission>;
}

interface Waiter {
	readonly order: number;
	readonly isPaced: boolean;
	readonly limit: StartLimit;
	resolve(admission: Admission): void;
}

/** After a late start, by how much the next ones may come earlier, so that the pace is kept. */
const catchUpMs = 25;

export const createRateLimiter = (settings: RateLimiterSettings): RateLimiter => new PausingRateLimiter(settings);

class PausingRateLimiter implements RateLimiter {
	/** Milliseconds between the starts of paced requests. */
	private readonly interval: number;
	private readonly waiting: Waiter[] = [];
	private inFlight = 0;
	/** Requests in flight that started after the last pause; older ones do not count. */
	private inFlightSincePause = 0;
	/** How many of these there may be: after a pause a single request starts, and each response lets one more start. */
	private width: number;
	private nextSlot = -Infinity;
	private pausedUntil = -Infinity;
	/** Counts the pauses: the response to a request that started before a pause says nothing about the time after it. */
	private pauses = 0;
	private pausesInARow = 0;
	private isSleeping = false;

	constructor(private readonly settings: RateLimiterSettings) {
		const { concurrency, messagesPerSecond, signal } = settings;
		this.interval = messagesPerSecond > 0 ? 1_000 / messagesPerSecond : 0;
		this.width = concurrency;
		signal.addEventListener('abort', () => this.endWaiting({ state: 'stopped' }));
	}

	async admit(order: number, pacing: 'paced' | 'unpaced', limit: StartLimit): Promise<Admission> {
		if (this.settings.signal.aborted) return { state: 'stopped' };
		return await new Promise<Admission>((resolve) => {
			this.waiting.push({ order, isPaced: pacing === 'paced', limit, resolve });
			this.admitNext();
		});
	}

	private admitNext(): void {
		const { clock, concurrency } = this.settings;
		if (this.pausedForMs() > maxWaitMs) return this.giveUpWaiting();
		while (this.inFlight < concurrency && this.inFlightSincePause < this.width) {
			const first = firstInOrder(this.waiting);
			if (first === undefined) return;
			const now = clock.now();
			const opens = first.isPaced ? Math.max(this.pausedUntil, this.nextSlot) : this.pausedUntil;
			if (this.isTooLate(first, opens)) this.expire(first);
			else if (opens > now) return void this.wakeIn(opens - now);
			else this.start(first, now);
		}
	}

	private start(waiter: Waiter, now: number): void {
		if (waiter.isPaced) this.nextSlot = Math.max(this.nextSlot, now - catchUpMs) + this.interval;
		this.waiting.splice(this.waiting.indexOf(waiter), 1);
		this.inFlight++;
		this.inFlightSincePause++;
		const startedAfter = this.pauses;
		waiter.resolve({ state: 'admitted', end: (ending) => this.end(ending, startedAfter === this.pauses) });
	}

	/** @param isNew whether the request started after the last pause */
	private end(ending: RequestEnd, isNew: boolean): void {
		this.inFlight--;
		if (isNew) this.inFlightSincePause--;
		if (typeof ending === 'object') this.pauseRun(ending, isNew);
		else if (ending === 'answered' && isNew) {
			this.pausesInARow = 0;
			this.width = Math.min(this.settings.concurrency, this.width + 1);
		}
		this.admitNext();
	}

	private pauseRun({ pauseMs, attempt }: Exclude<RequestEnd, string>, isNew: boolean): void {
		const { clock } = this.settings;
		if (isNew) {
			this.pauses++;
			this.pausesInARow++;
			this.width = 1;
			this.inFlightSincePause = 0;
		}
		// Other requests in flight get the same response: one pause is enough for all of them.
		const ms = pauseMs ?? (isNew ? backOff(Math.max(attempt, this.pausesInARow), clock) : 0);
		this.pausedUntil = Math.max(this.pausedUntil, clock.now() + ms);
	}

	/** How long the service still wants the run to wait. */
	private pausedForMs(): number {
		return Math.max(0, this.pausedUntil - this.settings.clock.now());
	}

	private async wakeIn(ms: number): Promise<void> {
		if (this.isSleeping) return;
		this.isSleeping = true;
		await pause(ms, this.settings.clock, this.settings.signal);
		this.isSleeping = false;
		this.admitNext();
	}

	/** Whether a request that may start at `opens` at the earliest is too late. */
	private isTooLate({ limit }: Waiter, opens: number): boolean {
		const { clock } = this.settings;
		return clock.date() + Math.max(0, opens - clock.now()) > limit.notAfter();
	}

	/** Refuses a request that is too late. It takes up no turn: the requests behind it start when it would have started. */
	private expire(waiter: Waiter): void {
		const place = this.waiting.indexOf(waiter);
		if (place === -1) return;
		this.waiting.splice(place, 1);
		waiter.limit.onExpired?.();
		waiter.resolve({ state: 'expired' });
	}

	/** Refuses all requests that wait, because the pause is too long. */
	private giveUpWaiting(): void {
		for (const waiter of [...this.waiting]) if (this.isTooLate(waiter, this.pausedUntil)) this.expire(waiter);
		this.endWaiting({ state: 'paused', forMs: this.pausedForMs() });
	}

	private endWaiting(admission: Admission): void {
		for (const waiter of this.waiting.splice(0)) waiter.resolve(admission);
	}
}

/** A linear search is enough: no more requests wait at a time than may be in flight. */
function firstInOrder(waiting: readonly Waiter[]): Waiter | undefined {
	let first = waiting[0];
	for (const waiter of waiting) if (first !== undefined && waiter.order < first.order) first = waiter;
	return first;
}
