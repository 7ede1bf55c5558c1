import { maxWaitMs } from '../contract/response/retry';
import { backOff, pause, type Clock } from './clock';

export interface RateLimiterSettings {
	/** How many requests may be on their way at once. */
	readonly concurrency: number;
	/** Ceiling on the starts of paced requests in a second; 0 is none. */
	readonly messagesPerSecond: number;
	readonly clock: Clock;
	/** Stops the run: whoever waits is rejected, and nobody is admitted any more. */
	readonly signal: AbortSignal;
}

/** How a request ended, as far as those behind it are concerned. */
export type RequestEnd =
	/** The service answered and takes requests. */
	| 'answered'
	/** Nothing is known about the service: the connection broke, or the service could not handle it. */
	| 'unclear'
	/** The service asks to pause, for so many milliseconds where it says how long. */
	| { readonly pauseMs: number | undefined; readonly attempt: number };

/** Until when a request may start. */
export interface StartLimit {
	/** Milliseconds since 1970, as the clock's date; Infinity is for ever. May become later while the request waits. */
	notAfter(): number;
	/** Called once the request can't start in time any more, before anybody behind it is let through. */
	onExpired?(): void;
}

export type Admission =
	/** The request may start now. `end` must be called when its answer is there. */
	| { readonly state: 'admitted'; end(ending: RequestEnd): void }
	/** The run has been stopped. */
	| { readonly state: 'stopped' }
	/** It can't start in time. */
	| { readonly state: 'expired' }
	/** The service asked for a wait that is too long to be waited. */
	| { readonly state: 'paused'; readonly forMs: number };

/** Where every request of a run passes. It keeps the number in flight, the pace, and the pauses a service asks for. */
export interface RateLimiter {
	/** Waits for its turn; whoever has the lowest `order` goes first. */
	admit(order: number, pacing: 'paced' | 'unpaced', limit: StartLimit): Promise<Admission>;
}

interface Waiter {
	readonly order: number;
	readonly isPaced: boolean;
	readonly limit: StartLimit;
	resolve(entry: Admission): void;
}

/** By how much a start that comes late may bring the next ones forward, so that the pace is kept. */
const catchUpMs = 25;

export function createRateLimiter({ concurrency, messagesPerSecond, clock, signal }: RateLimiterSettings): RateLimiter {
	const interval = messagesPerSecond > 0 ? 1_000 / messagesPerSecond : 0;
	const waiting: Waiter[] = [];
	let inFlight = 0;
	/** Of those, the ones that left after the last pause: what still hangs from before it holds up nobody. */
	let inFlightSincePause = 0;
	/** How many of these there may be: after a pause one goes first, and each answer lets one more follow. */
	let width = concurrency;
	let nextSlot = -Infinity;
	let pausedUntil = -Infinity;
	/** Pauses so far: answers to requests that left before a pause say nothing about the time after it. */
	let pauses = 0;
	let pausesInARow = 0;
	let isSleeping = false;

	signal.addEventListener('abort', () => rejectWaiting({ state: 'stopped' }));

	function rejectWaiting(entry: Admission): void {
		for (const waiter of waiting.splice(0)) waiter.resolve(entry);
	}

	/** How long the service wants the run to wait yet. */
	const pausedForMs = () => Math.max(0, pausedUntil - clock.now());

	function admitNext(): void {
		if (pausedForMs() > maxWaitMs) {
			for (const waiter of [...waiting]) if (isTooLate(waiter, pausedUntil)) expire(waiter);
			return rejectWaiting({ state: 'paused', forMs: pausedForMs() });
		}
		while (inFlight < concurrency && inFlightSincePause < width) {
			const first = firstInOrder(waiting);
			if (first === undefined) return;
			const now = clock.now();
			const opens = first.isPaced ? Math.max(pausedUntil, nextSlot) : pausedUntil;
			if (isTooLate(first, opens)) {
				expire(first);
				continue;
			}
			if (opens > now) return void wakeIn(opens - now);
			if (first.isPaced) nextSlot = Math.max(nextSlot, now - catchUpMs) + interval;
			waiting.splice(waiting.indexOf(first), 1);
			inFlight++;
			inFlightSincePause++;
			first.resolve(admission());
		}
	}

	/** Whether a request that may start at `opens` at the earliest can't start in time. */
	const isTooLate = ({ limit }: Waiter, opens: number) =>
		clock.date() + Math.max(0, opens - clock.now()) > limit.notAfter();

	/** Takes up no turn: those behind it start when it would have. */
	function expire(waiter: Waiter): void {
		const place = waiting.indexOf(waiter);
		if (place === -1) return;
		waiting.splice(place, 1);
		waiter.limit.onExpired?.();
		waiter.resolve({ state: 'expired' });
	}

	async function wakeIn(ms: number): Promise<void> {
		if (isSleeping) return;
		isSleeping = true;
		await pause(ms, clock, signal);
		isSleeping = false;
		admitNext();
	}

	function admission(): Admission {
		const leftAfter = pauses;
		return {
			state: 'admitted',
			end(ending) {
				inFlight--;
				if (leftAfter === pauses) inFlightSincePause--;
				if (typeof ending === 'object') pauseRun(ending, leftAfter === pauses);
				else if (ending === 'answered' && leftAfter === pauses) {
					pausesInARow = 0;
					width = Math.min(concurrency, width + 1);
				}
				admitNext();
			},
		};
	}

	function pauseRun({ pauseMs, attempt }: Exclude<RequestEnd, string>, isNew: boolean): void {
		if (isNew) {
			pauses++;
			pausesInARow++;
			width = 1;
			inFlightSincePause = 0;
		}
		// The others that were under way get the same answer: one pause for all of them.
		const ms = pauseMs ?? (isNew ? backOff(Math.max(attempt, pausesInARow), clock) : 0);
		pausedUntil = Math.max(pausedUntil, clock.now() + ms);
	}

	return {
		async admit(order, pacing, limit) {
			if (signal.aborted) return { state: 'stopped' };
			return await new Promise<Admission>((resolve) => {
				waiting.push({ order, isPaced: pacing === 'paced', limit, resolve });
				admitNext();
			});
		},
	};
}

/** Few wait at a time: no more than are in flight at most. */
function firstInOrder(waiting: readonly Waiter[]): Waiter | undefined {
	let first = waiting[0];
	for (const waiter of waiting) if (first !== undefined && waiter.order < first.order) first = waiter;
	return first;
}
