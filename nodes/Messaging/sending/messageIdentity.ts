import { messageIdentity, readMessageKey } from '../message/messageKey';
import { type Failure, ok, type Result } from '../api/failure';
import type { Message } from './message';

/** Whether the user added a Message Key, also an empty one. */
export const hasMessageKey = ({ parameters }: Pick<Message, 'parameters'>): boolean => parameters.hasField('options', 'messageKey');

/**
 * Reads what identifies a message: its key, recipient and account. An option that was added and is empty is refused;
 * only one that was not added means that the message has no key.
 * @throws what n8n throws if an expression fails
 */
export function readMessageIdentity(message: Message, baseUrl: string): Result<string | undefined, Failure> {
	if (!hasMessageKey(message)) return ok(undefined);
	const { value, parts } = message.parameters.parts('options', 'messageKey');
	const key = readMessageKey(value, parts);
	if (!key.ok) return key;
	const to = message.to();
	return to.ok ? ok(messageIdentity(key.value, to.value, baseUrl)) : to;
}
