import type { SendResult } from '../../contract/message/sendResult';
import type { MessageIdentities } from './messageKey/messageIdentities';
import type { RememberedMessage, RunMemory } from './runMemory';

/** What tells the message of an item from another one, by item index. */
export interface MessageFacts {
	recipientOf(itemIndex: number): string | undefined;
	readonly identityOf: MessageIdentities;
}

/** The messages that an earlier try has sent, without those whose item has another recipient or Message Key by now. */
export function forSameMessages({ earlier }: RunMemory, { recipientOf, identityOf }: MessageFacts): ReadonlyMap<number, SendResult> {
	const kept = [...earlier].filter(([index, { to, name }]) => {
		const identity = identityOf(index);
		return isSame(to, recipientOf(index)) && isSame(name, identity.ok ? identity.value : undefined);
	});
	return new Map(kept.map(([index, { sent }]) => [index, sent]));
}

/** A recipient or key that can't be read counts as unchanged, and so does a key that was added after the first try. */
const isSame = (then: string | undefined, now: string | undefined): boolean =>
	then === undefined || now === undefined || then === now;

/** What the next try has to know: the messages that were accepted, and those that may have been. */
export function toRemember(
	outcomes: ReadonlyArray<SendResult | undefined>,
	{ recipientOf, identityOf }: MessageFacts,
): ReadonlyMap<number, RememberedMessage> {
	const kept = new Map<number, RememberedMessage>();
	for (const [index, sent] of outcomes.entries()) {
		if (sent?.outcome !== 'accepted' && sent?.outcome !== 'unknown') continue;
		const identity = identityOf(index);
		const name = identity.ok && identity.value !== undefined ? { name: identity.value } : {};
		kept.set(index, { to: recipientOf(index), ...name, sent });
	}
	return kept;
}
