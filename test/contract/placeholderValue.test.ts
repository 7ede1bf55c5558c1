import fc from 'fast-check';
import { tryToParseDateTime } from 'n8n-workflow';

import { readPlaceholderValue } from '../../nodes/Messaging/template/placeholderValue';

describe('a value becomes the text that a person expects to read', () => {
	test.each<[string, unknown, string]>([
		['text as it is', ' Ada ', ' Ada '],
		['a price', 12.5, '12.5'],
		['nothing, as a number', 0, '0'],
		['a large number, without exponent and grouping', 1e21, '1000000000000000000000'],
		['a small number, without exponent', 1e-7, '0.0000001'],
		['a big integer', 12345678901234567890n, '12345678901234567890'],
		['true', true, 'true'],
		['a date', new Date(Date.UTC(2026, 10, 20, 10, 0, 0)), '2026-11-20T10:00:00.000Z'],
		[
			"one of n8n's dates, as given",
			tryToParseDateTime('2026-11-20T10:00:00.000+01:00'),
			'2026-11-20T10:00:00.000+01:00',
		],
	])('%s', (_name, value, expected) => {
		expect(readPlaceholderValue(value)).toBe(expected);
	});
});

describe('what cannot stand in a message is no value', () => {
	test.each([
		['null', null],
		['nothing', undefined],
		['empty text', ''],
		['blanks', ' \n\t '],
		['not a number', NaN],
		['a list', ['Ada']],
		['an object', { name: 'Ada' }],
		['an invalid date', new Date(NaN)],
		["an invalid date of n8n's", tryToParseDateTime('2026-11-20').setZone('no/where')],
		['a symbol', Symbol('Ada')],
		['an object that only claims to be a date', { toISO: 'today' }],
	])('%s', (_name, value) => {
		expect(readPlaceholderValue(value)).toBeUndefined();
	});
});

// Seventeen digits tell every double apart, and twenty of them after the point are written.
test('property: a number reads back as the same number, and never has an exponent', () => {
	const exact = (n: number) => n === 0 || Math.abs(n) >= 1e-4;
	const large = fc.double({ noNaN: true, noDefaultInfinity: true }).filter(exact);
	const small = fc.double({ min: -1, max: 1, noNaN: true }).filter(exact);
	fc.assert(
		fc.property(fc.oneof(large, small, fc.integer()), (n) => {
			const read = readPlaceholderValue(n);
			expect(read).toMatch(/^-?\d+(\.\d+)?$/);
			expect(Number(read)).toBe(n);
		}),
	);
});
