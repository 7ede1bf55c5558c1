import { invalidInput, type Failure } from '../failure';
import type { SendResult } from './sendResult';

/** The result for a message that an earlier run has sent. The service's response was not kept. */
export const sentBefore = (to: string | undefined): SendResult => ({
	outcome: 'accepted',
	response: { success: true, message_id: null, to: to ?? null, duplicate: true },
	sentBy: 'earlier run',
});

/** The result for a question that an earlier run has asked. The answer goes to that run. */
export const askedBefore: SendResult = {
	outcome: 'not_sent',
	failure: invalidInput(
		"This question was asked before, by another run: 'Message Key' is the same",
		'It was not asked again, and the answer goes to the run that asked. To ask again on purpose, change the Message Key.',
	),
};

/** The result for a message whose key was marked by an earlier run and whose outcome is unknown. */
export const maybeSentBefore: SendResult = {
	outcome: 'unknown',
	failure: {
		category: 'service',
		message: 'An earlier run may have sent this message',
		description:
			"An earlier run marked its Message Key, and the outcome is unknown: that run was interrupted, got no clear response, or is still sending. Look for the message at the service. If it was not sent, change its 'Message Key' to send it.",
		isOfEarlierRun: true,
	},
};

/** The result for an item that is the same message as the item `itemIndex`. */
export function shareOutcome(sent: SendResult, itemIndex: number): SendResult {
	if (sent.outcome === 'accepted') {
		return { outcome: 'accepted', response: { ...sent.response, duplicate: true }, sentBy: sent.sentBy ?? 'other item' };
	}
	const { failure } = sent;
	const description = `${failure.description} Item ${itemIndex} has the same Message Key and recipient: both are one message, which is sent once.`;
	return { ...sent, failure: { ...failure, description } };
}

/** Two items with the same key and recipient but different content: refused. */
export const keyOfOtherMessage = (itemIndex: number): Failure =>
	invalidInput(
		`'Message Key' and recipient are the same as in item ${itemIndex}, but the message is different`,
		'Nothing was sent for this item. Message Key and recipient together identify a message: give each message its own key, such as {{ $json.order_id }}-shipped.',
	);
