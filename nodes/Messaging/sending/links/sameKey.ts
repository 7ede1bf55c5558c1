import { isOutOfTime } from '../../request/notAfter';
import { notSent, type SendResult } from '../../request/sendResult';
import { type Failure, invalidInput } from '../../result/failure';
import { itemNumber } from '../../text/wording';
import type { Link, Message } from '../message';

/** The item that holds an identity, and what became of its message. */
interface Holder {
	readonly index: number;
	readonly fingerprint: Message['fingerprint'];
	readonly sent: SendResult | undefined;
}

/**
 * Items of the run with the same Message Key and recipient are one message: the first holds the key, and the others
 * wait for it and share its outcome. Messages must come in the order of their items.
 */
export const sameKey: Link<Message> = (next) => {
	/** By identity: its holder, once the last item that came with it is done. */
	const holders = new Map<string, Promise<Holder>>();

	async function hold(message: Message, before: Promise<Holder> | undefined): Promise<{ holder: Holder; own: SendResult | undefined }> {
		const holder = await before;
		const shared = holder === undefined ? 'free' : await shareOf(holder, message);
		if (holder !== undefined && shared !== 'free') return { holder, own: shared };
		const own = await next(message);
		// Of a message that was built only the hash is kept, since a run can have a hundred thousand messages.
		const isBuilt = own !== undefined && own.outcome !== 'not_sent' && own.sentBy !== 'earlier try';
		const known = isBuilt ? await message.fingerprint() : undefined;
		return { holder: { index: message.index, sent: own, fingerprint: known === undefined ? message.fingerprint : async () => known }, own };
	}

	return async (message) => {
		const identity = message.identity();
		if (!identity.ok) return notSent(identity.error);
		if (identity.value === undefined) return await next(message);
		const held = hold(message, holders.get(identity.value));
		holders.set(identity.value, held.then(({ holder }) => holder));
		return (await held).own;
	};
};

/** What became of a message whose key another item holds; 'free' if that item never started and this one can. */
async function shareOf({ index, sent, fingerprint }: Holder, message: Message): Promise<SendResult | 'free' | undefined> {
	const isNotSent = sent?.outcome === 'not_sent';
	// This item may have more time.
	if (isNotSent && isOutOfTime(sent.failure)) return 'free';
	const [own, other] = [await message.fingerprint(), await fingerprint()];
	if (!own.ok && (other.ok || isNotSent)) return notSent(own.error);
	if (own.ok && !other.ok && isNotSent) return 'free';
	if (own.ok && (!other.ok || own.value !== other.value)) return notSent(keyOfOtherItem(index));
	if (sent === undefined) return undefined;
	if (sent.outcome === 'accepted') {
		const sentBy = sent.sentBy === 'earlier run' ? sent.sentBy : 'other item';
		return { ...sent, response: { ...sent.response, duplicate: true }, sentBy };
	}
	const description = `${sent.failure.description} Item ${itemNumber(index)} has the same Message Key and recipient: both are one message, which is sent once.`;
	return { ...sent, failure: { ...sent.failure, description }, sentBy: sent.sentBy ?? 'other item' };
}

const keyOfOtherItem = (index: number): Failure =>
	invalidInput(
		`'Message Key' and recipient are the same as in item ${itemNumber(index)}, but the message is different`,
		'Nothing was sent for this item. Message Key and recipient together identify a message: give each message its own key, such as {{ $json.order_id }}-shipped.',
	);
