import type { SendResult } from '../../contract/message/sendResult';
import type { MessageNames } from './messageKey/messageNames';
import type { RememberedMessage, RunMemory } from './runMemory';

/** Who a message is for and what names it, by item index. */
export interface Identities {
	recipientOf(itemIndex: number): string | undefined;
	readonly nameOf: MessageNames;
}

/** The messages of an earlier try, but for items that by now are meant for somebody else or have another Message Key. */
export function forSameMessages({ earlier }: RunMemory, { recipientOf, nameOf }: Identities): ReadonlyMap<number, SendResult> {
	const kept = [...earlier].filter(([index, { to, name }]) => {
		const current = nameOf(index);
		return isSame(to, recipientOf(index)) && isSame(name, current.ok ? current.value : undefined);
	});
	return new Map(kept.map(([index, { sent }]) => [index, sent]));
}

/** What can't be read says nothing, and a key that was added since makes no other message of one that was sent. */
const isSame = (then: string | undefined, now: string | undefined): boolean =>
	then === undefined || now === undefined || then === now;

/** What the next try has to know: whoever has the message, or may have it. */
export function toRemember(
	outcomes: ReadonlyArray<SendResult | undefined>,
	{ recipientOf, nameOf }: Identities,
): ReadonlyMap<number, RememberedMessage> {
	const kept = new Map<number, RememberedMessage>();
	for (const [index, sent] of outcomes.entries()) {
		if (sent?.outcome !== 'accepted' && sent?.outcome !== 'unknown') continue;
		const name = nameOf(index);
		kept.set(index, { to: recipientOf(index), ...(name.ok && name.value !== undefined ? { name: name.value } : {}), sent });
	}
	return kept;
}
