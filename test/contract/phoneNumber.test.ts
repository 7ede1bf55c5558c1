import fc from 'fast-check';

import { readRecipient } from '../../nodes/Messaging/message/recipient';
import { e164 } from '../../nodes/Messaging/message/requests';
import { runs } from '../support/propertyRuns';
import data from './data/phoneNumbers.json';

const read = (value: string) => ({ ok: true, value });
const refused = expect.objectContaining({ ok: false });

describe.each(data.numbers)('a number of $country', ({ country, e164: number, national, international }) => {
	test('in E.164 form is sent as it is', () => {
		expect(readRecipient(number)).toEqual(read(number));
	});

	test('in international form is sent in E.164 form, whatever the default country', () => {
		expect(readRecipient(international)).toEqual(read(number));
		for (const other of ['US', 'GB', 'JP', 'TH']) {
			expect(readRecipient(international, other)).toEqual(read(number));
		}
	});

	test('in national form needs its country as default', () => {
		expect(readRecipient(national, country)).toEqual(read(number));
		expect(readRecipient(national)).toEqual(refused);
	});
});

// What the numbering plans say of each; a number that is not possible is refused before sending.
test.each([
	['12015550123', undefined],
	['+1-201-555-0123', '+12015550123'],
	['+12015550', undefined],
	['+999123456789', undefined],
	['', undefined],
	['447400123456', undefined],
	[' +447400123456 ', '+447400123456'],
	['+44 (0)7400 123456', '+447400123456'],
])('%j without a default country', (input, expected) => {
	expect(data.edgeCases.map((one) => one.input)).toContain(input);
	expect(readRecipient(input)).toEqual(expected === undefined ? refused : read(expected));
});

describe('formatting is removed', () => {
	test.each([
		['a right-to-left document', '\u202a+44 7400 123456\u202c'],
		['a chat, with a direction mark', '\u200e+447400123456'],
		['a contact that a phone shares, set apart from the text around it', '\u2068+44 7400 123456\u2069'],
		['a file with a byte order mark', '\ufeff+447400123456'],
		['a web page, with zero-width spaces', '+44\u200b7400\u200b123456'],
		['a word processor', '+44\u00a07400\u2011123\u2013456'],
		['an East Asian keyboard', '＋４４　７４００　１２３４５６'],
		['an Arabic keyboard', '+٤٤٧٤٠٠١٢٣٤٥٦'],
		['a link', 'tel:+44-7400-123456'],
		['brackets around the country code', '(+44) 7400 123456'],
		['brackets after the plus sign', '+(44) 7400 123456'],
		['dots', '+44.7400.123456'],
		['a line break from a spreadsheet cell', '+44 7400 123456\n'],
	])('%s', (_origin, input) => {
		expect(readRecipient(input)).toEqual(read('+447400123456'));
	});
});

describe('a number that starts with 00', () => {
	test('is international once a default country is set', () => {
		for (const country of ['GB', 'DE', 'US', 'JP', 'IN']) {
			for (const written of ['0044 7400 123456', '00 44 7400 123456', '00-44-7400-123456', '(0044) 7400 123456']) {
				expect(readRecipient(written, country)).toEqual(read('+447400123456'));
			}
		}
	});

	test('is refused without a default country, and told what to write', () => {
		expect(readRecipient('0044 7400 123456')).toEqual(refused);
		expect(readRecipient('(0044) 7400 123456')).toMatchObject({
			error: { message: expect.stringContaining('needs a country code'), description: expect.stringContaining('Write + in place of 00') },
		});
	});

	test('is read by the dialling rules of the default country where only they make a number of it', () => {
		// Australia dials 0011 for abroad.
		expect(readRecipient('0011 44 7400 123456', 'AU')).toEqual(read('+447400123456'));
		expect(readRecipient('011 44 7400 123456', 'US')).toEqual(read('+447400123456'));
		expect(readRecipient('001 44 7400 123456', 'TH')).toEqual(read('+447400123456'));
		expect(readRecipient('0066 81 234 5678', 'TH')).toEqual(read('+66812345678'));
	});

	test.each([
		['0011 65 6123 4567', 'AU'],
		['001 65 6123 4567', 'TH'],
	])('is refused where it could be two people: %s in %s', (input, country) => {
		// Dialled there it reaches Singapore; with 00 for the plus sign it would be a number in Florida.
		const reading = readRecipient(input, country);
		expect(reading).toEqual(refused);
		expect(JSON.stringify(reading)).toContain('plus sign');
	});
});

describe('digits that can be a mobile number whose plus sign is missing', () => {
	test.each([
		['491701234567', 'DE', /lacks the plus sign/, /\+491701234567, of DE/],
		['4915112345678', 'DE', /lacks the plus sign/, /\+4915112345678, of DE/],
		['12015550177', 'IN', /lacks the plus sign/, /\+12015550177, of US/],
		['447400123456', 'US', /lacks the plus sign/, /\+447400123456, of GB/],
		['447400123456', undefined, /lacks the plus sign/, /\+447400123456, of GB/],
		['1 (201) 555-0177', undefined, /lacks the plus sign/, /\+12015550177, of US/],
		// In Germany a mobile number without its 0, or one in Texas.
		['15123456789', 'DE', /could be two numbers/, /\+4915123456789.*\+15123456789, of US/],
	])('%s in %s is refused, with the readings', (written, country, message, readings) => {
		expect(readRecipient(written, country)).toMatchObject({
			ok: false,
			error: { category: 'invalid-input', message: expect.stringMatching(message), description: expect.stringMatching(readings) },
		});
	});

	test.each([
		['0170 1234567', 'DE', '+491701234567'],
		['447400123456', 'GB', '+447400123456'],
		['5511961234567', 'BR', '+5511961234567'],
		['11961234567', 'BR', '+5511961234567'],
		['919876543210', 'IN', '+919876543210'],
		['9876543210', 'IN', '+919876543210'],
		['2015550123', 'US', '+12015550123'],
		['030 901820', 'DE', '+4930901820'],
		['391 2345678', 'IT', '+393912345678'],
	])('%s in %s is read as before', (written, country, expected) => {
		expect(readRecipient(written, country)).toEqual(read(expected));
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
});

describe('several recipients in one item', () => {
	test.each<[unknown]>([
		['+12015550123,+447400123456'],
		['+1 201 555 0123 ; 0170 1234567'],
		['+12015550123\n+447400123456\n'],
		['+12015550123 +447400123456'],
		['2015550123, 2015550124, 2015550125'],
		[['+12015550123', '+447400123456']],
	])('%j is refused, with the way out', (written) => {
		for (const country of [undefined, 'US']) {
			expect(readRecipient(written, country)).toMatchObject({
				error: { message: expect.stringMatching(/^'To' has several numbers: ("|a list$)/), description: expect.stringContaining('one item for each recipient') },
			});
		}
	});

	test.each(['+44 7400 123456,', '+44 (0) 7400, 123456', '\n+447400123456\n'])('%j is one number', (written) => {
		expect(readRecipient(written)).not.toMatchObject({ error: { message: expect.stringContaining('several') } });
	});
});

describe('values that are not text', () => {
	test('a number is read like its digits', () => {
		expect(readRecipient(2015550123, 'US')).toEqual(read('+12015550123'));
		expect(readRecipient(447400123456, 'GB')).toEqual(read('+447400123456'));
		expect(readRecipient(12015550123)).toEqual(refused);
	});

	test.each([[null], [undefined], [true], [{}], [[]], [['+12015550123']], [NaN], [Infinity], [1e21]])(
		'%j is refused',
		(value) => {
			expect(readRecipient(value)).toEqual(refused);
			expect(readRecipient(value, 'US')).toEqual(refused);
		},
	);
});

test.each(['US.13491208655302741918', ' br.ENT.1502576394655843 ', 'GB.7400123456'])('a user ID such as %j is refused by name', (id) => {
	for (const country of [undefined, 'US']) {
		expect(readRecipient(id, country)).toMatchObject({
			ok: false,
			error: { category: 'invalid-input', message: `'To' is a user ID, not a phone number: "${id.trim()}"`, description: expect.stringContaining('send nothing') },
		});
	}
});

describe('a message reaches one person or nobody', () => {
	test.each([
		'+12015550123 or +12015550124',
		'+12015550123, +447400123456',
		'+12015550123;+447400123456',
		'+12015550123/+447400123456',
		'+12015550123\n+447400123456',
		'+12015550123 12015550124',
		'+12015550123 (Ada)',
		'Ada: +12015550123',
		'++12015550123',
		'+1 800 FLOWERS',
		'+',
		'+0',
		'n/a',
	])('%j is refused', (input) => {
		expect(readRecipient(input)).toEqual(refused);
		expect(readRecipient(input, 'US')).toEqual(refused);
	});

	test.each(['+12015550123 x5', '+1 201 555 0123 ext. 5', 'tel:+1-201-555-0123;ext=5', '+12015550123,5'])(
		'the extension in %j is refused, since a message would reach the whole house',
		(input) => {
			expect(readRecipient(input)).toEqual(refused);
		},
	);
});

test('a number that could exist is sent although the numbering plan does not know it', () => {
	expect(readRecipient('+15555555555')).toEqual(read('+15555555555'));
});

test('a number of more than fifteen digits is not E.164, and refused', () => {
	expect(readRecipient('+491234567890123')).toEqual(read('+491234567890123'));
	expect(readRecipient('+4912345678901234')).toEqual(refused);
	expect(readRecipient('+49123456789012345')).toEqual(refused);
});

describe('the default country', () => {
	test.each(['GB', 'gb', ' Gb '])('may be written %j', (country) => {
		expect(readRecipient('07400 123456', country)).toEqual(read('+447400123456'));
	});

	test.each(['', '  ', undefined])('counts as not set when it is %j', (country) => {
		expect(readRecipient('07400 123456', country)).toEqual(refused);
		expect(readRecipient('+44 7400 123456', country)).toEqual(read('+447400123456'));
	});

	test.each(['UK', 'USA', 'XX', '+44', 'Germany', '__proto__', 'constructor'])(
		'is refused by name when it is no country: %j',
		(country) => {
			const reading = readRecipient('07400 123456', country);
			expect(reading).toEqual(refused);
			expect(reading).toMatchObject({ error: { message: expect.stringContaining("'Default Country'") } });
		},
	);
});

test.each(['not a number', 'n/a', '--', '1 800 FLOWERS'])('%j is no number that only lacks its country', (input) => {
	for (const country of [undefined, 'US']) {
		expect(readRecipient(input, country)).toMatchObject({ error: { message: `'To' is not a phone number: "${input}"` } });
	}
});

test.each(['2015550123', '(201) 555-0123', '٢٠١٥٥٥٠١٢٣'])('%j only lacks its country', (input) => {
	expect(readRecipient(input)).toMatchObject({ error: { message: expect.stringContaining('needs a country code') } });
});

test('a refusal names the parameter, what was given and how to write it', () => {
	for (const input of ['12015550123', '+12015550', 'n/a']) {
		expect(readRecipient(input)).toMatchObject({
			ok: false,
			error: {
				message: expect.stringMatching(new RegExp(`^'To' .*"${input.replace('+', '\\+')}"`)),
				description: expect.stringContaining('+12015550123'),
			},
		});
	}
	expect(readRecipient('')).toMatchObject({ error: { message: expect.stringContaining("'To'") } });
});

const separator = fc.constantFrom(
	...['', '', '', ' ', '.', '-', ' - ', '\u00a0', '\u2011', '\u2013', '\u200e', '\u200b', '\u202a', '\ufeff'],
);

test('property: formatting of an E.164 number never changes what is read', () => {
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
				expect(readRecipient(`+${formatted.join('')}`, country)).toEqual(read(number));
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
