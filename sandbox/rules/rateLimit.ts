import type { Clock } from '../state/clock';
import { refusals, type Refusal } from '../forms/refusal';

/** Counts requests by the second of the clock. */
export function createRateLimit(clock: Clock) {
	let second = 0;
	let taken = 0;
	return {
		/** Counts one request; the refusal when more than `perSecond` have come in this second (0: no limit). */
		take(perSecond: number): Refusal | undefined {
			const now = Math.floor(clock.now() / 1000);
			if (now !== second) taken = 0;
			second = now;
			taken++;
			if (perSecond === 0 || taken <= perSecond) return undefined;
			return refusals.rateLimited(`At most ${perSecond} requests a second.`, 1);
		},
	};
}
