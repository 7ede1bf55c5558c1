import type { Failure } from '../../../contract/failure';
import { messageName, readMessageKey } from '../../../contract/message/messageKey';
import { err, ok, type Result } from '../../../contract/result';
import { refusedExpression } from '../../../n8n/nodeError';
import type { ParameterReader, Parameters } from '../../../n8n/parameters';
import { readItemRecipient } from '../buildMessage';

/** The name of an item's message by item index: undefined where it has no Message Key, or why it can't have one. */
export type MessageNames = (itemIndex: number) => Result<string | undefined, Failure>;

/** Reads the names, each once: an expression may give something else the next time. */
export function openMessageNames(parametersOf: ParameterReader, baseUrl: string): MessageNames {
	const names = new Map<number, Result<string | undefined, Failure>>();
	return (index) => {
		const name = names.get(index) ?? readName(parametersOf(index), baseUrl);
		names.set(index, name);
		return name;
	};
}

function readName(parameters: Parameters, baseUrl: string): Result<string | undefined, Failure> {
	try {
		// An option that was added and holds nothing is no message without a key.
		if (!parameters.hasField('options', 'messageKey')) return ok(undefined);
		const key = readMessageKey(parameters.field('options', 'messageKey'));
		if (!key.ok) return key;
		const to = readItemRecipient(parameters);
		return to.ok ? ok(messageName(key.value, to.value, baseUrl)) : to;
	} catch (error) {
		return err(refusedExpression(error));
	}
}

/** The different names of items, in their order. */
export function* eachName(names: MessageNames, itemIndices: Iterable<number>): Generator<string, undefined> {
	const given = new Set<string>();
	for (const index of itemIndices) {
		const name = names(index);
		if (!name.ok || name.value === undefined || given.has(name.value)) continue;
		given.add(name.value);
		yield name.value;
	}
}
