import { isUnavailableForNow, maybeSent, type SendResult } from '../request/sendResult';
import { type Failure, isOfPace } from '../result/failure';

/*
 * Will it be sent again? Everything that decides it.
 */

/** The longest wait that a run accepts, in milliseconds. If the service asks for more, the message is not sent. */
export const maxWaitMs = 5 * 60_000;

/**
 * Whether a message may be sent again after this result: only if it can't have been accepted. With an idempotency
 * key it may be sent again whenever its outcome is unknown, because the service recognizes it.
 */
export function mayRepeatMessage(sent: SendResult, isIdempotent: boolean): boolean {
	switch (sent.outcome) {
		case 'accepted':
			return false;
		case 'unknown':
			return isIdempotent;
		case 'not_sent':
			return sent.failure.category === 'network';
		case 'rejected':
			return isOfPace(sent.failure) || isUnavailableForNow(sent.failure);
	}
}

/** Whether a list may be read, or a file uploaded, again after this failure: only if the cause can pass by itself. */
export function mayRepeatPreparation(failure: Failure): boolean {
	const { category, httpStatus = 0, retryAfterMs = 0 } = failure;
	return (isOfPace(failure) || category === 'network' || httpStatus >= 500) && retryAfterMs <= maxWaitMs;
}

/** A message that an earlier attempt may have delivered stays unknown: a later refusal says nothing about that attempt. */
export const keepUnknown = (sent: SendResult): SendResult =>
	sent.outcome === 'rejected' || sent.outcome === 'not_sent' ? { ...sent, ...maybeSent(sent.failure) } : sent;

/** Whether the whole run pauses if the service asks to slow down, and not only its own message: one recipient's limit is no limit of others. */
const pausesRun = (failure: Failure): boolean =>
	failure.scope !== 'recipient' && (isOfPace(failure) || failure.retryAfterMs !== undefined);

/** How long the service asks to wait; undefined if it does not say, or names no time that is still to come. */
const askedMs = ({ retryAfterMs }: Failure): number | undefined => (retryAfterMs === 0 ? undefined : retryAfterMs);

/**
 * How long a request waits by itself before its next attempt, in milliseconds: as long as the service says, else a
 * random time that grows from attempt to attempt. Not at all if the whole run pauses.
 */
export function waitMs(failure: Failure, attempts: number, random: () => number): number {
	return askedMs(failure) ?? (pausesRun(failure) ? 0 : backOff(attempts, random));
}

const baseMs = 1_000;
const capMs = 60_000;

/** Exponential back-off with full jitter: a random time from 0 up to 1 s, 2 s, 4 s … 60 s. */
export const backOff = (attempt: number, random: () => number): number => random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));

/** What the response to a request says about those behind it. */
export type Sign =
	/** The service takes requests. */
	| 'open'
	/** Nothing: the connection broke, or the service could not handle the request. */
	| 'unclear'
	/** It asks to pause, for so many milliseconds if it says how long. */
	| { readonly pauseMs: number | undefined; readonly attempt: number };

export function signOf(failure: Failure | undefined, attempt: number): Sign {
	if (failure === undefined) return 'open';
	if (pausesRun(failure)) return { pauseMs: askedMs(failure), attempt };
	return failure.httpStatus !== undefined && failure.httpStatus < 500 ? 'open' : 'unclear';
}

/** The failure of a message that is not sent, because the service asks for a longer wait than the run accepts. */
export function waitTooLong(failure: Failure, retryAfterMs: number, now: number): Failure {
	const minutes = (ms: number): number => Math.ceil(ms / 60_000);
	return {
		...failure,
		category: 'rate-limited',
		message: `The service asks to wait ${minutes(retryAfterMs)} minutes`,
		description: `${failure.description} The run does not wait for more than ${minutes(maxWaitMs)} minutes. Send this item again later.`,
		retryAfterMs,
		sendAfter: new Date(now + retryAfterMs).toISOString(),
	};
}

/** The failure of an item that was not sent, because the service asked another one to wait too long. */
export const waitTooLongOfOther = (retryAfterMs: number, now: number): Failure =>
	waitTooLong(
		{
			category: 'rate-limited',
			message: '',
			description: 'The service asked for this wait in its response to another request of this run, so this item was not sent.',
		},
		retryAfterMs,
		now,
	);
