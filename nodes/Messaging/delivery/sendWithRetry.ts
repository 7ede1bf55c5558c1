import { expired, noTimeToRetry } from '../contract/message/notAfter';
import { isSendRetryable, keepUnknown, type SendResult } from '../contract/message/sendResult';
import { notTried } from '../contract/response/noResponse';
import { waitTooLong } from '../contract/response/retry';
import { requestWithRetry, type Attempts, type RetriableRequest } from './requestWithRetry';

/** A message that is ready to be sent. */
interface MessageToSend extends Pick<RetriableRequest<SendResult>, 'order' | 'onFailed'> {
	/** Sends it once. */
	send(): Promise<SendResult>;
	/** Whether an earlier try of the run may have sent it. */
	readonly mayHaveLeft: boolean;
	/** Whether it may be sent again when its outcome is unknown: only with an idempotency key. */
	readonly isIdempotent: boolean;
	/** Until when it may start, in milliseconds since 1970; Infinity is no limit. */
	readonly notAfter: number;
}

/**
 * Sends one message until it is accepted, is refused for good, or has used all its attempts. Gives what became of
 * it; undefined when the run was stopped before the first attempt.
 */
export async function sendWithRetry(
	{ order, send, mayHaveLeft, isIdempotent, notAfter, onFailed }: MessageToSend,
	settings: Attempts,
): Promise<SendResult | undefined> {
	let isUncertain = mayHaveLeft;
	const { last, attempts, end, tooLongMs } = await requestWithRetry<SendResult>(
		{
			order,
			pacing: 'paced',
			async request() {
				const sent = await send();
				isUncertain ||= sent.outcome === 'unknown';
				return sent;
			},
			failureOf: (sent) => (sent.outcome === 'accepted' ? undefined : sent.failure),
			isRetryable: (sent) => isSendRetryable(sent, { unknown: isIdempotent }),
			onFailed,
			limit: { notAfter: () => notAfter },
		},
		settings,
	);
	const sent = last === undefined ? undefined : withAttemptCount(keepUnknownIf(last, isUncertain), attempts);
	if (end === 'expired') return sent === undefined ? { outcome: 'not_sent', failure: expired(notAfter) } : resultOfLateTry(sent);
	return tooLongMs === undefined ? sent : keepUnknownIf(resultOfTooLongWait(sent, tooLongMs), isUncertain);
}

const keepUnknownIf = (sent: SendResult, isUncertain: boolean): SendResult => (isUncertain ? keepUnknown(sent) : sent);

/** What became of a message whose next attempt would start too late: the result of the last one. */
const resultOfLateTry = (last: SendResult): SendResult =>
	last.outcome === 'accepted' ? last : { ...last, failure: noTimeToRetry(last.failure) };

/** What became of a message that would have to wait too long, in milliseconds, for its next attempt. */
function resultOfTooLongWait(last: SendResult | undefined, waitMs: number): SendResult {
	switch (last?.outcome) {
		case undefined:
		case 'not_sent':
			return { outcome: 'not_sent', failure: notTried(waitMs) };
		case 'rejected':
			return { ...last, failure: waitTooLong(last.failure, waitMs) };
		case 'unknown':
			return { ...last, failure: { ...last.failure, retryAfterMs: waitMs } };
		case 'accepted':
			return last;
	}
}

/** Adds the number of attempts to a failure, where there was more than one. */
function withAttemptCount(sent: SendResult, attempts: number): SendResult {
	if (sent.outcome === 'accepted' || attempts === 1) return sent;
	const { failure } = sent;
	return { ...sent, failure: { ...failure, description: `${failure.description} ${attempts} attempts were made.` } };
}
