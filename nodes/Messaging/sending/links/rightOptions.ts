import { notSent } from '../../request/sendResult';
import type { Condition, Link, Message } from '../message';

/**
 * What is wrong in the options of an item is refused also if the item is a duplicate, for which they would not count: the
 * next message would be refused by them. It then holds no key for other items.
 * @param isSent whether an earlier try has sent the message. That stays so, or the next try would not know of it.
 */
export const rightOptions = (conditions: readonly Condition[], isSent: (message: Message) => boolean): Link<Message> => (next) => async (message) => {
	if (isSent(message)) return await next(message);
	for (const { read } of [...conditions, timeout]) {
		const option = read(message);
		if (!option.ok) return notSent(option.error);
	}
	return await next(message);
};

const timeout: Pick<Condition, 'read'> = { read: (message) => message.timeout() };
