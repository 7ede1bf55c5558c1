import fc from 'fast-check';

import { readIdempotencyHeader } from '../../nodes/Messaging/message/idempotencyHeader';

test.each([undefined, null, '', ' ', {}])('%j is none', (value) => {
	expect(readIdempotencyHeader(value)).toEqual({ ok: true, value: undefined });
});

test('blanks around a name are removed', () => {
	expect(readIdempotencyHeader(' Idempotency-Key\t')).toEqual({ ok: true, value: 'Idempotency-Key' });
});

// A key in one of the last three would make another request of the message.
test.each([
	...['Idempotency Key', 'Idempotency-Key:', 'Idempotency-', '-Key', 'a--b', 'Idempotency-Key\r\nX-Other: 1', 'Schlüssel-Id', 'name', 'Idempotency.Key-'],
	...['X-HTTP-Method', 'X-HTTP-Method-Override', 'X-Method-Override'],
])('%j is refused, and the message says what would do', (name) => {
	expect(readIdempotencyHeader(name)).toMatchObject({
		ok: false,
		error: {
			message: `'Idempotency Header' in the options cannot be used as a header: "${name.trim()}"`,
			description: expect.stringContaining('such as Idempotency-Key'),
		},
	});
});

test('what decides is never the letter case', () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[\w.-]{1,20}$/), (name) => {
			const { ok } = readIdempotencyHeader(name);
			expect(readIdempotencyHeader(name.toUpperCase()).ok).toBe(ok);
			expect(readIdempotencyHeader(name.toLowerCase()).ok).toBe(ok);
		}),
	);
});
