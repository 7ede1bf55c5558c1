import { isSimulated, notSent, type SendResult } from '../../message/sendResult';
import type { KeyRows, RowState } from '../../n8n/keyRows';
import { type Failure, invalidInput } from '../../api/failure';
import type { Link, Message } from '../message';

/** A Message Key leaves once over all runs: n8n's database has a row for each. */
export interface OncePerKey {
	/** What an earlier run has sent, or may have sent, under the key is not sent again. Settles the row when all is over. */
	readonly look: Link;
	/** Makes the row right before the first attempt, so that a run that dies leaves nothing unsettled but what was on its way. */
	readonly claim: Link;
	/** Waits until all rows are settled. Gives how many could not be. */
	close(): Promise<number>;
}

export function oncePerKey(rows: KeyRows): OncePerKey {
	/** The identities whose rows this run has made. */
	const claimed = new Set<string>();
	/** Removals of rows, by identity. A failure has to be heard of before the next message starts, so nobody waits for them but the next item with that key. */
	const removals = new Map<string, Promise<void>>();
	let unsettled = 0;

	async function settle(identity: string, message: Message, sent: SendResult | undefined): Promise<void> {
		if (!claimed.delete(identity) || sent?.outcome === 'unknown') return;
		// A message that was only simulated leaves its key free for the one that is sent.
		if (sent?.outcome !== 'accepted' || isSimulated(sent.response)) removals.set(identity, count(rows.release(identity)));
		else await count(message.fingerprint().then(async (content) => await rows.accept(identity, content.ok ? content.value : '')));
	}

	async function count(settled: ReturnType<KeyRows['release']>): Promise<void> {
		if (!(await settled).ok) unsettled++;
	}

	return {
		look: (next) => async (message) => {
			const identity = message.identity();
			if (!identity.ok) return notSent(identity.error);
			if (identity.value === undefined) return await next(message);
			await removals.get(identity.value);
			const content = await message.fingerprint();
			const state = await rows.look(identity.value, content.ok ? content.value : undefined);
			if (!state.ok) return notSent(state.error);
			if (state.value !== 'none') return resultOf(state.value, message);
			const sent = await next(message);
			await settle(identity.value, message, sent);
			return sent;
		},
		claim: (next) => async (message) => {
			const [identity, content] = [message.identity(), await message.fingerprint()];
			if (!content.ok) return notSent(content.error);
			if (!identity.ok || identity.value === undefined || claimed.has(identity.value)) return await next(message);
			const state = await rows.claim(identity.value, content.value);
			// The row may have been made all the same.
			if (!state.ok) unsettled++;
			if (!state.ok) return notSent(state.error);
			if (state.value !== 'none') return resultOf(state.value, message);
			claimed.add(identity.value);
			return await next(message);
		},
		async close() {
			await Promise.all(removals.values());
			return unsettled;
		},
	};
}

/** What became of a message that has a row already. The service's response was not kept. */
function resultOf(state: Exclude<RowState, 'none'>, message: Message): SendResult {
	switch (state) {
		case 'accepted': {
			const to = message.to();
			const response = { success: true, message_id: null, to: to.ok ? to.value : null, duplicate: true };
			return { outcome: 'accepted', response, sentBy: 'earlier run' };
		}
		case 'unsettled':
			return { outcome: 'unknown', failure: maybeSentBefore, sentBy: 'earlier run' };
		case 'other content':
			return notSent(usedForAnother);
	}
}

const maybeSentBefore: Failure = {
	category: 'service',
	message: 'An earlier run may have sent this message',
	description:
		"An earlier run marked its Message Key, and the outcome is unknown: that run was interrupted, got no clear response, or is still sending. Look for the message at the service. If it was not sent, change its 'Message Key' to send it.",
};

const usedForAnother: Failure = invalidInput(
	"This 'Message Key' was used for another message to this recipient",
	'Nothing was sent for this item. Another message was sent under the same key, with other content. Give each message its own key, such as {{ $json.order_id }}-shipped. To send a changed message on purpose, change the key.',
);
