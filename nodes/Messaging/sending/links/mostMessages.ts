import { notSent, type SendResult } from '../../request/sendResult';
import { type Failure, invalidInput } from '../../result/failure';
import type { Link, Message } from '../message';

/** How many messages of an execution have left, or are about to. */
interface SentCount {
	get(): number;
	set(count: number): void;
}

const kept = 'messages sent';

/** Keeps the count in the node's memory of its execution, which all runs of the node and all calls of a tool share. */
export const countIn = (memory: Record<string, unknown>): SentCount => ({
	get: () => Number(memory[kept] ?? 0),
	set: (count) => {
		memory[kept] = count;
	},
});

/**
 * No more than so many messages leave. One that was not sent or was rejected gives its place back, so a message that
 * finds none waits for those under way.
 * @param isCounted whether an earlier try has counted a message
 */
export function mostMessages(most: number, sent: SentCount, isCounted: (message: Message) => boolean): Link<Message> {
	const underWay = new Set<Promise<unknown>>();
	return (next) => {
		async function take(message: Message): Promise<SendResult | undefined> {
			sent.set(sent.get() + 1);
			const result = await next(message);
			if (!mayHaveLeft(result)) sent.set(sent.get() - 1);
			return result;
		}

		return async (message) => {
			if (isCounted(message)) return await next(message);
			while (sent.get() >= most && underWay.size > 0) await Promise.race(underWay);
			if (sent.get() >= most) return notSent(tooMany(most));
			const going = take(message);
			underWay.add(going);
			try {
				return await going;
			} finally {
				underWay.delete(going);
			}
		};
	};
}

const mayHaveLeft = (result: SendResult | undefined): boolean => result?.outcome === 'accepted' || result?.outcome === 'unknown';

const tooMany = (most: number): Failure =>
	invalidInput(
		`Not sent: 'Most Messages per Execution' allows ${most.toLocaleString('en-US')}`,
		'Nothing was sent for this item, because this execution has sent as many messages with this node. Do not try again in this execution. To send more, raise the option or remove it.',
	);
