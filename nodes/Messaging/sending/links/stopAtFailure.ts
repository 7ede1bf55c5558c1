import type { Link, Message } from '../message';

/**
 * On Error = Stop Workflow ends the run: once a message of this try was not accepted, none starts any more. A message
 * whose outcome an earlier try or run has left unknown stops nothing: no later run would send those behind it. The run
 * fails because of it once all others were sent (`finish.ts`).
 */
export const stopAtFailure = (stop: () => void): Link<Message> => (next) => async (message) => {
	const sent = await next(message);
	const isOfEarlier = sent?.sentBy === 'earlier try' || sent?.sentBy === 'earlier run';
	if (sent !== undefined && sent.outcome !== 'accepted' && !isOfEarlier) stop();
	return sent;
};
