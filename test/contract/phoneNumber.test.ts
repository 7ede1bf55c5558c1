import fc from 'fast-check';
import { getCountryCallingCode } from 'libphonenumber-js/mobile';

import { countries, readCountry } from '../../nodes/Messaging/request/country';
import { readRecipient } from '../../nodes/Messaging/request/recipient';
import { e164 } from '../../nodes/Messaging/request/requests';
import { runs } from '../support/propertyRuns';
import data from './data/phoneNumbers.json';
import { spellings } from './data/spellings';
import { formsOfMobiles } from './support/mobiles';

const read = (value: string) => ({ ok: true, value });
const refused = expect.objectContaining({ ok: false });

test.each(data.numbers)('a number of $country is read in every form, and needs its country in the national one', ({ country, e164: number, national, international }) => {
	for (const other of [undefined, 'US', 'GB', 'JP', 'TH']) {
		for (const written of [number, international]) expect(readRecipient(written, other)).toEqual(read(number));
	}
	expect(readRecipient(national, country)).toEqual(read(number));
	expect(readRecipient(national)).toEqual(refused);
});

test.each(spellings)('in %s, %s is read in all its spellings, also between direction marks and in another country', (country, number, written) => {
	for (const spelling of written.split(' | ')) {
		const others = /^[([]?(?:tel:)?\+/.test(spelling) ? [undefined, 'US', 'DE', 'BR'] : [];
		for (const from of [country, ...others]) expect([spelling, from, readRecipient(`\u202a${spelling}\u202c`, from)]).toEqual([spelling, from, read(number)]);
	}
});

type Reading = [form: string, written: unknown, country: unknown, e164: string];

test.each<Reading>([
	['a nought in brackets', '+44 (0)7400 123456', undefined, '+447400123456'],
	['a contact that a phone shares, set apart from the text around it', '\u2068+44 7400 123456\u2069', undefined, '+447400123456'],
	['an East Asian keyboard', '＋４４　７４００　１２３４５６', undefined, '+447400123456'],
	['an Arabic keyboard', '+٤٤٧٤٠٠١٢٣٤٥٦', undefined, '+447400123456'],
	['a link', 'tel:+44-7400-123456', undefined, '+447400123456'],
	['brackets around the country code', '(+44) 7400 123456', undefined, '+447400123456'],
	['brackets after the plus sign', '+(44) 7400 123456', undefined, '+447400123456'],
	['a line break from a spreadsheet cell', '+44 7400 123456\n', undefined, '+447400123456'],
	['00 for the plus sign', '0044 7400 123456', 'DE', '+447400123456'],
	['00 in brackets', '(0044) 7400 123456', 'IN', '+447400123456'],
	["a country's own prefix for abroad", '0011 44 7400 123456', 'AU', '+447400123456'],
	['one without 00', '011 44 7400 123456', 'US', '+447400123456'],
	['one that is 00 and a digit', '001 44 7400 123456', 'TH', '+447400123456'],
	['00 and the code of the country itself', '0066 81 234 5678', 'TH', '+66812345678'],
	['its trunk prefix', '0170 1234567', 'DE', '+491701234567'],
	['the calling code of its own country', '447400123456', 'GB', '+447400123456'],
	['the same, where it is as long as a national one', '919876543210', 'IN', '+919876543210'],
	['no prefix', '11961234567', 'BR', '+5511961234567'],
	['no prefix, as a phone elsewhere could be', '9876543210', 'IN', '+919876543210'],
	['a fixed line', '030 901820', 'DE', '+4930901820'],
	['the first digits of its calling code', '391 2345678', 'IT', '+393912345678'],
	['a number in place of a text', 2015550123, 'US', '+12015550123'],
	['the country in small letters and blanks', '07400 123456', ' gb ', '+447400123456'],
	...['United Kingdom', 'united  kingdom', 'UK', '+44', '44', '0044', 44].map((country): Reading => [`the country as ${String(country)}`, '07400 123456', country, '+447400123456']),
	['a blank country', '+44 7400 123456', ' ', '+447400123456'],
	['a number that could exist, although the numbering plan does not know it', '+15555555555', undefined, '+15555555555'],
	...["'+49 170 1234567", "'0170 1234567", '’+49 170 1234567', "'+49 170 1234567'", '"+49 170 1234567"', '="+491701234567"', "' 0049 170 1234567", '\u200e\'+491701234567', "'tel:+491701234567"].map(
		(written): [string, string, string, string] => [`quotation marks (${written})`, written, 'DE', '+491701234567'],
	),
	...['\u2800+49\u2800170 1234567', '\u061c+49 170 1234567\u0000', '\ufffc+49 170 1234567', '\u3164+49 170\u00ad1234567\u0085'].map((written): [string, string, string, string] => ['characters that nobody sees', written, 'DE', '+491701234567']),
	['fifteen digits', '+491234567890123', undefined, '+491234567890123'],
])('with %s', (_form, written, country, expected) => {
	expect(readRecipient(written, country)).toEqual(read(expected));
});

test.each([['+1', 'US'], ['7', 'RU'], ['+39', 'IT'], ['+47', 'NO'], ['Trinidad and Tobago', 'TT'], ['St Lucia', 'LC'], ['Cote d’Ivoire', 'CI'], ['Türkiye', 'TR']])(
	'%s is a way to write a country, the main one if several have the calling code',
	(written, code) => expect(readCountry(written)).toEqual({ ok: true, value: code }),
);

test('every country of the list can be chosen, written by its name, or by its calling code', () => {
	for (const { code, name, callingCode } of countries()) {
		expect(readCountry(code)).toEqual({ ok: true, value: code });
		expect(readCountry(name)).toEqual({ ok: true, value: code });
		const main = readCountry(`+${callingCode}`);
		expect(main.ok && main.value !== undefined && getCountryCallingCode(main.value)).toBe(callingCode);
	}
});

type Refusal = [written: unknown, country: unknown, message: RegExp, description?: RegExp];

const several = [
	...['+12015550123,+447400123456', '+1 201 555 0123 ; 0170 1234567', '+12015550123\n+447400123456\n', '+12015550123 +447400123456'],
	...['2015550123, 2015550124, 2015550125', ['+12015550123', '+447400123456']],
];
const userIds = ['US.13491208655302741918', ' br.ENT.1502576394655843 ', 'GB.7400123456'];

test.each<Refusal>([
	// Digits that can be a mobile number whose plus sign is missing.
	['491701234567', 'DE', /lacks the plus sign/, /If it is \+491701234567 \(Germany\), put \+ before it/],
	['12015550177', 'IN', /lacks the plus sign/, /\+12015550177 \(United States\)/],
	['447400123456', undefined, /lacks the plus sign/, /\+447400123456 \(United Kingdom\)/],
	// In Germany a mobile number without its 0, or one in Texas.
	['15123456789', 'DE', /could be two numbers/, /\+4915123456789 \(Germany\).*\+15123456789 \(United States\)/],
	// Dialled there it reaches Singapore; with 00 for the plus sign it would be a number in Florida.
	['0011 65 6123 4567', 'AU', /could be two numbers/, /plus sign/],
	['001 65 6123 4567', 'TH', /could be two numbers/, /plus sign/],
	['(0044) 7400 123456', undefined, /begins with 00 in place of the plus sign/, /Write \+ in its place/],
	['2015550123', undefined, /needs a country code/, /'Default Country'/],
	['٢٠١٥٥٥٠١٢٣', undefined, /needs a country code/],
	['07400 123456', '  ', /needs a country code/],
	['not a number', undefined, /^'To' is not a phone number: "not a number"$/, /\+12015550123/],
	['1 800 FLOWERS', 'US', /^'To' is not a phone number: "1 800 FLOWERS"$/],
	['+12015550', undefined, /^'To' is not a phone number: "\+12015550"$/, /\+12015550123/],
	...['+999123456789', '+4912345678901234', '+12015550123 12015550124', '+12015550123/+447400123456']
		.map((written): Refusal => [written, undefined, /is not a phone number/]),
	['+12015550123 or +12015550124', 'US', /several numbers/],
	...['Ada: +12015550123', '++12015550123', '+0'].map((written): Refusal => [written, 'US', /is not a phone number/]),
	// A message would reach the whole house.
	['+12015550123 x5', undefined, /is not a phone number/, /extension/],
	['tel:+1-201-555-0123;ext=5', undefined, /is not a phone number/, /extension/],
	// What a spreadsheet makes of a phone number that it takes for a calculation, a number or a date.
	...['15112345678.0', '+4915112345678.0', '15112345678.00', 15112345678.5, -15112345629, '-15112345629', '\u221215112345629', '2026-11-23', '23.11.2026', '11/23/2026']
		.map((value): Refusal => [value, 'DE', /^'To' is not a phone number: /, /format its column as text/]),
	[-2015550122, 'US', /is not a phone number: "-2015550122"$/],
	...["'-1701234567", "'23-11-2026", "'1701234567.0", "'"].map((value): Refusal => [value, 'DE', /^'To' is not a phone number: /]),
	...['23-11-2026', '2026/11/23', '23. 11. 2026', '2026.11.23', '2026. 11. 23.', '11-23-2026', '850123456.000', '850123456.5', '850 123 456.00', '1 701 234 567.0']
		.map((value): Refusal => [value, 'DE', /^'To' is not a phone number: /, /format its column as text/]),
	...['23.11.26', '26-11-23'].map((value): Refusal => [value, 'DE', /^'To' is a date, not a phone number/, /Its digits would be \+49/]),
	...['192.168.10.200', '10.0.0.1', '8.8.8.8', '192.168.10.200/24', '10.0.0.1:8080'].map((value): Refusal => [value, 'DE', /^'To' is (not a phone number|an IP address)/]),
	...['978-3-16-148410-0', '9783161484100', '978 3 16 148410 0', '0-306-40615-2'].map((value): Refusal => [value, 'DE', /^'To' is an ISBN/]),
	// Its raised digits would become ordinary ones.
	...['+49 170 1234567²', '+49 170 1234567 ②'].map((value): Refusal => [value, undefined, /^'To' is not a phone number/, /raised or circled/]),
	...['', '\u2800', '\u3164\u0000', '\ufffc'].map((value): Refusal => [value, undefined, /^'To' has no phone number$/]),
	// What nobody sees may look like a blank.
	...['+49 170 1234567\t2', '+49 170 1234567\u28002', '+49 170 1234567\u31642'].map((value): Refusal => [value, undefined, /^'To' has more than a phone number: "\+49 170 1234567 2"/]),
	...[null, true, {}, [], ['+12015550123'], NaN, 1e21].map((value): Refusal => [value, 'US', /^'To' /]),
	...['Gremany', 'XX', '+999', '+44 7400', '__proto__', 'constructor', {}, true]
		.map((country): Refusal => ['07400 123456', country, /^'Default Country' in the options is no country: /, /GB, United Kingdom or \+44/]),
	// A spreadsheet shows a number so that is too long for its column, and a CSV file has what it shows.
	...['1.20156E+10', '4,91512E+12', '+4.47E12'].map((value): Refusal => [value, 'DE', /spreadsheet has shortened: /, /last digits are lost.*as text/]),
	...[undefined, 'US'].flatMap((country) => [
		...several.map((value): Refusal => [value, country, /^'To' has several numbers: ("|a list$)/, /one item for each recipient/]),
		...userIds.map((id): Refusal => [id, country, new RegExp(`^'To' is a user ID, not a phone number: "${id.trim()}"$`), /send nothing/]),
	]),
])('%j in %s is refused, and told why', (written, country, message, description = /./) => {
	expect(readRecipient(written, country)).toMatchObject({
		ok: false,
		error: { category: 'invalid-input', message: expect.stringMatching(message), description: expect.stringMatching(description) },
	});
});

test('property: what is read is either of the default country, or what the same digits are with a plus sign', () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[1-9]\d{6,13}$/), fc.constantFrom('US', 'GB', 'DE', 'FR', 'IN', 'BR', 'MX', 'ID'), (digits, country) => {
			const found = readRecipient(digits, country);
			const callingCode = { US: '1', GB: '44', DE: '49', FR: '33', IN: '91', BR: '55', MX: '52', ID: '62' }[country] ?? '';
			if (found.ok) expect(found.value.startsWith(`+${callingCode}`)).toBe(true);
		}),
		runs(2_000),
	);
});

test.each(['+44 7400 123456,', '+44 (0) 7400, 123456', '\n+447400123456\n'])('%j is one number', (written) => {
	expect(readRecipient(written)).not.toMatchObject({ error: { message: expect.stringContaining('several') } });
});

const separator = fc.constantFrom(
	...['', '', '', ' ', '.', '-', ' - ', '\u00a0', '\u2011', '\u2013', '\u200e', '\u200b', '\u202a', '\ufeff'],
);

test('property: formatting of an E.164 number never makes another one of it', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...data.numbers),
			fc.array(separator, { minLength: 15, maxLength: 15 }),
			fc.nat(12),
			fc.nat(12),
			fc.constantFrom(['', ''], ['(', ')'], ['[', ']']),
			fc.constantFrom(undefined, 'US', 'GB', 'AU', 'TH', 'IT'),
			({ e164: number }, separators, start, length, [open = '', close = ''], country) => {
				const digits = [...number.slice(1)];
				const first = start % digits.length;
				const last = Math.min(digits.length - 1, first + length);
				const formatted = digits.map((digit, place) => {
					const before = place === first ? open : '';
					const after = place === last ? close : '';
					const gap = place === digits.length - 1 ? '' : (separators[place] ?? '');
					return `${before}${digit}${after}${gap}`;
				});
				const reading = readRecipient(`+${formatted.join('')}`, country);
				// Its last digits can be set apart as something behind the number is.
				if (reading.ok) expect(reading).toEqual(read(number));
				else expect(reading.error.message).toMatch(/^'To' has more than a phone number/);
			},
		),
	);
});

test('property: whatever is given, nothing is thrown and what is accepted is E.164', () => {
	const digits = fc.stringMatching(/^(\+|00|0|)[0-9 ()./-]{1,24}$/);
	const country = fc.constantFrom(undefined, 'US', 'DE', 'AU', 'TH', 'BR', 'KR', 'JP');
	fc.assert(
		fc.property(fc.oneof(digits, fc.string(), fc.anything()), country, (value, defaultCountry) => {
			const reading = readRecipient(value, defaultCountry);
			if (reading.ok) expect(e164.safeParse(reading.value).success).toBe(true);
			else expect(reading.error.message).not.toBe('');
		}),
		{ numRuns: 500 },
	);
});

/** As spreadsheets, phones and people write a copy, a second line, a list. */
const behindMobile = [' (2)', '(2)', ' (02)', ' [2]', ' (2', ' 2)', '/8', ' / 8', '/68', '-8', ' - 8', '–8', '.8', ' 7', '\u00a07', ' 78', ', 8', ' (123)', ' (2) (3)', '/8/9'];

test.each([
	...behindMobile.flatMap((extra) => [`+49 170 1234567${extra}`, `+43 664 1234567${extra}`, `+43664 1234567${extra}`]),
	...['0170 1234567 7', '0170/1234567-8', '0049 170 1234567 (2)', '0170 123 4567 7', '(2) 0170 1234567', '2) 0170 1234567', '1. 0170 1234567'],
])('%j has more than a number, and is refused with both readings', (written) => {
	expect(readRecipient(written, 'DE')).toMatchObject({
		ok: false,
		error: { message: `'To' has more than a phone number: "${written.replace('\u00a0', ' ')}"`, description: expect.stringMatching(/^Without ".+" it is \+4/) },
	});
});

test.each([
	...['-123', '/123', ' 123', ' - 1234', '/1234', ' 1234'].map((extra) => [`+49 170 1234567${extra}`, undefined, '+491701234567']),
	['+375 29 491 19 11 22', undefined, '+375294911911'],
	['070-123 45 67 22', 'SE', '+46701234567'],
	['+43 664 123 45 67 8', undefined, '+436641234567'],
	['+43 66 41 23 45 6 (2)', undefined, '+43664123456'],
	['0812-3456-782 78', 'ID', '+628123456782'],
	['+43 664 12345  78', undefined, '+4366412345'],
	['1) 601 123 456', 'CZ', '+420601123456'],
	['12. 312 345 6789', 'IT', '+393123456789'],
	['1.) 041 2345678', 'FI', '+358412345678'],
	['1 - 060 1234567', 'RS', '+381601234567'],
	['1: 0170 1234567', 'DE', '+491701234567'],
])('%j with %j as default country is a mobile number only without what is added', (written, country, alone) => {
	expect(readRecipient(written, country)).toMatchObject({ ok: false, error: { message: `'To' has more than a phone number: "${written}"`, description: expect.stringContaining(`it is ${alone}.`) } });
});

test('both readings of a number with something behind it are named', () => {
	for (const [extra, together] of [['(2)', '2'], ['(2) (3)', '23'], ['-2/3', '23']] as const) {
		expect(readRecipient(`+49 170 1234567 ${extra}`)).toMatchObject({
			error: { description: expect.stringContaining(`Without "${extra}" it is +491701234567. With it, it would be +491701234567${together}. `) },
		});
	}
});

test.each([
	['+43 664 123 45 67', '+436641234567'],
	['+43 664 12 34 56', '+43664123456'],
	['+43 664 123-45-67', '+436641234567'],
	['+43 664/123 45 67', '+436641234567'],
	['+43.664.123.45.67', '+436641234567'],
	['(+43 664 123 45 67)', '+436641234567'],
	['+49 30 12 34 56 78', '+493012345678'],
	['+49 30 123456-0', '+49301234560'],
	['+49 30 123456-12', '+493012345612'],
	['+43 1 58858-0', '+431588580'],
	['+49 170 12 34 56 7', '+491701234567'],
	['+43 66 41 23 45 6', '+43664123456'],
	['+43-66-41-23-45-6', '+43664123456'],
	['+43.664.12.34.56.7', '+436641234567'],
	['+358 4123-45-67', '+35841234567'],
	['+49 151 234 567 89', '+4915123456789'],
	['+7 912 345-67-89', '+79123456789'],
	['+33.6.12.34.56.78', '+33612345678'],
	['+62 812 3456 78', '+62812345678'],
	['+358 40 12345 67', '+358401234567'],
	['+689 87.12.34.56', '+68987123456'],
])('%s ends in a short group and is one number', (written, number) => {
	for (const country of [undefined, 'DE', 'US']) expect(readRecipient(written, country)).toEqual(read(number));
});

test.each([
	['87.12.34.56', 'PF', '+68987123456'],
	['75.12.34', 'NC', '+687751234'],
	['20 11 20 26', 'DK', '+4520112026'],
	['06.12.34.56.78', 'FR', '+33612345678'],
])('%s of %s looks like a date or an address and is a number', (written, country, number) => {
	expect(readRecipient(written, country)).toEqual(read(number));
});

test('the mobile numbers of all countries, in all their lengths and usual forms, are read with and without a default country', () => {
	const wrong = formsOfMobiles().filter(({ written, country, number }) => {
		const reading = readRecipient(written, country);
		return !reading.ok || reading.value !== number;
	});
	// In China a number that can also be one of the United States without its plus sign.
	expect(wrong.map(({ written, country }) => [written, country])).toEqual([['131 2345 6789', 'CN']]);
});

test('with something behind it, none of them reaches another number', () => {
	const strangers = formsOfMobiles().flatMap(({ written, country, number }) =>
		[' (2)', '/8', '-8', ' 7'].map((extra) => ({ written: `${written}${extra}`, reading: readRecipient(`${written}${extra}`, country), number })),
	).filter(({ reading, number }) => reading.ok && reading.value !== number);
	expect(strangers).toEqual([]);
});
