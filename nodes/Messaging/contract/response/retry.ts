import type { Failure } from '../failure';
import { knownCode } from './codes';

/** The longest wait that a run accepts, in milliseconds. If the service asks for more, the message fails. */
export const maxWaitMs = 5 * 60_000;

/** Whether the whole run must pause after a failure, and not only its own message: one recipient's limit is no limit of others. */
export const pausesRun = ({ category, code, retryAfterMs }: Failure): boolean =>
	knownCode(code)?.scope !== 'recipient' && (category === 'rate-limited' || retryAfterMs !== undefined);

/**
 * Whether a request that sends no message (reading a list, uploading a file) may be repeated after this
 * failure: only where the cause can pass by itself.
 */
export const isReadRetryable = ({ category, httpStatus }: Failure): boolean =>
	category === 'rate-limited' || category === 'network' || (httpStatus ?? 0) >= 500;

/** The failure of a message that is not sent, since the service asks for a longer wait than the run accepts. */
export function waitTooLong(failure: Failure, retryAfterMs: number): Failure {
	const minutes = (ms: number): number => Math.ceil(ms / 60_000);
	return {
		...failure,
		category: 'rate-limited',
		message: `The service asks to wait ${minutes(retryAfterMs)} minutes`,
		description: `${failure.description} The run does not wait for more than ${minutes(maxWaitMs)} minutes. Send this item again later.`,
		retryAfterMs,
	};
}
