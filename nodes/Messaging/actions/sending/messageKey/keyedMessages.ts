import type { Failure } from '../../../contract/failure';
import { maybeSentBefore, keyOfOtherMessage, sentBefore, shareOutcome } from '../../../contract/message/duplicate';
import type { SendResult } from '../../../contract/message/sendResult';
import { runStopped } from '../../../contract/response/noResponse';
import type { Result } from '../../../contract/result';
import type { Claims } from './claims';

export interface KeyedMessagesSettings {
	/** What became of items in an earlier try of the run, by index, where they don't leave again. */
	readonly earlier: ReadonlyMap<number, SendResult>;
	/** The names of the run's items by index, where they have one. */
	nameOf(itemIndex: number): string | undefined;
	/** The recipient of an item, where it can be read: that of one with a name can. */
	recipientOf(itemIndex: number): string | undefined;
	/** What tells an item's message from another one, or why it can't be sent. */
	fingerprintOf(itemIndex: number): Promise<Result<string, Failure>>;
	/** What n8n remembers; undefined where the service does. */
	readonly claims: Claims | undefined;
}

/** The messages of a run that have a Message Key, each of which leaves once. */
export interface KeyedMessages {
	/** Waits for its turn: gives what became of the item's message already, undefined where it is to be sent. Called in the order of the items. */
	enter(itemIndex: number): Promise<SendResult | undefined>;
	/** Has to be called with what became of an item that entered; undefined where it was not started. */
	leave(itemIndex: number, sent: SendResult | undefined): void;
}

/** The item that has a name, and what became of it. */
interface Holder {
	readonly index: number;
	readonly sent: SendResult | undefined;
}

export function createKeyedMessages({ earlier, nameOf, recipientOf, fingerprintOf, claims }: KeyedMessagesSettings): KeyedMessages {
	/** By name: the last of its items, once it is done. Each waits for the one before it. */
	const lines = new Map<string, Promise<Holder>>();
	const finish = new Map<number, (holder: Holder) => void>();
	/** By item: who has its name, where it is another one. */
	const holders = new Map<number, Holder>();
	/** Items whose name is marked for them. */
	const claimed = new Map<number, string>();

	for (const [index, sent] of earlier) {
		const name = nameOf(index);
		if (name !== undefined) lines.set(name, Promise.resolve({ index, sent }));
	}

	/** What the message of another item comes to for this one; undefined where that one can't be sent, and so takes no name. */
	async function compare({ index, sent }: Holder, itemIndex: number): Promise<SendResult | undefined> {
		// It never left, and this one may have more time.
		if (sent?.outcome === 'not_sent' && sent.failure.category === 'expired') return undefined;
		const [own, other] = [await fingerprintOf(itemIndex), await fingerprintOf(index)];
		if (!other.ok && sent?.outcome === 'not_sent') return own.ok ? undefined : { outcome: 'not_sent', failure: own.error };
		const isSame = own.ok && other.ok ? own.value === other.value : own.ok === other.ok;
		if (!isSame) return { outcome: 'not_sent', failure: own.ok ? keyOfOtherMessage(index) : own.error };
		return sent === undefined ? { outcome: 'not_sent', failure: runStopped } : shareOutcome(sent, index);
	}

	async function claim(name: string, itemIndex: number): Promise<SendResult | undefined> {
		if (claims === undefined) return undefined;
		const mark = await claims.claim(name);
		if (!mark.ok) return { outcome: 'not_sent', failure: mark.error };
		if (mark.value === 'accepted') return sentBefore(recipientOf(itemIndex));
		if (mark.value === 'unsettled') return maybeSentBefore;
		claimed.set(itemIndex, name);
		return undefined;
	}

	return {
		async enter(itemIndex) {
			const name = nameOf(itemIndex);
			if (name === undefined) return undefined;
			const before = lines.get(name);
			lines.set(name, new Promise((resolve) => finish.set(itemIndex, resolve)));
			const holder = await before;
			const shared = holder === undefined ? undefined : await compare(holder, itemIndex);
			if (holder !== undefined && shared !== undefined) {
				holders.set(itemIndex, holder);
				return shared;
			}
			return await claim(name, itemIndex);
		},
		leave(itemIndex, sent) {
			const name = claimed.get(itemIndex);
			if (name !== undefined) claims?.settle(name, settlementOf(sent));
			claimed.delete(itemIndex);
			finish.get(itemIndex)?.(holders.get(itemIndex) ?? { index: itemIndex, sent });
			finish.delete(itemIndex);
			holders.delete(itemIndex);
		},
	};
}

function settlementOf(sent: SendResult | undefined): Parameters<Claims['settle']>[1] {
	if (sent?.outcome === 'accepted') return 'accepted';
	return sent?.outcome === 'unknown' ? 'unknown' : 'taken back';
}
