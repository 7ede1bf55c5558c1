import { expired } from '../../message/notAfter';
import { notSent } from '../../message/sendResult';
import type { Attempts } from '../attempts';
import type { Link } from '../message';

/** A message that waited does not start if it is too late by now, or if the run was stopped meanwhile. */
export const stillDue = ({ signal, clock }: Pick<Attempts, 'signal' | 'clock'>): Link => (next) => async (message) => {
	if (signal.aborted) return undefined;
	return clock.date() > message.notAfter ? notSent(expired(message.notAfter)) : await next(message);
};
