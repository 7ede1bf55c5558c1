import { type CountryCode, getCountries, getCountryCallingCode, isSupportedCountry, parsePhoneNumberWithError } from 'libphonenumber-js/mobile';

import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { firstText, isMissing } from '../text/json';
import { once } from '../text/once';
import { describeValue } from '../text/wording';

/** A country that numbers without a country code can be read for. */
export interface Country {
	readonly code: CountryCode;
	readonly name: string;
	/** Without the plus sign. Several countries can have the same. */
	readonly callingCode: string;
}

/** Those of English; the short ones are others for a few, such as UK. Made when they are asked for: that takes long. */
const regionNames = once(() => (['long', 'short'] as const).map((style) => new Intl.DisplayNames('en', { type: 'region', style })));

/** The name of a country in a sentence. */
export const countryName = (code: CountryCode): string => regionNames()[0]?.of(code) ?? code;

/** All countries by name, in the order of the alphabet. */
export function countries(): Country[] {
	return getCountries()
		.map((code) => ({ code, name: countryName(code), callingCode: getCountryCallingCode(code) }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** What can differ between two spellings of a name: accents, "and", "Saint", capitals, dots and blanks. */
const spellingOf = (name: string): string =>
	name.normalize('NFD').toLowerCase().replaceAll('&', 'and').replace(/\bsaint\b/g, 'st').replace(/[^\p{L}]/gu, '');

const byName = once(() => new Map(regionNames().flatMap((names) => getCountries().map((code) => [spellingOf(names.of(code) ?? code), code]))));

/** The country of a calling code; the main one if it belongs to several. */
const byCallingCode = once(() => {
	const known = new Map<string, CountryCode>();
	for (const code of getCountries()) {
		const callingCode = getCountryCallingCode(code);
		if (!known.has(callingCode)) known.set(callingCode, mainCountryOf(callingCode) ?? code);
	}
	return known;
});

/** The library lists the main one first, if a number can have that length. Other countries of the code are known by the first digits. */
function mainCountryOf(callingCode: string): CountryCode | undefined {
	for (let digits = '0'.repeat(13); digits.length > 3; digits = digits.slice(1)) {
		const [main] = parsePhoneNumberWithError(`+${callingCode}${digits}`, { extract: false }).getPossibleCountries();
		if (main !== undefined) return main;
	}
	return undefined;
}

/** In characters; more than the name of any country. Checked first: normalizing a very long text with many accents could take hours. */
const longestCountry = 100;

/** Reads 'Default Country': the two letters of a country, its English name, or its calling code. Undefined if it is empty. */
export function readCountry(value: unknown): Result<CountryCode | undefined, Failure> {
	if (isMissing(value)) return ok(undefined);
	const written = (firstText(value) ?? '').trim();
	const given = written.length > longestCountry ? '' : written;
	const code = given.toUpperCase();
	if (isSupportedCountry(code)) return ok(code);
	const callingCode = /^(?:\+|00)?\s?(\d{1,3})$/.exec(given)?.[1];
	const country = callingCode === undefined ? byName().get(spellingOf(given)) : byCallingCode().get(callingCode);
	if (country !== undefined) return ok(country);
	return err(invalidInput(
		`'Default Country' in the options is no country: ${describeValue(value)}`,
		'Choose one from its list. An expression can give its two letters, its English name or its calling code, such as GB, United Kingdom or +44. Leave it empty to refuse numbers without a country code.',
	));
}
