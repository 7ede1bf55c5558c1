import type { Failure } from '../failure';

/** A wait of more than this is not waited, in milliseconds: the message is given back instead. */
export const maxWaitMs = 5 * 60_000;

/** "Too many messages from this sender to this recipient": nobody else has to wait for it. */
const pairLimitCode = '131056';

/** Whether a failure asks the whole run to pause, and not only its own message. */
export const pausesRun = ({ category, code, retryAfterMs }: Failure): boolean =>
	code !== pairLimitCode && (category === 'rate-limited' || retryAfterMs !== undefined);

/**
 * Whether a request that sends no message (reading a list, uploading a file) may be made again after
 * this failure: whatever can pass by itself.
 */
export const isReadRetryable = ({ category, httpStatus }: Failure): boolean =>
	category === 'rate-limited' || category === 'network' || (httpStatus ?? 0) >= 500;

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
