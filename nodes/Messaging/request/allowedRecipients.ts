import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { withoutInvisible } from '../text/invisible';
import { isMissing } from '../text/json';
import { describeValue, shorten } from '../text/wording';
import { readRecipient } from './recipient';

/** Tells whether a message may go to a number in E.164 form. */
export type MayReceive = (to: string) => boolean;

/** The beginning of a number: its plus sign and digits, with the formatting that numbers have. */
const beginning = /^\+[\d\s().\-/]*\*$/;

/** A zero that is not dialled behind a country code. As a digit it would make another beginning. */
const trunkZero = /\(\s*0/;

/** As many digits as a number can have. */
const beginningDigits = /^\+[1-9]\d{0,14}$/;

/** In characters. Checked first: normalizing a very long text with many accents could take hours. */
const longestBeginning = 50;

const example = 'Write numbers like +12015550123, and beginnings of numbers like +1201*, with commas between them.';

const refuse = (problem: string, remedy: string): Result<never, Failure> =>
	err(invalidInput(`'Allowed Recipients' in the options ${problem}`, `Nothing was sent for this item. ${remedy}`));

/**
 * Reads to whom messages may go: numbers as in 'To', and beginnings of numbers, each with its plus sign and a `*` at its
 * end. What can't be read is refused as a whole. So is a list of nobody: an option that says nothing would look like one
 * that allows everybody.
 */
export function readAllowedRecipients(value: unknown, defaultCountry: string | undefined): Result<MayReceive, Failure> {
	if (isMissing(value)) return refuse('is empty', `${example} To allow everybody, remove the option.`);
	if (typeof value === 'object' && !Array.isArray(value)) return refuse(`is no list of numbers: ${describeValue(value)}`, example);
	const entries: readonly unknown[] = Array.isArray(value) ? value : String(value).split(/[,;\n\r，；、]/);
	const numbers = new Set<string>();
	const beginnings: string[] = [];
	for (const entry of entries) {
		const written = typeof entry === 'string' ? entry.trim() : entry;
		// A text can have a comma too many.
		if (written === '' && !Array.isArray(value)) continue;
		if (typeof written === 'string' && /[*＊]/.test(written)) {
			const begin = readBeginning(written);
			if (begin === undefined) {
				return refuse(`has a beginning that is none: "${shorten(written, 50)}"`, `A beginning is a plus sign, the country code, perhaps more digits, and * at its end. ${example}`);
			}
			beginnings.push(begin);
			continue;
		}
		const number = readRecipient(written, defaultCountry);
		if (!number.ok) return refuse(`has an entry that is no number: ${describeValue(written)}`, number.error.description);
		numbers.add(number.value);
	}
	if (numbers.size === 0 && beginnings.length === 0) return refuse('is empty', `${example} To allow everybody, remove the option.`);
	return ok((to) => numbers.has(to) || beginnings.some((begin) => to.startsWith(begin)));
}

/** The plus sign and the digits of a beginning; undefined if it is none. */
function readBeginning(written: string): string | undefined {
	// Normalizing makes an ordinary digit of a raised one.
	if (written.length > longestBeginning || /\p{No}/u.test(written)) return undefined;
	const given = withoutInvisible(written.normalize('NFKC'));
	const digits = `+${given.replace(/\D/g, '')}`;
	return beginning.test(given) && !trunkZero.test(given) && beginningDigits.test(digits) ? digits : undefined;
}

/** The message would go to somebody else. The list is not repeated: a language model could choose from it. */
export const notAllowed = (to: string): Failure =>
	invalidInput(
		`'To' is not among the 'Allowed Recipients': "${to}"`,
		'Nothing was sent for this item. Messages of this node may only go to the recipients in that option. Do not try another number in its place.',
	);
