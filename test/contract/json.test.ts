import fc from 'fast-check';

import { at, isObject, readJson, text } from '../../nodes/Messaging/text/json';

const notJson = { ok: false, error: 'not-json' };

/** `JSON.parse` as the other implementation. */
function parse(json: string): unknown {
	try {
		return { ok: true, value: JSON.parse(json) as unknown };
	} catch {
		return notJson;
	}
}

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

describe('everything else is as JSON.parse gives it', () => {
	test('the last value of a repeated key counts', () => {
		const json = '{"status":"sent","to":"a","status":"failed","to":{"deep":1},"to":{"deep":2}}';
		expect(readJson(json)).toEqual({ ok: true, value: { status: 'failed', to: { deep: 2 } } });
		expect(readJson(json)).toEqual(parse(json));
	});

	test('a key named __proto__ is a key, and changes no prototype', () => {
		const read = readJson('{"__proto__":{"status":"sent"},"constructor":1}');
		expect(read.ok && isObject(read.value) && Object.keys(read.value)).toEqual(['__proto__', 'constructor']);
		expect(read.ok && Object.getPrototypeOf(read.value)).toBe(Object.prototype);
		expect(read.ok && isObject(read.value) && read.value.status).toBeUndefined();
	});

	test('property: the same texts are JSON', () => {
		const damage = fc.record({
			at: fc.nat(200),
			remove: fc.nat(2),
			insert: fc.constantFrom('', ',', '"', '{', '}', ']', ':', '\\', '0', '.', 'e', '-', '\u0000', '\n', 'x', ' '),
		});
		fc.assert(
			fc.property(fc.json(), damage, (json, { at: place, remove, insert }) => {
				const start = place % (json.length + 1);
				const damaged = `${json.slice(0, start)}${insert}${json.slice(start + remove)}`;
				fc.pre(!/\d{16}|e\+?\d{3}/i.test(damaged));
				expect(readJson(damaged)).toEqual(parse(damaged));
			}),
			{ numRuns: 500 },
		);
	});
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
