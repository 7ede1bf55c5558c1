import fc from 'fast-check';

import { messageIdentity, readMessageKey } from '../../nodes/Messaging/message/messageKey';

// Which values are keys stands in test/engine/messageKeyValues.test.ts.
test.each<[unknown, string]>([
	[' A-7-shipped\n', 'A-7-shipped'],
	[1001, '1001'],
	['k'.repeat(1_000), 'k'.repeat(1_000)],
])('%j is a key', (value, key) => {
	expect(readMessageKey(value, [])).toEqual({ ok: true, value: key });
});

test('an object that cannot be written as text is refused as any other', () => {
	expect(readMessageKey('x', [{ expression: '{{ $json }}', value: { toString: 0 } }])).toMatchObject({
		error: { message: "'Message Key': {{ $json }} gives an object" },
	});
});

test('more than a thousand characters are none', () => {
	const message = `'Message Key' has more than 1,000 characters: "${'k'.repeat(49)}…"`;
	expect(readMessageKey('k'.repeat(1_001), [])).toMatchObject({ ok: false, error: { message } });
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
