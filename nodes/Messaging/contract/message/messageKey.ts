import { invalidInput, type Failure } from '../failure';
import { hashOf } from '../hash';
import { err, ok, type Result } from '../result';
import { shorten } from '../wording';

/** In characters. A longer text was probably meant for another field. */
const longestKey = 1_000;

/** Traces of an expression that found no value or was not evaluated: the key would be the same for every message. */
const missingValue = /\[object \w+\]|\{\{|(?:^|[-_:/|.#])(?:undefined|null|NaN)(?:[-_:/|.#]|$)/;

const example = 'Give each message its own text, such as {{ $json.order_id }}-shipped.';

const refuse = (problem: string, remedy: string): Result<never, Failure> =>
	err(invalidInput(`'Message Key' ${problem}`, `${remedy} Nothing was sent for this item.`));

/**
 * Reads the text that identifies a message. A number is read as its digits. A text that could be the same for
 * different messages is refused: all but one of them would never be sent, and nothing would say so.
 */
export function readMessageKey(value: unknown): Result<string, Failure> {
	if (value === undefined || value === null) return refuse('is empty', `${example} To send without a key, remove the option.`);
	if (typeof value === 'number') return readNumber(value);
	if (typeof value !== 'string') return refuse(`is not text but ${kindOf(value)}`, example);
	const key = value.trim();
	if (key === '') return refuse('is empty', `${example} To send without a key, remove the option.`);
	if (key.length > longestKey) {
		return refuse(`has more than ${longestKey.toLocaleString('en-US')} characters: "${shorten(key, 50)}"`, example);
	}
	if (missingValue.test(key)) {
		return refuse(
			`has a part that is not text: "${shorten(key, 100)}"`,
			'The expression found no value in the item, found an object, or was entered as fixed text. Check the field and the names in it.',
		);
	}
	return ok(key);
}

function readNumber(value: number): Result<string, Failure> {
	if (Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return ok(String(value));
	return refuse(`is a number that cannot be kept exactly: ${String(value)}`, 'Give it as text.');
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * A hash that identifies a message. It is the same in every run and process for the same key, recipient (in
 * E.164 form) and base URL. The base URL is part of it, so that a message sent to a test service does not
 * count as sent in production.
 */
export const messageIdentity = (key: string, to: string, baseUrl: string): string =>
	hashOf('hex', 'message', key, to, new URL(baseUrl).href).slice(0, 32);
