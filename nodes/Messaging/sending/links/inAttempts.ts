import { expired, noTimeToRetry } from '../../request/notAfter';
import { notSent, type SendResult, withheld } from '../../request/sendResult';
import { attempt, type Attempted, type Attempts } from '../attempts';
import type { Link, Ready } from '../message';
import { keepUnknown, mayRepeatMessage, waitTooLong, waitTooLongOfOther } from '../retry';

/**
 * Sends a message at its turn, again and again until it is accepted, is refused for good, or has used all its
 * attempts. With an idempotency key a message whose outcome is unknown is sent again too.
 */
export const inAttempts = (attempts: Attempts, isIdempotent: boolean): Link<Ready> => (next) => async (message) => {
	let isUncertain = false;
	let mayBeOwn = false;
	const attempted = await attempt<SendResult>(
		{
			order: message.index,
			isPaced: true,
			notAfter: message.notAfter,
			async request() {
				const sent = await next(message);
				isUncertain ||= sent?.outcome === 'unknown';
				mayBeOwn ||= sent?.outcome === 'unknown' && sent.isUnderWay !== true;
				return sent;
			},
			failureOf: (sent) => (sent.outcome === 'accepted' ? undefined : sent.failure),
			mayRepeat: (sent) => mayRepeatMessage(sent, isIdempotent),
			isWithheld: (sent) => sent.isWithheld === true,
		},
		attempts,
	);
	const sent = resultOf(attempted, message.notAfter, attempts.clock.date());
	const known = sent !== undefined && isUncertain ? keepUnknown(sent) : sent;
	// What the service repeats is its response to an attempt of this run.
	return known?.isReplay === true && mayBeOwn ? { ...known, isReplay: false } : known;
};

/** The result of the last attempt, and why there is no further one. */
function resultOf(attempted: Attempted<SendResult>, notAfter: number, now: number): SendResult | undefined {
	const last = attempted.last && withAttemptCount(attempted.last, attempted.count);
	if (attempted.kind === 'settled' || attempted.kind === 'stopped' || last?.outcome === 'accepted') return last;
	if (attempted.kind === 'expired') return last === undefined ? withheld(expired(notAfter)) : { ...last, failure: noTimeToRetry(last.failure) };
	const { waitMs } = attempted;
	switch (last?.outcome) {
		case undefined:
			return withheld(waitTooLongOfOther(waitMs, now));
		case 'not_sent':
			return notSent(waitTooLongOfOther(waitMs, now));
		case 'rejected':
			return { ...last, failure: waitTooLong(last.failure, waitMs, now) };
		case 'unknown':
			return { ...last, failure: { ...last.failure, retryAfterMs: waitMs } };
	}
}

function withAttemptCount(sent: SendResult, count: number): SendResult {
	if (sent.outcome === 'accepted' || count <= 1) return sent;
	const { failure } = sent;
	return { ...sent, failure: { ...failure, description: `${failure.description} ${count} attempts were made.` } };
}
