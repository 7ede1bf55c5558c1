import type { Failure } from '../contract/failure';
import { heldBack, holdsRun, longestWaitMs, mayLeaveAgain, stillUncertain, waitTooLong } from '../contract/retry';
import type { Sent } from '../contract/sendOutcome';
import { backOff, pause, type Clock } from './clock';
import type { Ending, Gate } from './gate';

export interface Attempts {
	/** How often a message is tried at most. */
	readonly max: number;
	/** Whether a message whose outcome is unknown is tried again: only when it carries an idempotency key. */
	readonly unknownToo: boolean;
	readonly clock: Clock;
	readonly signal: AbortSignal;
}

/**
 * Sends one message until it is settled: accepted, or refused for good, or tried often enough.
 * Undefined when the run was stopped before the first attempt. `mayHaveLeft` says that an earlier
 * try of the run may have sent it already.
 */
export async function settle(
	order: number,
	send: () => Promise<Sent>,
	mayHaveLeft: boolean,
	gate: Gate,
	{ max, unknownToo, clock, signal }: Attempts,
): Promise<Sent | undefined> {
	let last: Sent | undefined;
	let isUncertain = mayHaveLeft;
	for (let attempt = 1; attempt <= max; attempt++) {
		const entry = await gate.enter(order, 'paced');
		if (entry.state === 'closed') return last;
		if (entry.state === 'held') return last ?? asLeft(heldBack(entry.forMs), isUncertain);
		const sent = await send();
		entry.end(endingOf(sent, attempt));

		isUncertain ||= sent.outcome === 'unknown';
		last = countingAttempts(asLeft(sent, isUncertain), attempt);
		if (last.outcome === 'accepted' || !mayLeaveAgain(sent, { unknown: unknownToo })) return last;
		const wait = ownWait(last.failure, attempt, clock);
		if (wait > longestWaitMs) return { ...last, failure: waitTooLong(last.failure, wait) };
		if (attempt < max) await pause(wait, clock, signal);
	}
	return last;
}

const asLeft = (sent: Sent, isUncertain: boolean): Sent => (isUncertain ? stillUncertain(sent) : sent);

function endingOf(sent: Sent, attempt: number): Ending {
	if (sent.outcome === 'accepted') return 'answered';
	const { failure } = sent;
	if (holdsRun(failure)) return { holdMs: failure.retryAfterMs, attempt };
	return sent.outcome === 'rejected' ? 'answered' : 'unclear';
}

/** How long this message waits by itself, in milliseconds. Where the whole run waits, that is enough. */
function ownWait(failure: Failure, attempt: number, clock: Clock): number {
	if (failure.retryAfterMs !== undefined) return failure.retryAfterMs;
	return holdsRun(failure) ? 0 : backOff(attempt, clock);
}

/** Says how often it was tried, where that was more than once. */
function countingAttempts(sent: Sent, attempt: number): Sent {
	if (sent.outcome === 'accepted' || attempt === 1) return sent;
	const { failure } = sent;
	return { ...sent, failure: { ...failure, description: `${failure.description} It was tried ${attempt} times.` } };
}
