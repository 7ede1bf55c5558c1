import { invalidInput, type Failure } from '../failure';
import { hashOf } from '../hash';
import { err, ok, type Result } from '../result';
import { shorten } from '../wording';

/** In characters. A text that is longer was meant for another field. */
const longestKey = 1_000;

/** What stands in the place of a value that an expression did not find, or was not asked for: the same for every message. */
const missingValue = /\[object \w+\]|\{\{|(?:^|[-_:/|.#])(?:undefined|null|NaN)(?:[-_:/|.#]|$)/;

const example = 'Give each message a text that is its own, such as {{ $json.order_id }}-shipped.';

const refuse = (problem: string, remedy: string): Result<never, Failure> =>
	err(invalidInput(`'Message Key' ${problem}`, `${remedy} Nothing was sent for this item.`));

/**
 * Reads the text that makes a message the only one of its kind. A number is taken as its digits. What
 * could be the same for different messages is refused: one of them would silently never be sent.
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
			`has a part that is no text: "${shorten(key, 100)}"`,
			'Its expression did not find a value in the item, found an object, or is not set as an expression. Check the field and the names in it.',
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
 * The name of a message: the same in every run, worker and process for the same key, recipient (in
 * E.164 form) and account, so that what was tried on a sandbox is not taken for sent in production.
 */
export const messageName = (key: string, to: string, baseUrl: string): string =>
	hashOf('hex', 'message', key, to, new URL(baseUrl).href).slice(0, 32);
