import type { Failure } from './failure';
import { uncertain, type Sent } from './sendOutcome';

/** A wait of more than this is not waited, in milliseconds: the message is given back instead. */
export const longestWaitMs = 5 * 60_000;

/** "Too many messages from this sender to this recipient": nobody else has to wait for it. */
const pairLimitCode = '131056';

/** Whether a failure asks the whole run to pause, and not only its own message. */
export const holdsRun = ({ category, code, retryAfterMs }: Failure): boolean =>
	code !== pairLimitCode && (category === 'rate-limited' || retryAfterMs !== undefined);

/**
 * Whether a message may be sent again: only where it can't have been accepted. `unknown` says
 * whether those whose outcome is unknown may be too, since they carry an idempotency key.
 */
export function mayLeaveAgain(sent: Sent, { unknown }: { readonly unknown: boolean }): boolean {
	switch (sent.outcome) {
		case 'accepted':
			return false;
		case 'unknown':
			return unknown;
		case 'not_sent':
			return sent.failure.category === 'network';
		case 'rejected':
			return sent.failure.category === 'rate-limited' || asksToComeBack(sent.failure);
	}
}

/** 503 with Retry-After. */
const asksToComeBack = ({ httpStatus, retryAfterMs }: Failure): boolean =>
	httpStatus === 503 && retryAfterMs !== undefined;

/**
 * Whether a request that sends no message (reading a list, uploading a file) may be made again after
 * this failure: whatever can pass by itself.
 */
export const maySucceedLater = ({ category, httpStatus }: Failure): boolean =>
	category === 'rate-limited' || category === 'network' || (httpStatus ?? 0) >= 500;

/**
 * What became of a message that may have been accepted in an earlier attempt: a later refusal says
 * nothing about that one.
 */
export const stillUncertain = (sent: Sent): Sent =>
	sent.outcome === 'rejected' || sent.outcome === 'not_sent' ? uncertain(sent.failure) : sent;

/** A failure of what is given back because the service asks for a wait that is too long. */
export function waitTooLong(failure: Failure, retryAfterMs: number): Failure {
	const minutes = Math.ceil(retryAfterMs / 60_000);
	return {
		...failure,
		category: 'rate-limited',
		message: `The service asks to wait ${minutes} minutes`,
		description: `${failure.description} The run does not wait for more than 5 minutes. Send this item again later.`,
		retryAfterMs,
	};
}
