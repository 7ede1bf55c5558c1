import fc from 'fast-check';

import { readJson } from '../../nodes/Messaging/contract/json';
import { createMask, maskFor } from '../../nodes/Messaging/contract/mask/mask';
import { workOf } from './support/work.mts';
import { runs } from '../support/propertyRuns';

const key = 'sk_live/ab+cd==';
const mask = createMask([key]);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
/** Each character by its number. */
const each = (text: string, write: (character: string, code: number) => string) =>
	[...text].map((character) => write(character, character.codePointAt(0) ?? 0)).join('');

describe('a secret that a service echoes is masked', () => {
	test.each<[string, string, string]>([
		['as it is', `Key ${key} is unknown`, 'Key *** is unknown'],
		['more than once', `${key}, ${key}`, '***, ***'],
		['side by side', `${key}${key}`, '***'],
		['in a URL', `?key=${encodeURIComponent(key)}&b=%20`, '?key=***&b=%20'],
		['in a URL, in lower case', `?key=${encodeURIComponent(key).toLowerCase()}&b`, '?key=***&b'],
		['in a URL, in part', '?key=sk_live/ab%2Bcd==', '?key=***'],
		['in a URL, as a form writes it', `?key=${key.replace('+', ' ')}`, '?key=***'],
		['in a URL in a URL', `?to=${encodeURIComponent(`?key=${encodeURIComponent(key)}`)}&b`, '?to=%3Fkey%3D***&b'],
		['in a URL, every character', each(key, (_, code) => `%${code.toString(16)}`), '***'],
		['in JSON', JSON.stringify({ key: `"${key}"` }), '{"key":"\\"***\\""}'],
		['in JSON, as PHP writes it', `{"key":"${key.replaceAll('/', '\\/')}"}`, '{"key":"***"}'],
		['in JSON, as .NET writes it', `{"key":"${key.replaceAll('+', '\\u002B')}"}`, '{"key":"***"}'],
		['in JSON, every character', each(key, (_, code) => `\\u${code.toString(16).padStart(4, '0')}`), '***'],
		['in JSON in JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify(key).replaceAll('/', '\\/'))), '"\\"\\\\\\"***\\\\\\"\\""'],
		['in HTML', 'Key sk&lowbar;live&sol;ab&#43;cd&#x3D;&#061; is', 'Key *** is'],
		['in HTML without semicolons', 'Key sk&#95live/ab&#43cd&#x3d&#61 is', 'Key *** is'],
		['in HTML in JSON', 'sk_live\\u0026#47;ab+cd==', '***'],
		['in hex', `0x${hex(`a${key}b`)}`, '0x61***62'],
		['in hex, in upper case', hex(key).toUpperCase(), '***'],
		['in base64', `Basic ${base64(key)} `, 'Basic *** '],
		['in base64, after something else', base64(`user:${key}`), 'dXNlcjp***'],
		['in base64, after something longer', base64(`users:${key}`), 'dXNlcnM6***'],
		['in base64, before something else', base64(`${key}:abc`), '***OmFiYw=='],
		['in base64, in a URL', `?auth=${encodeURIComponent(base64(`ab${key}`))}&b`, '?auth=YWJ***&b'],
		['in base64 for URLs', Buffer.from(`a${key}`).toString('base64url'), 'YX***'],
	])('%s', (_form, text, shown) => {
		expect(mask.text(text)).toBe(shown);
	});

	test.each<[string, string, string, string]>([
		['of regular expressions', '^(a|b)*.+?[c]{2}$\\', '^(a|b)*.+?[c]{2}$\\', '***'],
		['of a quotation mark and a backslash', 'se"cr\\et"!', JSON.stringify('se"cr\\et"!'), '"***"'],
		['beyond ASCII', 'Schlüssel🔑', encodeURIComponent('Schlüssel🔑'), '***'],
		['beyond ASCII in JSON', 'Schlüssel🔑', 'Schl\\u00FCssel\\ud83d\\uDD11', '***'],
		['beyond ASCII in HTML', 'Schlüssel🔑', 'Schl&#252;ssel&#x1F511;', '***'],
		['that look like an escape', '100%41bcd&amp;', 'x 100%41bcd&amp; y', 'x *** y'],
		['that look like an escape, escaped', '100%41bcd&amp;', encodeURIComponent('100%41bcd&amp;'), '***'],
		['that look like an escape, in part', '100%41bcd&amp;', '100%2541bcd&amp;', '***'],
		['of which a backslash stays and the next does not', '////\\///', '&#47;&#47;&#47;&#47;\\&#47;&#47;&#47;', '***'],
		['that JSON has short escapes for', 'the old\tsecret', JSON.stringify('the old\tsecret'), '"***"'],
		['with blanks', 'the old secret', 'the%20old+secret, the&nbsp;old\nsecret', '***, ***'],
	])('a secret with characters %s', (_kind, secret, text, shown) => {
		expect(createMask([secret]).text(text)).toBe(shown);
	});

	test('also one of eight characters that looks like an escape itself, escaped with what is around it', () => {
		expect(createMask(['\\n    <!']).text('sed \\n    &lt;! posuere')).toBe('sed *** posuere');
		expect(createMask(['\\N    <!']).text('sed \\N    &lt;! posuere')).toBe('sed *** posuere');
	});

	test('its parts, where it has a label', () => {
		const labelled = createMask(['whsec_MfKQ9r8GKYqrTwjUPD8ILP/Io2LaLaS+', 'Bearer abcdefgh']);
		expect(labelled.text('whsec_MfKQ9r8GKYqrTwjUPD8ILP/Io2LaLaS+')).toBe('***');
		expect(labelled.text('MfKQ9r8GKYqrTwjUPD8ILP_Io2LaLaS-')).toBe('***');
		expect(labelled.text(`x${Buffer.from('MfKQ9r8GKYqrTwjUPD8ILP/Io2LaLaS+', 'base64').toString('hex')}`)).toBe('x***');
		expect(labelled.text('key abcdefgh')).toBe('key ***');
	});

	test('the key of Standard Webhooks, also where it was given without its label', () => {
		const given = 'MfKQ9r8GKYqrTwjUPD8ILP/Io2LaLaS+Aw==';
		const bytes = Buffer.from(given, 'base64');
		const forms = [given, `whsec_${given}`, given.replace('==', ''), bytes.toString('base64url'), bytes.toString('hex')];
		expect(forms.map((form) => createMask([given]).text(form))).toEqual(['***', 'whsec_***', '***', '***', '***']);
	});

	test('secrets that overlap, and one that holds another', () => {
		expect(createMask(['abcdefgh', 'cdefghijklm', 'xcdefghijklmnop']).text('1abcdefghijklm2 xcdefghijklmnop')).toBe('1***2 ***');
		expect(createMask(['abcdefgh', 'abcdefgh-and-more']).text('abcdefgh-and-more abcdefgh-')).toBe('*** ***-');
	});

	test.each(['', ' ', 'e', 'key-123', ' key-123\n', 'whsec_'])('%j is too short to be one', (secret) => {
		const text = `x ${secret} key-123 e whsec${secret}`;
		expect(createMask([secret, '']).text(text)).toBe(text);
	});
});

describe('in JSON', () => {
	test.each<[string, unknown, unknown]>([
		['at any depth', { error: { details: [{ token: `Bearer ${key}` }] } }, { error: { details: [{ token: 'Bearer ***' }] } }],
		['never in a key', { [key]: key, ['__proto__x']: [key] }, { [key]: '***', ['__proto__x']: ['***'] }],
	])('%s', (_place, value, expected) => {
		expect(mask.object(Object(value))).toEqual(expected);
	});

	test('a key called __proto__ stays one', () => {
		const shown = mask.object(JSON.parse(`{"__proto__":"${key}","a":"${key}"}`));
		expect(JSON.stringify(shown)).toBe('{"__proto__":"***","a":"***"}');
	});

	test('a number that is a secret', () => {
		expect(createMask(['12345678']).object({ id: 12345678, to: 1234567, near: [912345678.5] })).toEqual({ id: '***', to: 1234567, near: ['9***.5'] });
	});

	test('what holds none is given back itself', () => {
		const value = { a: [1, null, true, 'x', { b: 'y' }] };
		expect(mask.object(value)).toBe(value);
	});

	test.each([
		['lists', '[', ']'],
		['objects', '{"a":', '}'],
	])('as deep as %s can be read', (_kind, open, close) => {
		let depth = 100_000;
		const nested = () => `{"value":${open.repeat(depth)}"${key}"${close.repeat(depth)}}`;
		while (!readJson(nested()).ok) depth = Math.floor(depth * 0.9);
		const read = readJson(nested());
		let shown: unknown = mask.object(Object(read.ok && read.value));
		while (typeof shown === 'object' && shown !== null) [shown] = Object.values(shown);
		expect(shown).toBe('***');
		expect(mask.body(nested())).toBe(nested().replace(key, '***'));
	});
});

describe('in the body of an answer', () => {
	test('JSON keeps its keys, and ids beyond 2^53 their digits', () => {
		const body = `{"id":9007199254740993,"${key}":"${key.replaceAll('/', '\\/')}"}`;
		expect(mask.body(body)).toBe(`{"id":"9007199254740993","${key}":"***"}`);
	});

	test.each(['', 'OK', '{"id":9007199254740993.0,"x":1.50}', '{"path":"a\\/b"}', '<p>\\</p>', '%', '&#;&#99999999;&#x110000;%ff%c3\\u12'])(
		'without a secret it stays to the letter: %j',
		(text) => {
			expect(mask.body(text)).toBe(text);
		},
	);
});

test('the mask of an account is made once, and another account has its own', () => {
	expect(maskFor(['first-secret'])).toBe(maskFor(['first-secret']));
	expect(maskFor(['other-secret']).text('first-secret')).toBe('first-secret');
});

/** How long a text is, in characters: a tenth by `npm test`. */
const { numRuns: long } = runs(200_000);

test('a long text takes time by its length', () => {
	const worst = ['\\', '&amp;', '%25', '\\u0041', '&#0', key.slice(0, -1), '"\\\\', '+', base64(key).slice(0, -4)];
	const nasty = createMask([key, '\\\\\\\\\\\\\\\\x', ' + + + + +x', ';;;;;;;;;;;;x', '%25%25%25%25x', '&amp;&amp;&amp;x']);
	for (const unit of worst) {
		const text = unit.repeat(Math.floor(long / unit.length));
		expect(nasty.text(text)).toBe(text);
	}
});

test('a long text that holds one takes little longer than one that holds none', () => {
	const blanks = '+\n'.repeat(long);
	const several = createMask([key, 'the first signing secret', 'the other signing secret']);
	several.text(blanks);
	const [holdsNone, holdsOne] = [workOf(() => several.text(blanks)), workOf(() => several.text(blanks + key))];
	expect(holdsOne).toBeLessThan(8 * holdsNone + 50);
});

test('a text that holds one over and over', () => {
	expect(mask.text(`${key} `.repeat(long))).toBe('*** '.repeat(long));
	expect(createMask(['aaaaaaaa']).text('a'.repeat(long))).toBe('***');
});

test('a secret as long as a file', () => {
	const secret = key.repeat(10_000);
	expect(createMask([secret]).text(`x ${secret} ${base64(secret)}`)).toBe('x *** ***');
});

describe('any secret in any text', () => {
	const secret = fc
		.oneof(fc.string({ minLength: 8, maxLength: 40 }), fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }), fc.base64String({ minLength: 8, maxLength: 60 }))
		.map((text) => text.trim())
		.filter((text) => text.length >= 8);
	const htmlNamed = (text: string) => text.replace(/[&<>"']/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? '&#39;');
	const encodings: ReadonlyArray<(text: string) => string> = [
		(text) => text,
		(text) => encodeURIComponent(text),
		(text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
		(text) => new URLSearchParams({ k: text }).toString().slice(2),
		(text) => each(text, (one, code) => (code % 2 === 0 && one !== '%' ? one : encodeURIComponent(one))),
		(text) => JSON.stringify(text).slice(1, -1),
		(text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
		(text) => [...text].flatMap((one) => one.split('')).map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
		htmlNamed,
		(text) => each(text, (_, code) => `&#${code};`),
		(text) => each(text, (_, code) => `&#x${code.toString(16).toUpperCase()};`),
		hex,
		(text) => hex(text).toUpperCase(),
		base64,
		(text) => Buffer.from(text).toString('base64url'),
		(text) => base64(text).replaceAll('/', '\\/'),
		(text) => encodeURIComponent(base64(text)),
	];
	const wellFormed = (text: string) => Buffer.from(text).toString() === text;

	test('is not found in what is shown, in any encoding', () => {
		fc.assert(
			fc.property(secret.filter(wellFormed), fc.constantFrom(...encodings), fc.lorem(), fc.lorem(), (given, encode, before, after) => {
				const shown = createMask([given]).text(`${before} ${encode(given)} ${after}`);
				expect(shown).toBe(`${before} *** ${after}`);
			}),
			runs(2000),
		);
	});

	test('is not found in base64 of something longer', () => {
		fc.assert(
			fc.property(secret.filter(wellFormed), fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), fc.boolean(), (given, before, after, isForUrls) => {
				const shown = createMask([given]).text(Buffer.from(before + given + after).toString(isForUrls ? 'base64url' : 'base64'));
				expect(shown).toContain('***');
				expect(Buffer.from(shown.replaceAll('***', '____'), 'base64').toString()).not.toContain(given);
			}),
			runs(1000),
		);
	});

	test('that does not occur changes nothing', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), fc.jsonValue(), (given, text, value) => {
				const one = createMask([given]);
				expect(one.text(text)).toBe(text);
				const body = { value };
				expect(one.object(body)).toBe(body);
			}),
			runs(1000),
		);
	});
});
