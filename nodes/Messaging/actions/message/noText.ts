import { type Failure, invalidInput } from '../../result/failure';
import { findGap, type GivenText } from '../../template/givenText';
import { isMissing, text } from '../../text/json';
import { nothingIn } from '../../text/nothing';
import { describeValue, writtenObject } from '../../text/wording';

/**
 * Refuses a list, an object, true or false in place of a text, by the label of its field: the message would leave without
 * it. So are a text in which an expression wrote an object, and one that says nothing.
 */
export function findNoText(fields: Readonly<Record<string, unknown>>): Failure | undefined {
	for (const [label, value] of Object.entries(fields)) {
		const gap = isMissing(value) ? undefined : nothingIn(value);
		const failure = refuseOther(label, value);
		if (failure !== undefined) return failure;
		if (gap !== undefined) return invalidInput(`'${label}' is ${gap}`, 'Nothing was sent for this item. Give a text, or leave it empty.');
	}
	return undefined;
}

/** The same for words that a person reads: an expression in them that gives nothing is refused by itself, what a person wrote is not. */
export function findNoWords(fields: Readonly<Record<string, GivenText>>): Failure | undefined {
	for (const [label, given] of Object.entries(fields)) {
		const failure = refuseOther(label, given.value) ?? findGap(label, given);
		if (failure !== undefined) return failure;
	}
	return undefined;
}

function refuseOther(label: string, value: unknown): Failure | undefined {
	if (isMissing(value)) return undefined;
	const given = text(value);
	if (given === undefined && typeof value !== 'number') {
		return invalidInput(`'${label}' is not a text: ${describeValue(value)}`, 'Nothing was sent for this item. Give a text or a number, or leave it empty.');
	}
	const [object] = writtenObject.exec(given ?? '') ?? [];
	if (object === undefined) return undefined;
	return invalidInput(`'${label}' holds ${object}`, 'Nothing was sent for this item. An expression in it gives an object: name one of its fields, such as {{ $json.customer.name }}.');
}
