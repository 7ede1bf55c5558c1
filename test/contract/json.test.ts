import fc from 'fast-check';
import { parse as parseLossless } from 'lossless-json';

import { at, isObject, readJson, readJsonAsWritten, text } from '../../nodes/Messaging/text/json';
import { runs } from '../support/propertyRuns';

describe('ids never change', () => {
	test('a number that no double can hold stays what was received', () => {
		expect(readJson('1e400')).toEqual({ ok: true, value: '1e400' });
	});

	test('property: an integer of any size keeps its digits', () => {
		fc.assert(
			fc.property(fc.oneof(fc.bigInt(), fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n })), (id) => {
				const read = readJson(`{"data":[{"id":${String(id)}}]}`);
				const expected = Number.isSafeInteger(Number(id)) ? Number(id) : String(id);
				expect(read.ok && at(read.value, 'data', 0, 'id')).toBe(expected);
			}),
		);
	});
});

describe('everything else is as other parsers give it', () => {
	test('a key named __proto__ is a key, and changes no prototype', () => {
		const read = readJson('{"__proto__":{"status":"sent"},"constructor":1}');
		expect(read.ok && isObject(read.value) && Object.keys(read.value)).toEqual(['__proto__', 'constructor']);
		expect(read.ok && Object.getPrototypeOf(read.value)).toBe(Object.prototype);
		expect(read.ok && isObject(read.value) && read.value.status).toBeUndefined();
	});

	/** A parser that reads number by number, as another implementation. */
	const parse = (json: string, isText: (literal: string) => boolean): unknown => {
		try {
			const parseNumber = (literal: string) => (isText(literal) ? literal : Number(literal));
			return parseLossless(json, null, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
		} catch {
			return undefined;
		}
	};
	const isInexact = (literal: string) => (/[.e]/i.test(literal) ? !Number.isFinite(Number(literal)) : !Number.isSafeInteger(Number(literal)));
	/** With the order of keys, and what is a text and what is -0. */
	const show = (value: unknown) => JSON.stringify(value, (_key, one: unknown) => (Object.is(one, -0) ? { number: '-0' } : one));

	const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
	const numbers = fc.oneof(
		fc.constantFrom('-0', '0', '19.90', '1.0', '-0.00', '9007199254740991', '9007199254740992', '-9007199254740993', '1e308', '9e308', '1E400', '-1e-400', '0e999'),
		fc.tuple(fc.constantFrom('', '-'), digits(24), fc.option(digits(24)), fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits(3))))
			.map(([sign, whole, part, power]) => sign + whole.replace(/^0+(?=\d)/, '') + (part === null ? '' : `.${part}`) + (power?.join('') ?? '')),
	);
	const noNumbers = fc.constantFrom('01', '1.', '.5', '-', '--1', '1e', '+1', '12345678901234567.', '012345678901234567', '1e5-12345678901234567', 'NaN');
	const strings = fc.oneof(
		fc.constantFrom('"__proto__"', '"constructor"', '"a"', '"\\u0061"', '"12345678901234567"', '"\\\\"', '"\\":12345678901234567,"', '"]}"', '"\\x"'),
		fc.string({ unit: 'binary' }).map((value) => JSON.stringify(value)),
	);
	const blanks = fc.constantFrom('', '', '', ' ', '\n\t\r ');
	/** Mostly JSON. */
	const { json } = fc.letrec<{ json: string }>((tie) => {
		const around = (one: fc.Arbitrary<string>) => fc.tuple(blanks, one, blanks).map((parts) => parts.join(''));
		const leaf = fc.oneof({ weight: 20, arbitrary: numbers }, { weight: 10, arbitrary: strings }, fc.constantFrom('true', 'false', 'null', 'nul'), noNumbers);
		const keys = fc.oneof({ weight: 20, arbitrary: strings }, numbers);
		const list = fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join()}]`);
		const object = fc.array(fc.tuple(around(keys), tie('json')), { maxLength: 4 }).map((entries) => `{${entries.map((entry) => entry.join(':')).join()}}`);
		return { json: around(fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, list, object)) };
	});
	const damage = fc.record({
		at: fc.nat(),
		remove: fc.nat(2),
		insert: fc.constantFrom('', ',', '"', '{', '}', ']', ':', '\\', '0', '.', 'e', '-', '\u0000', '\n', 'x', ' ', '12345678901234567'),
	});
	const damaged = fc.tuple(json, damage).map(([whole, { at: place, remove, insert }]) => {
		const start = place % (whole.length + 1);
		return `${whole.slice(0, start)}${insert}${whole.slice(start + remove)}`;
	});

	test('property: numbers that JavaScript would change become texts, and the same texts are JSON', () => {
		fc.assert(
			fc.property(fc.oneof(json, damaged), (given) => {
				const valueOf = (read: ReturnType<typeof readJson>) => show(read.ok ? read.value : undefined);
				const isWritten = (literal: string) => /^-?\d+\.\d+$/.test(literal) && String(Number(literal)) !== literal;
				expect(valueOf(readJson(given))).toBe(show(parse(given, isInexact)));
				expect(valueOf(readJsonAsWritten(given))).toBe(show(parse(given, (literal) => isWritten(literal) || isInexact(literal))));
			}),
			runs(20_000),
		);
	});
});

test('what is nested in 1,000 levels is read, and nothing deeper', () => {
	const nested = (levels: number) => `[${'['.repeat(levels - 1)}"[[{"${']'.repeat(levels - 1)},{},[]]`;
	expect([1, 999, 1_000, 1_001, 5_000_000].map((levels) => readJson(nested(levels)).ok)).toEqual([true, true, true, false, false]);
	expect(readJson(`[${'[{}],'.repeat(2_000)}1]`).ok).toBe(true);
});

test('numbers count as text, blanks do not', () => {
	expect([text('a'), text(' a '), text(0), text(1.5)]).toEqual(['a', ' a ', '0', '1.5']);
	for (const nothing of ['', '  ', '\n', NaN, Infinity, null, undefined, true, {}, []]) expect(text(nothing)).toBeUndefined();
});

test('a path leads through what was received, and to nothing that JavaScript gives to every value', () => {
	const body = { data: { list: [{ id: 7 }] }, '': 'blank key' };
	expect([at(body, 'data', 'list', 0, 'id'), at(body, ''), at(body)]).toEqual([7, 'blank key', body]);
	for (const path of [['constructor'], ['data', '__proto__'], ['data', 'list', 'length'], ['data', 'list', 1, 'id']]) expect(at(body, ...path)).toBeUndefined();
});
