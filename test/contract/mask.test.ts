import { maskInText, maskSecret } from '../../nodes/Messaging/contract/mask';

const key = 'sk_live/ab+cd==';

describe('a key that a service echoes is masked', () => {
	test.each<[string, unknown, unknown]>([
		['in a string', `Key ${key} is unknown`, 'Key *** is unknown'],
		['more than once', `${key} ${key}`, '*** ***'],
		['in a list', ['a', key], ['a', '***']],
		['at any depth', { error: { details: [{ token: `Bearer ${key}` }] } }, { error: { details: [{ token: 'Bearer ***' }] } }],
		['in a key', { [key]: 1 }, { '***': 1 }],
	])('%s', (_place, value, expected) => {
		expect(maskSecret(value, key)).toEqual(expected);
	});

	test.each<[unknown]>([[null], [undefined], [7], [true], ['x'], [['x']], [{ a: { b: 'x' } }]])('%j stays', (value) => {
		expect(maskSecret(value, key)).toEqual(value);
	});
});

describe('in the text of an answer', () => {
	test.each([
		['plain text', `Key ${key} is unknown`, 'Key *** is unknown'],
		['a page', `<p>${key}</p>`, '<p>***</p>'],
		['broken JSON', `{"key":"${key}`, '{"key":"***'],
	])('%s', (_form, text, expected) => {
		expect(maskInText(text, key)).toBe(expected);
	});

	test.each([
		['as it is', JSON.stringify({ key })],
		['with an escaped slash, as PHP writes it', JSON.stringify({ key }).replaceAll('/', '\\/')],
		['with an escaped plus, as .NET writes it', JSON.stringify({ key }).replaceAll('+', '\\u002B')],
		['with escaped letters', JSON.stringify({ key }).replaceAll('s', '\\u0073')],
	])('JSON that holds it %s', (_form, text) => {
		expect(JSON.parse(maskInText(text, key))).toEqual({ key: '***' });
	});

	test('a key with a quotation mark', () => {
		const quoted = 'a"b\\c';
		expect(JSON.parse(maskInText(JSON.stringify({ key: quoted }), quoted))).toEqual({ key: '***' });
	});

	test('ids beyond 2^53 beside it keep their digits', () => {
		const masked = maskInText(`{"id":9007199254740993,"key":"${key}"}`, key);
		expect(masked).toContain('9007199254740993');
		expect(masked).not.toContain(key);
	});

	test.each(['', 'OK', '{"id":9007199254740993.0,"x":1.50}', '{"path":"a\\/b"}', '<p>\\</p>'])(
		'an answer without it stays to the letter: %j',
		(text) => {
			expect(maskInText(text, key)).toBe(text);
		},
	);
});
