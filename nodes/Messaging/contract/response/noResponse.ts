import type { Failure } from '../failure';
import { readConnectionFailure, type ConnectionFailure } from './connectionFailure';

/** A request that the run did not send. */
export interface Withheld {
	readonly withheld: Failure;
}

/** Why a request has no response: its connection failed, or it was not sent. */
export type NoResponse = ConnectionFailure | Withheld;

/** Why a request has no response, in words for the person who uses the node. */
export const readNoResponse = (noAnswer: NoResponse): Failure =>
	'withheld' in noAnswer ? noAnswer.withheld : readConnectionFailure(noAnswer);
