import { type Failure, invalidInput } from '../result/failure';
import { doubtIn, nothing, nothingIn } from '../text/nothing';
import { isMissing } from '../text/json';
import { shorten, writtenObject } from '../text/wording';

/** What a field gives, and each `{{ }}` in it: as the user wrote it, and what it gives. None if the field is fixed text. */
export interface GivenText {
	readonly value: unknown;
	readonly parts: ReadonlyArray<{ readonly expression: string; readonly value: unknown }>;
}

const longestExpression = 100;

/** An expression that says itself what stands in place of an empty value, as in `{{ $json.note || "" }}`. */
const allowsEmpty = /''|""|``/;

/** An empty text that somebody may have wanted. */
const isEmpty = (value: unknown): boolean => typeof value === 'string' && isMissing(value);

/** Whether a text is more than one `{{ }}`: words and expressions, or several of these. */
const isJoined = ({ value, parts }: GivenText): boolean => parts.length > 1 || (parts.length === 1 && parts[0]?.value !== value);

/** Where a part may be an empty text: not where a person approves the whole, who must know that one is missing. */
export type EmptyParts = 'allowed' | 'refused';

/**
 * Refuses a text in which an expression gives nothing, by that expression: joined with the words around it, nobody would
 * see it. Refuses what says nothing as a whole, too. Undefined if the text says something, or if the field is empty.
 */
export function findGap(label: string, given: GivenText, emptyParts: EmptyParts = 'allowed'): Failure | undefined {
	const { value, parts } = given;
	for (const { expression, value: part } of isJoined(given) ? parts : []) {
		const mayBeEmpty = isEmpty(part) && (emptyParts === 'allowed' || allowsEmpty.test(expression));
		const gap = mayBeEmpty ? undefined : nothingIn(part);
		if (gap !== undefined) return gapOf(`'${label}': ${shorten(expression, longestExpression)} gives ${gap}`);
	}
	if (isMissing(value)) return undefined;
	const [only] = parts;
	if (isJoined(given)) {
		// The words around the parts are a person's.
		const [object] = writtenObject.exec(String(value)) ?? [];
		return object === undefined ? undefined : gapOf(`'${label}' holds ${object}`);
	}
	const gap = nothingIn(value, only === undefined);
	if (gap === undefined) return undefined;
	if (only !== undefined) return gapOf(`'${label}': ${shorten(only.expression, longestExpression)} gives ${gap}`);
	return invalidInput(
		gap === nothing ? `'${label}' has nothing that can be seen` : `'${label}' is ${gap}`,
		'Nothing was sent for this item. If it is meant to be an expression, switch the field from Fixed to Expression.',
	);
}

const gapOf = (message: string): Failure =>
	invalidInput(
		message,
		'Nothing was sent for this item. Look at the names in the expression and at the item. If a value may be missing, say what stands in its place, as in {{ $json.name || "there" }}.',
	);

/** What a person should look at before such a text is sent. */
export function doubtText(label: string, given: GivenText): string[] {
	const empty = isJoined(given) ? given.parts.filter((part) => isEmpty(part.value) && !allowsEmpty.test(part.expression)) : [];
	return [...empty.map(({ expression }) => `'${label}': ${shorten(expression, longestExpression)} is empty`), ...doubtWord(label, given.value)];
}

/** A word in a text that may stand for a missing value. */
export function doubtWord(label: string, value: unknown): string[] {
	const doubt = typeof value === 'string' ? doubtIn(value) : undefined;
	return doubt === undefined ? [] : [`'${label}' says "${shorten(doubt, 50)}"`];
}
