import { isSimulated, notSent, type SendResult, withheld } from '../../request/sendResult';
import type { KeyRows, RowState } from '../../n8n/keyRows';
import { type Failure, invalidInput } from '../../result/failure';
import { err, type Result, valueOf } from '../../result/result';
import type { Link, Message, Ready } from '../message';

/** A Message Key leaves once over all runs: n8n's database has a row for each. */
export interface OncePerKey {
	/** What an earlier run has sent, or may have sent, under the key is not sent again. Settles the row when all is over. */
	readonly look: Link<Message>;
	/** Makes the row right before the first attempt, so that a run that dies leaves nothing unsettled but what was on its way. */
	readonly claim: Link<Ready>;
	/** Waits until all rows are settled, and tries once more to settle those that could not be. Gives how many are left. */
	close(): Promise<number>;
}

export function oncePerKey(rows: KeyRows): OncePerKey {
	/** The contents of the rows that this run has made and not settled, by identity. */
	const claimed = new Map<string, string>();
	/** Removals of rows, by identity. A failure has to be heard of before the next message starts, so nobody waits for them but the next item with that key. */
	const removals = new Map<string, Promise<void>>();
	/** What could not be settled, by identity. At the end of the run the database may be back. */
	const open = new Map<string, () => Promise<Result<unknown, Failure>>>();

	async function settle(identity: string, sent: SendResult | undefined): Promise<void> {
		const content = claimed.get(identity);
		claimed.delete(identity);
		if (content === undefined || sent?.outcome === 'unknown') return;
		// A message that was only simulated leaves its key free for the one that is sent.
		const isReleased = sent?.outcome !== 'accepted' || isSimulated(sent.response);
		if (isReleased) removals.set(identity, write(identity, async () => await rows.release(identity)));
		else await write(identity, async () => await rows.accept(identity, content));
	}

	async function write(identity: string, settling: () => Promise<Result<unknown, Failure>>): Promise<void> {
		if (!(await settling()).ok) open.set(identity, settling);
	}

	/** A row that was perhaps made by this run. If it is there, nobody can say whose it is. */
	async function lookAgain(identity: string, content: string): Promise<Result<unknown, Failure>> {
		const state = await rows.look(identity, content);
		return state.ok && state.value === 'unsettled' ? err(maybeSentBefore) : state;
	}

	return {
		look: (next) => async (message) => {
			const identity = message.identity();
			if (!identity.ok) return notSent(identity.error);
			if (identity.value === undefined) return await next(message);
			await removals.get(identity.value);
			const state = await rows.look(identity.value, async () => valueOf(await message.fingerprint()));
			if (!state.ok) return notSent(state.error);
			if (state.value !== 'none') return resultOf(state.value, valueOf(message.to()) ?? null);
			const sent = await next(message);
			await settle(identity.value, sent);
			return sent;
		},
		claim: (next) => async (message) => {
			const { keyed, request } = message;
			if (keyed === undefined || claimed.has(keyed.identity)) return await next(message);
			const { identity, fingerprint } = keyed;
			const state = await rows.claim(identity, fingerprint);
			if (!state.ok) {
				open.set(identity, async () => await lookAgain(identity, fingerprint));
				return withheld(state.error);
			}
			if (state.value !== 'none') return { ...resultOf(state.value, request.body.to), isWithheld: true };
			claimed.set(identity, fingerprint);
			// What was open of an earlier item with this key is settled, or the row could not have been made.
			open.delete(identity);
			return await next(message);
		},
		async close() {
			await Promise.all(removals.values());
			const settled = await Promise.all([...open.values()].map(async (settling) => await settling()));
			return settled.filter(({ ok: isSettled }) => !isSettled).length;
		},
	};
}

/** What became of a message that has a row already. The service's response was not kept. */
function resultOf(state: Exclude<RowState, 'none'>, to: string | null): SendResult {
	switch (state) {
		case 'accepted':
			return { outcome: 'accepted', response: { success: true, message_id: null, to, duplicate: true }, sentBy: 'earlier run' };
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
