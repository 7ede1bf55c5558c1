import { type CountryCode, getCountryCallingCode, ParseError, type PhoneNumber, parsePhoneNumberWithError } from 'libphonenumber-js/mobile';

import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { withoutInvisible } from '../text/invisible';
import { isMissing } from '../text/json';
import { describeValue, shorten } from '../text/wording';
import { countryName, readCountry } from './country';
import { isCalculated, isLeftOver, isShortened, otherThanNumber, withoutExtra, withoutListMark } from './notOnlyNumber';

/** What looks like a blank and is none: line ends, tabs, the blank Braille pattern, the fillers of Hangul. */
const likeBlank = /[\t\n\v\f\r\x85\u2028\u2029\u2800\u115f\u1160]/g;

/** Quotation marks before or around a number. Spreadsheets keep it as text by them, and exports keep its plus sign from being a formula. */
const asText = /^=?["'‘’‚“”„`´]+\s*(?<number>(?:tel:|[+([\p{Nd}]).*?)\s*["'‘’“”`´]*$/isu;

/** In characters, with formatting. libphonenumber has the same limit. */
const longestNumber = 250;

/** The most digits that a number in E.164 format can have. */
const maxDigits = 15;

/** A number that is nobody's. */
export const exampleNumber = '+12015550123';

const example = `Write it like ${exampleNumber}: a plus sign, the country code, the number.`;

/** Why a number that looks like one is none. */
const reasons: Record<string, string> = {
	INVALID_COUNTRY: 'No country has its country code.',
	TOO_SHORT: 'It has too few digits for its country.',
	TOO_LONG: 'It has too many digits for its country.',
	INVALID_LENGTH: 'No number of its country has so many digits.',
};

/**
 * Reads a recipient as a person or a spreadsheet writes it, and gives it in E.164 form for the API's `to`
 * field. Formatting is removed. Numbers without a country code are read as numbers of `defaultCountry`, and
 * refused without it. A number that can't exist (unknown calling code, wrong length) is
 * refused, and so are digits that can be a mobile number whose plus sign is missing. A number that only the numbering
 * plan does not know is accepted: plans change faster than their published copies.
 */
export function readRecipient(value: unknown, defaultCountry?: unknown): Result<string, Failure> {
	const written = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	if (partsOf(Array.isArray(value) ? value : written).length > 1) {
		return err(invalidInput(
			`'To' has several numbers: ${describeValue(value)}`,
			'A message goes to one recipient. Give one item for each recipient, for example with a Split Out node before this one.',
		));
	}
	// Checked first: normalizing a very long text with many accents could take hours.
	if (written.length > longestNumber) {
		return err(invalidInput(`'To' is not a phone number: "${shorten(written, 50)}"`, `It is far too long for one. ${example}`));
	}
	const given = withoutInvisible(written.normalize('NFKC').replace(likeBlank, ' ')).replace(asText, '$<number>').replace(/^tel:\s*/i, '');
	if (written === '' && !isMissing(value)) return err(invalidInput(`'To' is not a phone number: ${describeValue(value)}`, `Give a text. ${example}`));
	if (given === '') {
		return err(invalidInput("'To' has no phone number", `This item has no recipient. ${example}`));
	}
	if (isShortened(given)) {
		return err(invalidInput(
			`'To' is a number that a spreadsheet has shortened: "${given}"`,
			`Its last digits are lost. Format the column as text in the spreadsheet, and enter the number there again. ${example}`,
		));
	}
	if (isCalculated(given) || (typeof value === 'number' && !Number.isInteger(value))) {
		return err(invalidInput(
			`'To' is not a phone number: "${given}"`,
			`Spreadsheets turn phone numbers into such numbers and dates. Correct it there, and format its column as text. ${example}`,
		));
	}
	// Normalizing makes an ordinary digit of it.
	if (/\p{No}/u.test(written)) return err(invalidInput(`'To' is not a phone number: "${shorten(written, 50)}"`, `A raised or circled digit is no part of a number. ${example}`));
	if (isUserId(given)) {
		return err(invalidInput(
			`'To' is a user ID, not a phone number: "${given}"`,
			'Leave this person out, or give their phone number. A service may respond to an ID as if all were well, and send nothing.',
		));
	}

	const country = readCountry(defaultCountry);
	if (!country.ok) return country;
	const reading = readWritten(given, country.value);
	const whole = reading.ok ? reading.value : undefined;
	const isMobile = whole !== undefined && mobileNumber(whole) !== undefined;
	const other = isMobile ? undefined : otherThanNumber(given);
	if (reading.ok && other !== undefined) {
		return err(invalidInput(`'To' is ${other}, not a phone number: "${given}"`, `Its digits would be ${reading.value}. ${example}`));
	}
	return refuseExtra(given, whole, isMobile, country.value) ?? reading;
}

/** Refuses a mobile number with something behind it or before it, unless the whole reads the same. */
function refuseExtra(given: string, whole: string | undefined, isMobile: boolean, country: CountryCode | undefined): Result<never, Failure> | undefined {
	const alone = numberIn(given, isMobile, country);
	if (alone === undefined || alone.number === whole) return undefined;
	const together = whole === undefined ? '' : ` With it, it would be ${whole}.`;
	return err(invalidInput(
		`'To' has more than a phone number: "${given}"`,
		`Without "${given.replace(alone.written, '').trim()}" it is ${alone.number}.${together} Give the number alone. ${example}`,
	));
}

/** A mobile number, and the part of a text that is it. */
interface Alone {
	readonly written: string;
	readonly number: string;
}

/** Whether a number is written in the groups that its country gives it. One more digit is none of it then. */
function isInItsGroups({ written, number }: Alone): boolean {
	const parsed = parsePhoneNumberWithError(number, { extract: false });
	return [parsed.formatInternational(), parsed.formatNational()].some((form) => groupsOf(written).endsWith(groupsOf(form)));
}

const groupsOf = (written: string): string => ` ${(written.match(/\p{Nd}+/gu) ?? []).join(' ')}`;

/** The mobile number that is left if what does not belong to it is taken away. */
function numberIn(given: string, isMobile: boolean, country: CountryCode | undefined): Alone | undefined {
	const listed = withoutListMark(given);
	return (listed === undefined ? undefined : numberAtBegin(listed, country)) ?? numberBefore(given, isMobile, country);
}

/** The same of what stands behind it, once or several times. */
function numberBefore(given: string, isMobile: boolean, country: CountryCode | undefined): Alone | undefined {
	const written = withoutExtra(given, isMobile);
	const alone = written === undefined ? undefined : numberAtBegin(written, country);
	const isWhole = alone !== undefined && isMobile && isLeftOver(given) && !isInItsGroups(alone);
	return isWhole ? undefined : alone;
}

/** The mobile number that a text is, or begins with. */
function numberAtBegin(written: string, country: CountryCode | undefined): Alone | undefined {
	const number = mobileIn(written, country);
	return numberBefore(written, number !== undefined, country) ?? (number === undefined ? undefined : { written, number });
}

/** The mobile number that a text is. One that could be two numbers by itself is a number too. */
function mobileIn(written: string, country: CountryCode | undefined): string | undefined {
	const read = readWritten(written, country);
	const alone = read.ok ? read : parse(written, written, country);
	return alone.ok && mobileNumber(alone.value) !== undefined ? alone.value : undefined;
}

/** Reads what is written as one number. */
function readWritten(given: string, country: CountryCode | undefined): Result<string, Failure> {
	// The country code may be in brackets: (+44) 7400 123456.
	const number = given.replace(/^[([]\s*(?=\+|00)/, '');
	if (number.startsWith('+')) return parse(given, number, country);
	const abroad = isNumber(number) ? mobileNumber(`+${number}`) : undefined;
	if (country === undefined) {
		if (!isNumber(number)) return parse(given, number, undefined);
		if (abroad !== undefined) return err(withoutPlus(given, abroad));
		const has00 = /^00/.test(number);
		return err(invalidInput(
			has00 ? `'To' begins with 00 in place of the plus sign: "${given}"` : `'To' needs a country code: "${given}"`,
			`${has00 ? 'Write + in its place. ' : ''}${example} Or set 'Default Country' in the options: numbers without a country code are then read as numbers of that country.`,
		));
	}
	return /^00[^\d+]*[1-9]/.test(number) ? readAbroad(given, number, country) : readNational(given, number, country, abroad);
}

/**
 * Reads a number without a country code. Its digits can also be a mobile number whose plus sign is missing, in the same
 * country or in another one: it is refused then, since the message would reach a stranger.
 * @param abroad that mobile number
 */
function readNational(given: string, number: string, country: CountryCode, abroad: PhoneNumber | undefined): Result<string, Failure> {
	const national = parse(given, number, country);
	if (abroad === undefined || (national.ok && national.value === abroad.number)) return national;
	if (!national.ok || mobileNumber(national.value) === undefined) return err(withoutPlus(given, abroad));
	return err(invalidInput(
		`'To' could be two numbers: "${given}"`,
		`With 'Default Country' it is ${national.value} (${countryName(country)}). With a plus sign it is ${describe(abroad)}. ${example}`,
	));
}

const withoutPlus = (given: string, abroad: PhoneNumber): Failure =>
	invalidInput(`'To' lacks the plus sign of its country code: "${given}"`, `If it is ${describe(abroad)}, put + before it. ${example}`);

const describe = ({ number, country }: PhoneNumber): string => (country === undefined ? number : `${number} (${countryName(country)})`);

/** The number, if it can be that of a mobile phone. */
function mobileNumber(number: string): PhoneNumber | undefined {
	try {
		const parsed = parsePhoneNumberWithError(number, { extract: false });
		return parsed.ext === undefined && parsed.isValid() ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** The numbers of a list, or of a text with commas, semicolons, line breaks or several plus signs. */
function partsOf(value: string | readonly unknown[]): unknown[] {
	const parts = typeof value === 'string' ? value.slice(0, longestNumber).split(/[,;|\n\r，；、]|\s(?=\+)/) : value;
	return parts.filter((part) => (typeof part === 'string' || typeof part === 'number') && fewestDigits.test(String(part)));
}

/** As many digits as nearly every number with its country code has. */
const fewestDigits = /(\p{Nd}\P{Nd}*){7}/u;

/** Whether the text has digits and no letters. */
const isNumber = (written: string): boolean => /\p{Nd}/u.test(written) && !/\p{L}/u.test(written);

/**
 * Reads a number that begins with 00, which stands for the plus sign in most countries. Some countries dial
 * another prefix for a number abroad (0011, 001). Where the two readings give different numbers, the number
 * is refused.
 */
function readAbroad(given: string, written: string, country: CountryCode): Result<string, Failure> {
	const withPlus = parse(given, written.replace('00', '+'), country);
	const dialled = parse(given, written, country);
	if (!dialled.ok || dialled.value.startsWith(`+${getCountryCallingCode(country)}`)) return withPlus;
	if (!withPlus.ok || withPlus.value === dialled.value) return dialled;
	return err(invalidInput(
		`'To' could be two numbers: "${given}"`,
		`Dialed in ${countryName(country)} it is ${dialled.value}. With 00 read as the plus sign it is ${withPlus.value}. ${example}`,
	));
}

function parse(given: string, number: string, defaultCountry: CountryCode | undefined): Result<string, Failure> {
	const refused = (reason?: string) =>
		err(invalidInput(`'To' is not a phone number: "${given}"`, [reason, example].filter((part) => part !== undefined).join(' ')));
	try {
		const parsed = parsePhoneNumberWithError(number, {
			extract: false,
			...(defaultCountry === undefined ? {} : { defaultCountry }),
		});
		if (parsed.ext !== undefined) return refused('Messages cannot go to an extension.');
		if (parsed.number.length > maxDigits + 1) return refused('It has more digits than any number.');
		if (!parsed.isPossible()) return refused('It has the wrong number of digits for its country.');
		return ok(parsed.number);
	} catch (error) {
		// The library throws for a number that it refuses. For the user any other error means the same.
		return refused(error instanceof ParseError ? reasons[error.message] : undefined);
	}
}

/** Whether a number in E.164 form is one of those that the numbering plan knows as mobile. In some countries all are. */
export const isMobile = (number: string): boolean => mobileNumber(number) !== undefined;

/** The country of a number in E.164 form: by its digits, else the main one of its calling code; null if the code has none. */
export function countryOf(number: string): CountryCode | null {
	const parsed = parsePhoneNumberWithError(number, { extract: false });
	return parsed.country ?? parsed.getPossibleCountries()[0] ?? null;
}

/** Two letters, a dot and up to 128 letters and digits, also with `ENT` between: a person who shows no phone number. */
const userId = /^[a-z]{2}\.(ent\.)?[a-z\d]{1,128}$/i;

/** Whether a text is the platform's ID of a person, and no phone number. */
export const isUserId = (text: string): boolean => userId.test(text.trim());
