import fc from 'fast-check';

import { messageIdentity, readMessageKey } from '../../nodes/Messaging/message/messageKey';

const messageOf = (value: unknown) => {
	const read = readMessageKey(value, []);
	return read.ok ? undefined : read.error.message;
};

test.each([
	[' A-7-shipped\n', 'A-7-shipped'],
	[1001, '1001'],
	[0, '0'],
	[-1.5, '-1.5'],
	['Null Island', 'Null Island'],
])('%j is a key', (value, key) => {
	expect(readMessageKey(value, [])).toEqual({ ok: true, value: key });
});

test.each([
	['', "'Message Key' is empty"],
	[undefined, "'Message Key' is empty"],
	[true, "'Message Key' is only true"],
	[{ id: 7 }, "'Message Key' is an object"],
	[['A-7'], "'Message Key' is a list"],
	[NaN, "'Message Key' is no number"],
	[2 ** 53, "'Message Key' is a number that cannot be kept exactly"],
	['[object Object]-shipped', '\'Message Key\' is "[object Object]-shipped"'],
	['undefined-shipped', '\'Message Key\' is "undefined-shipped"'],
	['order:null', '\'Message Key\' is "order:null"'],
	['{{ $json.id }}', '\'Message Key\' is "{{ $json.id }}"'],
	['null island', '\'Message Key\' is "null island"'],
	['--', '\'Message Key\' has neither letters nor digits: "--"'],
	['NaN', '\'Message Key\' is "NaN"'],
])('%j is refused: it could be the same for different messages', (value, message) => {
	expect(messageOf(value)).toBe(message);
});

test('an object that cannot be written as text is refused as any other', () => {
	expect(readMessageKey('x', [{ expression: '{{ $json }}', value: { toString: 0 } }])).toMatchObject({
		error: { message: "'Message Key': {{ $json }} gives an object" },
	});
});

test('a thousand characters are a key, more are not', () => {
	expect(messageOf('k'.repeat(1_000))).toBeUndefined();
	expect(messageOf('k'.repeat(1_001))).toBe(`'Message Key' has more than 1,000 characters: "${'k'.repeat(49)}…"`);
});

const anyKey = fc.oneof(fc.anything({ withBigInt: true }), fc.string({ maxLength: 2_000 }));

test('whatever comes is a key or a refusal that names the field and says that nothing was sent', () => {
	fc.assert(
		fc.property(anyKey, fc.array(fc.record({ expression: fc.string(), value: anyKey }), { maxLength: 3 }), (value, parts) => {
			const read = readMessageKey(value, parts);
			if (read.ok) expect(read.value).toBe(read.value.trim());
			else expect(`${read.error.message}. ${read.error.description}`).toMatch(/^'Message Key'.*Nothing was sent/s);
		}),
	);
});

describe('the name of a message', () => {
	const to = '+12015550123';
	const base = 'https://api.example.com/eu';

	test('is another for another key, recipient or account', () => {
		const names = [
			messageIdentity('A-7', to, base),
			messageIdentity('A-8', to, base),
			messageIdentity('A-7', '+12015550124', base),
			messageIdentity('A-7', to, 'https://sandbox.example.com/eu'),
			messageIdentity('A-7', to, 'https://api.example.com/us'),
		];
		expect(new Set(names).size).toBe(names.length);
	});

	test('does not depend on how the address of the account is written', () => {
		expect(messageIdentity('A-7', to, 'https://API.example.com:443/eu')).toBe(messageIdentity('A-7', to, base));
	});

	test('stays what it is: a later version that made another would send everything again', () => {
		expect(messageIdentity('A-7-shipped', to, 'https://api.example.com')).toBe('2a6426f26cdb6f53de7815c088d1f63d');
	});
});
