import type { Failure } from '../failure';
import { readConnectionFailure, type ConnectionFailure } from './connectionFailure';
import { waitTooLong } from './retry';

/** A request that its run kept from leaving. */
export interface Withheld {
	readonly withheld: Failure;
}

/** Why there is no answer to a request: its connection failed, or it never left. */
export type NoResponse = ConnectionFailure | Withheld;

/** A request without an answer, in words for the person who reads the node's panel. */
export const readNoResponse = (noAnswer: NoResponse): Failure =>
	'withheld' in noAnswer ? noAnswer.withheld : readConnectionFailure(noAnswer);

/** What was not even tried, since the service has asked the whole run for a wait of so many milliseconds. */
export const notTried = (retryAfterMs: number): Failure =>
	waitTooLong(
		{
			category: 'rate-limited',
			message: '',
			description: 'The service asked for this wait in its answer to another request of this run, so this item was not tried.',
		},
		retryAfterMs,
	);

/** What was not even tried, since its run was stopped. Its message counts as not started. */
export const runStopped: Failure = {
	category: 'service',
	message: 'The run was stopped before this item was sent',
	description: 'Nothing was sent for it. Send this item again.',
	isStopped: true,
};
