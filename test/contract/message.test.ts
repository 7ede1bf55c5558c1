import fc from 'fast-check';

import { mediaIdOf } from '../../nodes/Messaging/api/response';
import { messageIdentity, readMessageKey } from '../../nodes/Messaging/request/messageKey';
import { readSendingNumber, readSendingNumbers } from '../../nodes/Messaging/request/sendingNumber';
import records from './data/records.json';

describe('a sending number', () => {
	test.each<[string, unknown, { id: string; label: string }]>([
		["as Meta's", records.phoneNumber.meta, { id: '1906000000000001', label: 'Example Shop · +1 201-555-0123' }],
		['with the id alone', { id: 'p-1' }, { id: 'p-1', label: 'p-1' }],
		['with a numeric id', { id: 17, name: 'Shop' }, { id: '17', label: 'Shop' }],
		['with name and phone_number', { id: 'p', name: 'Shop', phone_number: '+1' }, { id: 'p', label: 'Shop · +1' }],
		['with display_name and number', { id: 'p', display_name: 'Shop', number: '+1' }, { id: 'p', label: 'Shop · +1' }],
	])('%s', (_form, record, expected) => {
		expect(readSendingNumber(record)).toEqual(expected);
	});

	test('the phone number itself is not used as identifier', () => {
		expect(readSendingNumber({ phone_number: '+12015550123' })).toBeUndefined();
	});

	test('records without an id are passed over', () => {
		expect(readSendingNumbers([null, {}, { id: ' ' }, { id: 'p' }])).toEqual([{ id: 'p', label: 'p' }]);
	});
});

test.each([
	['media_id', { media_id: 'm-1', id: 'x' }],
	['id', { id: 'm-1' }],
	['data.id', { data: { id: 'm-1' } }],
	['data.media_id', { data: { media_id: 'm-1' } }],
	['media.id', { media: { id: 'm-1' } }],
	['file_id', { file_id: 'm-1' }],
])('the id of an uploaded file under %s', (_key, body) => {
	expect(mediaIdOf(body)).toBe('m-1');
});

// Which values are keys stands in test/engine/messageKeyValues.test.ts.
test('an object that cannot be written as text is refused as any other', () => {
	expect(readMessageKey('x', [{ expression: '{{ $json }}', value: { toString: 0 } }])).toMatchObject({
		error: { message: "'Message Key': {{ $json }} gives an object" },
	});
});

test('more than a thousand characters are no key', () => {
	expect(readMessageKey('k'.repeat(1_000), [])).toEqual({ ok: true, value: 'k'.repeat(1_000) });
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

test('characters that nobody sees make no other key, and what a key was read to is read to the same again', () => {
	const unseen = fc.constantFrom('\u200b', '\u200d', '\u200e', '\u2060', '\u00ad', '\ufeff', '\u2800', '\u0007', '\ufe0f', '\u{e0041}', '\ufffc');
	const seen = fc.stringMatching(/^[A-Za-z0-9]( ?[A-Za-z0-9äßя-]){0,10}$/);
	fc.assert(
		fc.property(seen, fc.array(fc.tuple(fc.nat(12), unseen), { maxLength: 6 }), (key, characters) => {
			const given = characters.reduce((text, [place, one]) => `${text.slice(0, place)}${one}${text.slice(place)}`, key);
			const read = readMessageKey(given, []);
			expect(read).toEqual(readMessageKey(key, []));
			if (read.ok) expect(readMessageKey(read.value, [])).toEqual(read);
		}),
	);
});

test('parts are one key only if each of them is the same', () => {
	const part = fc.oneof(fc.stringMatching(/^[a-c1-3-]{1,3}$/), fc.nat(40));
	const keyOf = (values: readonly unknown[]) => readMessageKey(values.join('-'), values.map((value) => ({ expression: '{{ }}', value })));
	const textOf = (values: readonly unknown[]) => JSON.stringify(values.map(String));
	const parts = fc.array(part, { minLength: 2, maxLength: 3 });
	fc.assert(
		fc.property(parts, parts, (one, other) => {
			const [first, second] = [keyOf(one), keyOf(other)];
			if (first.ok && second.ok) expect(first.value === second.value).toBe(textOf(one) === textOf(other));
		}),
		{ numRuns: 1_000 },
	);
});

describe('the name of a message', () => {
	const to = '+12015550123';
	const base = 'https://api.example.com/eu';

	test('does not depend on how the address of the account is written', () => {
		expect(messageIdentity('A-7', to, 'https://API.example.com:443/eu')).toBe(messageIdentity('A-7', to, base));
	});

	test('stays what it is: a later version that made another would send everything again', () => {
		expect(messageIdentity('A-7-shipped', to, 'https://api.example.com')).toBe('2a6426f26cdb6f53de7815c088d1f63d');
		const one = [{ expression: '{{ $json.order_id }}', value: 'A-7' }];
		expect(readMessageKey('A-7-shipped', one)).toEqual({ ok: true, value: 'A-7-shipped' });
		const two = readMessageKey('A-7-shipped', [...one, { expression: '{{ $json.what }}', value: 'shipped' }]);
		expect(two).toEqual({ ok: true, value: 'a227317f8503e9754faa05ce57b4f2af17b5f0d44e7c6a480ab6ff64adf58144' });
	});
});
