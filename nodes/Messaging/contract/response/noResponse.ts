import type { Failure } from '../failure';
import { readConnectionFailure, type ConnectionFailure } from './connectionFailure';
import { waitTooLong } from './retry';

/** A request that the run did not send. */
export interface Withheld {
	readonly withheld: Failure;
}

/** Why a request has no response: its connection failed, or it was not sent. */
export type NoResponse = ConnectionFailure | Withheld;

/** Why a request has no response, in words for the person who uses the node. */
export const readNoResponse = (noAnswer: NoResponse): Failure =>
	'withheld' in noAnswer ? noAnswer.withheld : readConnectionFailure(noAnswer);

/** The item was not sent, since the service asked the whole run to wait too long. */
export const notTried = (retryAfterMs: number): Failure =>
	waitTooLong(
		{
			category: 'rate-limited',
			message: '',
			description: 'The service asked for this wait in its response to another request of this run, so this item was not sent.',
		},
		retryAfterMs,
	);

/** The item was not sent, since the run was stopped. Its message counts as not started. */
export const runStopped: Failure = {
	category: 'service',
	message: 'The run was stopped before this item was sent',
	description: 'Nothing was sent for this item. Send it again.',
	isStopped: true,
};
