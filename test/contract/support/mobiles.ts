import examples from 'libphonenumber-js/examples.mobile.json';
import { type CountryCode, getCountries, getExampleNumber, parsePhoneNumberWithError, type PhoneNumber } from 'libphonenumber-js/max';

/** A mobile number as somebody writes it where `country` is the default country. */
interface WrittenMobile {
	readonly written: string;
	readonly country: CountryCode | undefined;
	readonly number: string;
}

/** What a country's example becomes if digits are added or taken away, as far as that is a mobile number of the country. */
function mobilesOf(country: CountryCode): PhoneNumber[] {
	const example = getExampleNumber(country, examples);
	if (example === undefined) return [];
	const digits = `${example.nationalNumber}23456789`;
	return [...Array.from(digits).keys()].flatMap((length) => {
		try {
			const number = parsePhoneNumberWithError(`+${example.countryCallingCode}${digits.slice(0, length)}`);
			return number.isValid() && number.country === country && number.getType()?.includes('MOBILE') === true ? [number] : [];
		} catch {
			return [];
		}
	});
}

/** Mobile numbers of all countries in all their lengths: in national form, in international form and as links. */
export function formsOfMobiles(): WrittenMobile[] {
	return getCountries().flatMap((country) =>
		mobilesOf(country).flatMap((mobile) => [
			{ written: mobile.formatNational(), country, number: mobile.number },
			...[undefined, country, 'US' as const, 'DE' as const].flatMap((other) =>
				[mobile.formatInternational(), mobile.getURI(), mobile.number].map((written) => ({ written, country: other, number: mobile.number })),
			),
		]),
	);
}
