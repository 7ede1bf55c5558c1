import type { SendResult } from '../../contract/message/sendResult';
import type { ParameterReader } from '../../n8n/parameters';
import { recipientOf } from './buildMessage';
import type { Remembered, RunMemory } from './runMemory';

/** The messages of an earlier try, but for items that by now are meant for somebody else. */
export function forSameRecipients({ earlier }: RunMemory, parametersOf: ParameterReader): ReadonlyMap<number, SendResult> {
	const kept = [...earlier].filter(([index, { to }]) => {
		const now = recipientOf(parametersOf(index));
		return to === undefined || now === undefined || to === now;
	});
	return new Map(kept.map(([index, { sent }]) => [index, sent]));
}

/** What the next try has to know: whoever has the message, or may have it. `recipientAt` by item index. */
export function toRemember(
	outcomes: ReadonlyArray<SendResult | undefined>,
	recipientAt: (index: number) => string | undefined,
): ReadonlyMap<number, Remembered> {
	const kept = new Map<number, Remembered>();
	for (const [index, sent] of outcomes.entries()) {
		if (sent?.outcome !== 'accepted' && sent?.outcome !== 'unknown') continue;
		kept.set(index, { to: recipientAt(index), sent });
	}
	return kept;
}
