import { invalidInput, type Failure } from '../failure';
import type { SendResult } from './sendResult';

/** A message that an earlier run has sent. Its answer is not kept. */
export const sentBefore = (to: string | undefined): SendResult => ({
	outcome: 'accepted',
	response: { success: true, message_id: null, to: to ?? null, duplicate: true },
	sentBy: 'earlier run',
});

/** A question that an earlier run has asked: its answer is that run's. */
export const askedBefore: SendResult = {
	outcome: 'not_sent',
	failure: invalidInput(
		"This question was asked before, by another run: 'Message Key' is the same",
		'It was not asked again, and the answer goes to the run that asked. To ask again on purpose, change the key.',
	),
};

/** A message that was marked before, and of which nothing says what became of it. */
export const maybeSentBefore: SendResult = {
	outcome: 'unknown',
	failure: {
		category: 'service',
		message: 'An earlier run may have sent this message',
		description:
			"Its Message Key was marked before, and nothing says what became of it: the run that marked it was interrupted, got no answer that can be trusted, or is still sending. Look for the message at the service. If nobody has it, change its 'Message Key' to send it.",
		isOfEarlierRun: true,
	},
};

/** The outcome of an item for another one that is the same message. */
export function shareOutcome(sent: SendResult, itemIndex: number): SendResult {
	if (sent.outcome === 'accepted') {
		return { outcome: 'accepted', response: { ...sent.response, duplicate: true }, sentBy: sent.sentBy ?? 'other item' };
	}
	const { failure } = sent;
	const description = `${failure.description} Item ${itemIndex} has the same Message Key and recipient: it is one message, which is sent once.`;
	return { ...sent, failure: { ...failure, description } };
}

/** Two items that claim to be the same message and are not: which one is meant would be a guess. */
export const keyOfOtherMessage = (itemIndex: number): Failure =>
	invalidInput(
		`'Message Key' is that of item ${itemIndex}, which has the same recipient but is another message`,
		'Nothing was sent for this item. Key and recipient name one message: give each message a key of its own, such as {{ $json.order_id }}-shipped.',
	);
