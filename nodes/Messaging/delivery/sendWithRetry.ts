import { heldBack } from '../contract/noAnswer';
import { mayLeaveAgain, stillUncertain, waitTooLong } from '../contract/retry';
import type { Sent } from '../contract/sendOutcome';
import { requestWithRetry, type Attempts, type RetriableRequest } from './requestWithRetry';

/** A message that only has to leave yet. */
export interface Outgoing extends Pick<RetriableRequest<Sent>, 'order' | 'onFailed'> {
	/** Sends it once. */
	send(): Promise<Sent>;
	/** Whether an earlier try of the run may have sent it already. */
	readonly mayHaveLeft: boolean;
	/** Whether it may leave again when its outcome is unknown: only when it carries an idempotency key. */
	readonly isIdempotent: boolean;
}

/**
 * Sends one message until it is accepted, or refused for good, or tried often enough, and gives what
 * became of it; undefined when the run was stopped before the first try.
 */
export async function sendWithRetry(
	{ order, send, mayHaveLeft, isIdempotent, onFailed }: Outgoing,
	settings: Attempts,
): Promise<Sent | undefined> {
	let isUncertain = mayHaveLeft;
	const { last, attempts, tooLongMs } = await requestWithRetry<Sent>(
		{
			order,
			pacing: 'paced',
			async request() {
				const sent = await send();
				isUncertain ||= sent.outcome === 'unknown';
				return sent;
			},
			failureOf: (sent) => (sent.outcome === 'accepted' ? undefined : sent.failure),
			mayLeaveAgain: (sent) => mayLeaveAgain(sent, { unknown: isIdempotent }),
			onFailed,
		},
		settings,
	);
	const sent = last === undefined ? undefined : countingTries(asFarAsKnown(last, isUncertain), attempts);
	return tooLongMs === undefined ? sent : asFarAsKnown(putOff(sent, tooLongMs), isUncertain);
}

const asFarAsKnown = (sent: Sent, isUncertain: boolean): Sent => (isUncertain ? stillUncertain(sent) : sent);

/** What became of a message whose next try would come after too long a wait, in milliseconds. */
function putOff(last: Sent | undefined, waitMs: number): Sent {
	switch (last?.outcome) {
		case undefined:
		case 'not_sent':
			return { outcome: 'not_sent', failure: heldBack(waitMs) };
		case 'rejected':
			return { ...last, failure: waitTooLong(last.failure, waitMs) };
		case 'unknown':
			return { ...last, failure: { ...last.failure, retryAfterMs: waitMs } };
		case 'accepted':
			return last;
	}
}

/** Says how often it was tried, where that was more than once. */
function countingTries(sent: Sent, attempts: number): Sent {
	if (sent.outcome === 'accepted' || attempts === 1) return sent;
	const { failure } = sent;
	return { ...sent, failure: { ...failure, description: `${failure.description} It was tried ${attempts} times.` } };
}
