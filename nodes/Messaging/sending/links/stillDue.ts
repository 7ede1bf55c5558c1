import { expired } from '../../request/notAfter';
import { withheld } from '../../request/sendResult';
import type { Attempts } from '../attempts';
import type { Link, Ready } from '../message';

/** A message that waited does not start if it is too late by now, or if the run was stopped meanwhile. */
export const stillDue = ({ signal, clock }: Pick<Attempts, 'signal' | 'clock'>): Link<Ready> => (next) => async (message) => {
	if (signal.aborted) return undefined;
	return clock.date() > message.notAfter ? withheld(expired(message.notAfter)) : await next(message);
};
