import { notSent, type SendResult } from '../message/sendResult';
import type { Link } from '../sending/message';
import { invalidInput } from '../api/failure';

/**
 * A question that another run has asked is not asked again, and does not count as asked by this one: the answer goes to
 * that run. `isRetryElsewhere`: what an earlier try has sent was sent by another execution.
 */
export const askOnce = (isRetryElsewhere: boolean): Link => (next) => async (message) => {
	const sent = await next(message);
	const isOfOther = sent?.sentBy === 'earlier run' || (sent?.sentBy === 'earlier try' && isRetryElsewhere);
	return sent?.outcome === 'accepted' && isOfOther ? askedBefore : sent;
};

const askedBefore: SendResult = notSent(
	invalidInput(
		'This question was asked before, by another run',
		"It was not asked again, and the answer goes to the run that asked. To ask again on purpose, run the workflow anew, with another 'Message Key' if you use one.",
	),
);
