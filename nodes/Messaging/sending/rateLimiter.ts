import { type Clock, openPauses } from '../n8n/clock';
import { backOff, maxWaitMs, type Sign } from './retry';

export interface RateLimiterSettings {
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

/** The request may start now. This must be called when it has ended. */
type Turn = (sign: Sign) => void;

/** Why a request does not start. */
export type NoTurn =
	| { readonly kind: 'stopped' }
	/** It can't start in time. */
	| { readonly kind: 'expired' }
	/** It would have to wait longer than the run accepts, in milliseconds. */
	| { readonly kind: 'too long'; readonly waitMs: number };

type Waiting = Waiter & { resolve(turn: NoTurn | Turn): void };

/** After a late start, by how much the next ones may come earlier, so that the pace is kept. */
const catchUpMs = 25;

/** Waits for the turn of a request. */
export type Admit = (waiter: Waiter) => Promise<NoTurn | Turn>;

/** Admits every request of a run: keeps the pace, and the pauses that the service asks for. */
export function openRateLimiter({ concurrency, messagesPerSecond, clock, signal }: RateLimiterSettings): Admit {
	/** Milliseconds between the starts of paced requests. */
	const interval = messagesPerSecond > 0 ? 1_000 / messagesPerSecond : 0;
	const waiting: Waiting[] = [];
	let nextSlot = -Infinity;
	let pausedUntil = -Infinity;
	/** Counts the pauses: the response to a request that started before a pause says nothing about the time after it. */
	let pauses = 0;
	let pausesInARow = 0;
	/** Requests under way that started after the last pause. */
	let underWay = 0;
	/** How many of these there may be: after a pause a single request starts, and each response lets one more start. */
	let width = concurrency;
	let wakesAt = Infinity;
	let alarm: AbortController | undefined;
	const wait = openPauses(signal, clock);

	function admitNext(): void {
		const pauseMs = pausedUntil - clock.now();
		if (pauseMs > maxWaitMs) {
			return refuseWaiting((waiter) => (isTooLate(waiter, pausedUntil) ? { kind: 'expired' } : { kind: 'too long', waitMs: Math.ceil(pauseMs) }));
		}
		while (underWay < width) {
			const first = firstInOrder(waiting);
			if (first === undefined) return;
			const now = clock.now();
			const opens = first.isPaced ? Math.max(pausedUntil, nextSlot) : pausedUntil;
			if (isTooLate(first, opens)) {
				leave(first, { kind: 'expired' });
				return admitSoon();
			}
			if (opens > now) return void wakeAt(opens);
			start(first, now);
		}
	}

	function start(waiter: Waiting, now: number): void {
		if (waiter.isPaced) nextSlot = Math.max(nextSlot, now - catchUpMs) + interval;
		underWay++;
		const startedAfter = pauses;
		leave(waiter, (sign) => onResponse(sign, startedAfter === pauses));
	}

	/** @param isNew whether the request started after the last pause */
	function onResponse(sign: Sign, isNew: boolean): void {
		if (isNew) underWay--;
		if (typeof sign === 'object') pauseRun(sign, isNew);
		else if (sign === 'open' && isNew) {
			pausesInARow = 0;
			width = Math.min(concurrency, width + 1);
		}
		admitSoon();
	}

	/** Not at once: whoever hears how a request ended may stop the run before another one starts. */
	function admitSoon(): void {
		if (waiting.length > 0) void wakeAt(clock.now());
	}

	function pauseRun({ pauseMs, attempt }: Exclude<Sign, string>, isNew: boolean): void {
		if (isNew) {
			pauses++;
			pausesInARow++;
			width = 1;
			underWay = 0;
		}
		// Other requests under way get the same response: one pause is enough for all of them.
		const ms = pauseMs ?? (isNew ? backOff(Math.max(attempt, pausesInARow), clock.random) : 0);
		pausedUntil = Math.max(pausedUntil, clock.now() + ms);
	}

	/** Looks at the waiting requests again at `time`, unless it does so earlier anyway. */
	async function wakeAt(time: number): Promise<void> {
		if (time >= wakesAt) return;
		wakesAt = time;
		// The alarm before it was for later.
		alarm?.abort();
		const own = (alarm = new AbortController());
		await wait(Math.max(0, time - clock.now()), own);
		if (alarm !== own) return;
		wakesAt = Infinity;
		admitNext();
	}

	/** Whether a request that may start at `opens` at the earliest is too late. */
	const isTooLate = ({ notAfter }: Waiter, opens: number): boolean => clock.date() + Math.max(0, opens - clock.now()) > notAfter;

	function leave(waiter: Waiting, turn: NoTurn | Turn): void {
		waiting.splice(waiting.indexOf(waiter), 1);
		waiter.resolve(turn);
	}

	function refuseWaiting(why: (waiter: Waiter) => NoTurn): void {
		for (const waiter of waiting.splice(0)) waiter.resolve(why(waiter));
	}

	signal.addEventListener('abort', () => refuseWaiting(() => ({ kind: 'stopped' })));
	return async (waiter) => {
		if (signal.aborted) return { kind: 'stopped' };
		return await new Promise((resolve) => {
			waiting.push({ ...waiter, resolve });
			admitNext();
		});
	};
}

/** A linear search is enough: no more requests wait at a time than there may be under way. */
function firstInOrder(waiting: readonly Waiting[]): Waiting | undefined {
	let first = waiting[0];
	for (const waiter of waiting) if (first !== undefined && waiter.order < first.order) first = waiter;
	return first;
}
