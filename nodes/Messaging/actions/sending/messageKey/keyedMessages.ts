import type { Failure } from '../../../contract/failure';
import { maybeSentBefore, keyOfOtherMessage, sentBefore, shareOutcome } from '../../../contract/message/duplicate';
import type { SendResult } from '../../../contract/message/sendResult';
import { runStopped } from '../../../contract/response/noResponse';
import type { Result } from '../../../contract/result';
import type { Claims } from './claims';

interface KeyedMessagesSettings {
	/** What became of the items that an earlier try of the run has sent and that are not sent again, by index. */
	readonly earlier: ReadonlyMap<number, SendResult>;
	/** The identity of an item's message; undefined where the item has no Message Key. */
	identityOf(itemIndex: number): string | undefined;
	/** The recipient of an item, where it can be read. It can for each item that has an identity. */
	recipientOf(itemIndex: number): string | undefined;
	/** A hash of the item's message, which differs between different messages, or why it can't be sent. */
	fingerprintOf(itemIndex: number): Promise<Result<string, Failure>>;
	/** What n8n's database remembers; undefined where the service does, and where no item has a Message Key. */
	readonly claims: Claims | undefined;
}

/** The messages of a run that have a Message Key. Each is sent once. */
export interface KeyedMessages {
	/**
	 * Waits for earlier items with the same identity. Gives what became of the message already, or undefined where it
	 * has to be sent. Must be called in the order of the items.
	 */
	enter(itemIndex: number): Promise<SendResult | undefined>;
	/** Must be called with what became of each item that entered; undefined where it was not started. */
	leave(itemIndex: number, sent: SendResult | undefined): void;
}

/** The item that holds an identity, and what became of it. */
interface Holder {
	readonly index: number;
	readonly sent: SendResult | undefined;
}

export function createKeyedMessages({ earlier, identityOf, recipientOf, fingerprintOf, claims }: KeyedMessagesSettings): KeyedMessages {
	/** By identity: its last item, once that is done. Each item waits for the one before it. */
	const queues = new Map<string, Promise<Holder>>();
	const finish = new Map<number, (holder: Holder) => void>();
	/** By item: the other item that holds its identity. */
	const holders = new Map<number, Holder>();
	/** By item: the identity that was claimed for it. */
	const claimed = new Map<number, string>();

	for (const [index, sent] of earlier) {
		const identity = identityOf(index);
		if (identity !== undefined) queues.set(identity, Promise.resolve({ index, sent }));
	}

	/** Gives this item the outcome of the earlier item with the same key; undefined where that item was not sent and did not use up the key. */
	async function compare({ index, sent }: Holder, itemIndex: number): Promise<SendResult | undefined> {
		// That item was never sent, and this one may have more time.
		if (sent?.outcome === 'not_sent' && sent.failure.category === 'expired') return undefined;
		const [own, other] = [await fingerprintOf(itemIndex), await fingerprintOf(index)];
		if (!other.ok && sent?.outcome === 'not_sent') return own.ok ? undefined : { outcome: 'not_sent', failure: own.error };
		const isSame = own.ok && other.ok ? own.value === other.value : own.ok === other.ok;
		if (!isSame) return { outcome: 'not_sent', failure: own.ok ? keyOfOtherMessage(index) : own.error };
		return sent === undefined ? { outcome: 'not_sent', failure: runStopped } : shareOutcome(sent, index);
	}

	async function claim(identity: string, itemIndex: number): Promise<SendResult | undefined> {
		if (claims === undefined) return undefined;
		const mark = await claims.claim(identity);
		if (!mark.ok) return { outcome: 'not_sent', failure: mark.error };
		if (mark.value === 'accepted') return sentBefore(recipientOf(itemIndex));
		if (mark.value === 'unsettled') return maybeSentBefore;
		claimed.set(itemIndex, identity);
		return undefined;
	}

	return {
		async enter(itemIndex) {
			const identity = identityOf(itemIndex);
			if (identity === undefined) return undefined;
			const before = queues.get(identity);
			queues.set(identity, new Promise((resolve) => finish.set(itemIndex, resolve)));
			const holder = await before;
			const shared = holder === undefined ? undefined : await compare(holder, itemIndex);
			if (holder !== undefined && shared !== undefined) {
				holders.set(itemIndex, holder);
				return shared;
			}
			return await claim(identity, itemIndex);
		},
		leave(itemIndex, sent) {
			const identity = claimed.get(itemIndex);
			if (identity !== undefined) claims?.settle(identity, settlementOf(sent));
			claimed.delete(itemIndex);
			finish.get(itemIndex)?.(holders.get(itemIndex) ?? { index: itemIndex, sent });
			finish.delete(itemIndex);
			holders.delete(itemIndex);
		},
	};
}

function settlementOf(sent: SendResult | undefined): Parameters<Claims['settle']>[1] {
	if (sent?.outcome === 'accepted') return 'accepted';
	return sent?.outcome === 'unknown' ? 'unknown' : 'released';
}
