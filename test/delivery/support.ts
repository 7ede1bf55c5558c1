import type { Failure } from '../../nodes/Messaging/contract/failure';
import type { Sent } from '../../nodes/Messaging/contract/sendOutcome';
import { openLine, type LineSettings, type Messages } from '../../nodes/Messaging/delivery/deliver';
import { createTestClock, type TestClock } from '../support/clock';

export const accepted: Sent = { outcome: 'accepted', response: { success: true } };

const failure = (more: Partial<Failure>): Failure => ({ category: 'service', message: 'm', description: 'd.', ...more });

export const tooFast = (retryAfterMs?: number, more: Partial<Failure> = {}): Sent => ({
	outcome: 'rejected',
	failure: failure({
		category: 'rate-limited',
		httpStatus: 429,
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		...more,
	}),
});

export const refused: Sent = { outcome: 'rejected', failure: failure({ category: 'invalid-request', httpStatus: 422 }) };

export const unreached: Sent = { outcome: 'not_sent', failure: failure({ category: 'network' }) };

export const unclear: Sent = { outcome: 'unknown', failure: failure({ category: 'network' }) };

/** Messages of less than this many milliseconds' latency would all be answered at once. */
export const latencyMs = 20;

export interface Attempt {
	readonly index: number;
	/** Milliseconds since the start of the run. */
	readonly at: number;
}

export interface Delivered {
	readonly outcomes: ReadonlyArray<Sent | undefined>;
	/** Every request, in the order in which they left. */
	readonly attempts: readonly Attempt[];
	readonly most: number;
	/** Milliseconds. */
	readonly took: number;
}

export interface Scenario extends Partial<LineSettings>, Partial<Pick<Messages, 'stopAtFailure' | 'earlier'>> {
	readonly count: number;
	readonly clock?: TestClock;
	/** What the service answers to an attempt, `tries` being the how-manieth of this message. */
	answer(attempt: Attempt, tries: number): Sent;
}

/** Delivers messages to a service that answers after 20 ms, and watches what leaves. */
export async function delivering({ count, answer, ...given }: Scenario): Promise<Delivered> {
	const clock = given.clock ?? createTestClock();
	const line = openLine({
		concurrency: 10,
		messagesPerSecond: 0,
		maxAttempts: 4,
		isIdempotent: false,
		...given,
		clock,
	});
	const attempts: Attempt[] = [];
	let inFlight = 0;
	let most = 0;
	const outcomes = await clock.until(
		line.deliver({
			count,
			stopAtFailure: given.stopAtFailure ?? false,
			earlier: given.earlier ?? new Map(),
			prepare: async (index) => async () => {
				const attempt = { index, at: clock.now() };
				attempts.push(attempt);
				inFlight++;
				most = Math.max(most, inFlight);
				await clock.wait(latencyMs);
				inFlight--;
				return answer(attempt, attempts.filter((one) => one.index === index).length);
			},
		}),
	);
	return { outcomes, attempts, most, took: clock.now() };
}
