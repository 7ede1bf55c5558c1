import fc from 'fast-check';

import { readJson } from '../../nodes/Messaging/text/json';
import { maskFor } from '../../nodes/Messaging/text/mask';
import { runs } from '../support/propertyRuns';

const key = 'sk_live/ab+cd==';
const mask = maskFor([key]);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
/** Each UTF-16 unit by its number. */
const units = (text: string, write: (code: number) => string) => text.split('').map((unit) => write(unit.charCodeAt(0))).join('');
const padded = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const html = (text: string) => text.replace(/[&<>"']/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? '&#39;');

describe('a secret that a service echoes is masked', () => {
	test.each<[string, string, string]>([
		['as it is', `Key ${key} is unknown`, 'Key *** is unknown'],
		['over and over', `${key}, ${key.repeat(50_000)}`, '***, ***'],
		['in a URL', `GET /a?key=${encodeURIComponent(key)}&b=%20 HTTP`, 'GET /a?key=***&b=%20 HTTP'],
		['in a URL, as a form writes it', `?key=${key.replace('+', ' ')}&b`, '?key=***&b'],
		['in JSON, as PHP writes it', `{"key":"${key.replaceAll('/', '\\/')}"}`, '{"key":"***"}'],
		['in JSON, as .NET writes it', `{"key":"${key.replaceAll('+', '\\u002B')}"}`, '{"key":"***"}'],
		['in JavaScript', `key = '${key.replaceAll('/', '\\x2f')}'`, "key = '***'"],
		['in HTML', '<b>Key sk&lowbar;live&#47;ab&#x2B;cd&#61&#x3D</b> is', '<b>Key ***</b> is'],
		['in a URL in JSON in HTML', html(JSON.stringify({ url: `/?k=${encodeURIComponent(key)}` })), '{&quot;url&quot;:&quot;/?k=***&quot;}'],
		['in hex', `0x${hex(`a${key}b`)} ${hex(key).toUpperCase()}`, '0x61***62 ***'],
		['in base64', `Basic ${base64(key)} `, 'Basic *** '],
		['in base64, after something else', `${base64(`user:${key}`)} ${base64(`users:${key}`)}`, 'dXNlcjp*** dXNlcnM6***'],
		['in base64, before something else, and for URLs', `${base64(`${key}:abc`)} ${Buffer.from(`a${key}`).toString('base64url')}`, '***OmFiYw== YX***'],
	])('%s', (_form, text, shown) => {
		expect(mask.text(text)).toBe(shown);
	});

	test('of Standard Webhooks, with its prefix and without, and by the bytes of its key', () => {
		const given = 'MfKQ9r8GKYqrTwjUPD8ILP/Io2LaLaS+Aw==';
		const bytes = Buffer.from(given, 'base64');
		const forms = [given, bytes.toString('base64url'), bytes.toString('hex'), `whsec_${given}`];
		expect(forms.map(maskFor([`whsec_${given}`]).text)).toEqual(['***', '***', '***', '***']);
		expect(forms.map(maskFor([given]).text)).toEqual(['***', '***', '***', 'whsec_***']);
		expect(maskFor(['Bearer abcdefgh']).text('key abcdefgh')).toBe('key ***');
	});

	test.each<[string, string[], string, string]>([
		['as long as a file', [key.repeat(10_000)], `x ${base64(key.repeat(10_000))}`, 'x ***'],
		['that repeats itself', ['aaaaaaaa'], 'a'.repeat(100_001), '***'],
		['that overlaps another one, or holds it', ['abcdefgh', 'cdefghijklm', 'xcdefghijklmnop'], '1abcdefghijklm2 xcdefghijklmnop', '1***2 ***'],
		['with blanks and quotes, if it is escaped with all of the text', ["it's the secret"], 'Key it&#39;s the+secret is unknown', 'Key *** is unknown'],
		['in a text beside others that are escaped more often', ['abcdefgh', 'ijklmnop'], '%41 abc%2564efgh, ijkl&#x6d;nop %25', '%41 ***, *** %25'],
		['that a mask would bring together', ['\\***abcd', '12345678'], '\\\\12345678abcd', '***'],
		['with characters that mean something elsewhere', ['^(a|b)*.+?[c]{2}$\\', 'line\tand tab'], '^(a|b)*.+?[c]{2}$\\ and line and+tab', '*** and ***'],
		['unless it is too short', ['', ' ', 'key-123', ' key-123\n', 'whsec_'], 'x key-123 e whsec_', 'x key-123 e whsec_'],
	])('%s', (_kind, secrets, text, shown) => {
		expect(maskFor(secrets).text(text)).toBe(shown);
	});
});

describe('a text of more than a million characters', () => {
	const long = 'a longer text '.repeat(100_000);
	const five = (text: string) => [1, 2, 3, 4, 5].reduce(encodeURIComponent, text);

	test.each<[string, string]>([['as it is', key], ['escaped five times', five(key)], ['in base64', base64(key)]])('is masked as a whole if it holds a secret %s', (_form, spelled) => {
		expect(mask.text(`${long}${spelled}${long}`)).toBe('***');
		expect(mask.object({ text: `${long}${spelled}`, more: [{ text: long }, 'short'] })).toEqual({ text: '***', more: [{ text: long }, 'short'] });
	});

	test('stays to the letter if it holds none', () => {
		expect(mask.text(long + five('sk_live/ab-cd=='))).toBe(long + five('sk_live/ab-cd=='));
	});
});

describe('in JSON', () => {
	test('values are masked at any depth, and numbers; never a key', () => {
		const shown = maskFor([key, '12345678']).object(JSON.parse(`{"${key}":[{"__proto__":"Bearer ${key}"}],"id":12345678,"to":1234567}`));
		expect(JSON.stringify(shown)).toBe(`{"${key}":[{"__proto__":"Bearer ***"}],"id":"***","to":1234567}`);
	});

	test.each([['lists', '[', ']'], ['objects', '{"a":', '}']])('as deep as %s can be read', (_kind, open, close) => {
		let depth = 100_000;
		const nested = () => `{"value":${open.repeat(depth)}"${key}"${close.repeat(depth)}}`;
		while (!readJson(nested()).ok) depth = Math.floor(depth * 0.9);
		const read = readJson(nested());
		let shown: unknown = mask.object(Object(read.ok && read.value));
		while (typeof shown === 'object' && shown !== null) [shown] = Object.values(shown);
		expect(shown).toBe('***');
		expect(mask.body(nested())).toBe(nested().replace(key, '***'));
	});

	test('a whole response keeps its keys, and IDs beyond 2^53 their digits', () => {
		const body = `{"id":9007199254740993,"${key}":"${key.replaceAll('/', '\\/')}"}`;
		expect(mask.body(body)).toBe(`{"id":"9007199254740993","${key}":"***"}`);
	});

	test('what holds no secret is not copied', () => {
		const [plain, list] = [{ to: '+12015550123' }, [1, null, { id: 'a' }]];
		const shown = mask.object({ plain, list, said: { key } });
		expect(shown).toEqual({ plain, list, said: { key: '***' } });
		expect(shown.plain).toBe(plain);
		expect(shown.list).toBe(list);
	});

	test.each(['', '{"id":9007199254740993.0,"x":1.50}', '{"path":"a\\/b"}', '<p>\\</p>', '%', '&#;&#99999999;&#x110000;%ff%c3%ed%a0%80\\u12\\xq'])(
		'without a secret it stays to the letter: %j',
		(text) => {
			expect(mask.body(text)).toBe(text);
		},
	);
});

describe('any secret in any text', () => {
	const isWellFormed = (text: string) => Buffer.from(text).toString() === text;
	const secret = fc
		.oneof(fc.string({ minLength: 8, maxLength: 40 }), fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }), fc.base64String({ minLength: 8, maxLength: 60 }))
		.map((text) => text.trim())
		.filter((text) => text.length >= 8 && isWellFormed(text));
	const url = (text: string) => encodeURIComponent(text);
	const json = (text: string) => JSON.stringify(text).slice(1, -1);
	/** Spellings that are masked exactly; for the others the word around them may go too, or the whole text. */
	const exact: ReadonlyArray<(text: string) => string> = [(text) => text, hex, (text) => hex(text).toUpperCase(), base64, (text) => Buffer.from(text).toString('base64url')];
	const escaping: ReadonlyArray<(text: string) => string> = [
		url,
		(text) => url(text).replace(/%../g, (escape) => escape.toLowerCase()),
		(text) => new URLSearchParams({ k: text }).toString().slice(2),
		json,
		html,
		(text) => units(text, (code) => `\\u${padded(code, 4)}`),
		(text) => [...text].map((one) => `&#${one.codePointAt(0)};`).join(''),
		(text) => [...text].map((one) => (one < '\u007f' ? `\\x${padded(one.charCodeAt(0), 2)}` : one)).join(''),
	];
	const escaped = fc.array(fc.constantFrom(...escaping), { minLength: 1, maxLength: 3 });

	test('is not shown, in hex and base64, escaped up to three times', () => {
		fc.assert(
			fc.property(secret, fc.constantFrom(...exact), escaped, fc.lorem(), fc.lorem(), (given, encode, escapes, before, after) => {
				const one = maskFor([given]);
				const spelled = encode(given);
				expect(one.text(`${before} ${spelled} ${after}`)).toBe(`${before} *** ${after}`);
				const written = escapes.reduce((text, escape) => escape(text), spelled);
				expect(one.text(`${before} ${written} ${after}`)).toMatch(/\*\*\*/);
				if (written !== '***') expect(one.text(`${before} ${written} ${after}`)).not.toContain(written);
			}),
			runs(3000),
		);
	});

	test('is not shown anywhere in a long text, escaped up to six times', () => {
		const around = fc.constantFrom('a', ' ', '\\', '%25', '%2525252541', '&amp;', '\\u005c', '\u4e2d', '\n', '"');
		const size = fc.constantFrom(10, 100_000, 999_000, 1_000_100);
		const places = fc.constantFrom(0, 0.5, 1);
		fc.assert(
			fc.property(secret, fc.array(fc.constantFrom(...escaping), { maxLength: 6 }), around, size, places, (given, escapes, unit, length, place) => {
				const one = maskFor([given]);
				const written = escapes.reduce((text, escape) => escape(text), given);
				const filler = (share: number) => unit.repeat((length * share) / unit.length);
				// A character that is part of no escape, so that what stands before belongs to itself.
				const shown = one.text(`${filler(place)}\u0100${written}\u0100${filler(1 - place)}`);
				expect(shown.includes('***')).toBe(true);
				if (written !== '***') expect(shown.includes(`\u0100${written}\u0100`)).toBe(false);
				expect(one.text(shown)).toBe(shown);
			}),
			runs(100),
		);
	});

	test('is not shown in base64 of something longer', () => {
		fc.assert(
			fc.property(secret, fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), fc.constantFrom('base64' as const, 'base64url' as const), (given, before, after, form) => {
				const shown = maskFor([given]).text(Buffer.from(before + given + after).toString(form));
				expect(shown).toContain('***');
				expect(Buffer.from(shown.replaceAll('***', '____'), 'base64').toString()).not.toContain(given);
			}),
			runs(1000),
		);
	});

	test('that does not occur changes nothing', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), fc.jsonValue(), (given, text, value) => {
				const body = { value };
				expect(maskFor([given]).text(text)).toBe(text);
				expect(maskFor([given]).object(body)).toBe(body);
			}),
			runs(1000),
		);
	});
});
