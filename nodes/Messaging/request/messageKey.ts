import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { hashOf } from '../text/hash';
import { asRead } from '../text/invisible';
import { nothing, nothingIn, traceIn } from '../text/nothing';
import { describeValue, shorten } from '../text/wording';

/** In characters. A longer text was probably meant for another field. */
const longestKey = 1_000;

/** An emoji is one of the other symbols. */
const lettersOrDigits = /[\p{L}\p{N}\p{So}]/u;

const trueOrFalse = /^(?:true|false)$/i;

const example = 'Give each message its own text, such as {{ $json.order_id }}-shipped.';

const refuse = (problem: string, remedy: string): Result<never, Failure> =>
	err(invalidInput(`'Message Key'${problem}`, `${remedy} Nothing was sent for this item.`));

/**
 * Reads the text that identifies a message. A text that could be the same for different messages is refused:
 * all but one of them would never be sent, and nothing would say so. Several parts count each by itself.
 * @param parts each `{{ }}` in it as the user wrote it, and what it gives; none if it is fixed text
 */
export function readMessageKey(
	value: unknown,
	parts: ReadonlyArray<{ readonly expression: string; readonly value: unknown }>,
): Result<string, Failure> {
	// True or false tells messages apart only beside something else.
	const isOnlyBoolean = (parts.length === 0 ? [{ value }] : parts).every((part) => typeof part.value !== 'object' && trueOrFalse.test(String(part.value)));
	for (const part of parts) {
		const gap = isOnlyBoolean ? `only ${String(part.value)}` : gapIn(part.value);
		if (gap === undefined) continue;
		return refuse(
			`: ${shorten(part.expression, 100)} gives ${gap}`,
			'Other messages would get the same key. Check the names in the expression. If a field may be empty, give it another value for that, as in {{ $json.size || "any" }}.',
		);
	}
	const gap = isOnlyBoolean ? `only ${String(value)}` : gapIn(value);
	if (gap === nothing) return refuse(' is empty', `${example} To send without a key, remove the option.`);
	// Fixed text with braces is the one that is mostly meant as an expression: what it says is in the field.
	if (gap !== undefined) return refuse(' is fixed text that can be the same for other messages', `Choose Expression above the field, and write the names of fields between {{ and }}. ${example}`);
	const key = asRead(String(value));
	if (key.length > longestKey) {
		return refuse(` has more than ${longestKey.toLocaleString('en-US')} characters: "${shorten(key, 50)}"`, example);
	}
	if (!lettersOrDigits.test(key)) return refuse(` has neither letters nor digits: "${shorten(key, 50)}"`, example);
	const joined = key.normalize();
	if (parts.length < 2) return ok(joined);
	// Joined, "1-2" and "3" are the same text as "1" and "2-3".
	return ok(hashOf('hex', joined, ...parts.map((part) => asRead(String(part.value)).normalize())));
}

/** What a value is that can't tell one message from another, in words; undefined for one that can. A key with a gap in it is none, whoever wrote it. */
function gapIn(value: unknown): string | undefined {
	if (typeof value === 'object' && value !== null) return describeValue(value);
	return nothingIn(value) ?? (traceIn(String(value)) === undefined ? undefined : describeValue(value));
}

/**
 * A hash that identifies a message. It is the same in every run and process for the same key, recipient (in
 * E.164 form) and base URL. The base URL is part of it, so that a message sent to a test service does not
 * count as sent in production.
 */
export const messageIdentity = (key: string, to: string, baseUrl: string): string =>
	hashOf('hex', 'message', key, to, new URL(baseUrl).href).slice(0, 32);
