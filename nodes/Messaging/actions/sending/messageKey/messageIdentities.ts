import type { Failure } from '../../../contract/failure';
import { messageIdentity, readMessageKey } from '../../../contract/message/messageKey';
import { ok, type Result } from '../../../contract/result';
import { readOrRefuse } from '../../../n8n/nodeError';
import type { ParameterReader, Parameters } from '../../../n8n/parameters';
import { readItemRecipient } from '../buildMessage';

/** The identity of an item's message by item index: undefined where the item has no Message Key, or why it can't have one. */
export type MessageIdentities = (itemIndex: number) => Result<string | undefined, Failure>;

/** Reads each identity once, because an expression may give another value the next time. */
export function openMessageIdentities(parametersOf: ParameterReader, baseUrl: string): MessageIdentities {
	const identities = new Map<number, Result<string | undefined, Failure>>();
	return (index) => {
		const identity = identities.get(index) ?? readIdentity(parametersOf(index), baseUrl);
		identities.set(index, identity);
		return identity;
	};
}

const readIdentity = (parameters: Parameters, baseUrl: string): Result<string | undefined, Failure> =>
	readOrRefuse(() => {
		// Only an option that was not added means "no key": one that was added and is empty is refused.
		if (!parameters.hasField('options', 'messageKey')) return ok(undefined);
		const { value, parts } = parameters.parts('options', 'messageKey');
		const key = readMessageKey(value, parts);
		if (!key.ok) return key;
		const to = readItemRecipient(parameters);
		return to.ok ? ok(messageIdentity(key.value, to.value, baseUrl)) : to;
	});

/** The different identities of items, in the order of the items. */
export function* eachIdentity(identityOf: MessageIdentities, itemIndices: Iterable<number>): Generator<string, undefined> {
	const given = new Set<string>();
	for (const index of itemIndices) {
		const identity = identityOf(index);
		if (!identity.ok || identity.value === undefined || given.has(identity.value)) continue;
		given.add(identity.value);
		yield identity.value;
	}
}
