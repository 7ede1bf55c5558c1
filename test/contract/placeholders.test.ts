import fc from 'fast-check';

import { at, isObject, readJson } from '../../nodes/Messaging/text/json';
import { readPlaceholders } from '../../nodes/Messaging/template/placeholders';
import { columnId, messageColumns } from '../../nodes/Messaging/template/section';
import { fillByColumn } from '../../nodes/Messaging/template/variables';
import { runs } from '../support/propertyRuns';

const columns = (expected: unknown): string[] => readPlaceholders(expected).map(columnId);
const entries = (...names: unknown[]) => names.map((param_name) => ({ param_name }));

const card = { body: entries('a') };

test.each<[string, object, string[]]>([
	[
		'in the order a person reads a message, unheard-of sections last',
		{ footer: entries('year'), cards: [card], buttons: entries(1), body: entries('b', 'a'), header: entries('h') },
		['header.h', 'body.b', 'body.a', 'buttons.1', 'cards.1.body.a', 'footer.year'],
	],
	['numbers as numbers, ten after nine', { body: entries(10, '2', 1, '11', 9) }, ['body.1', 'body.2', 'body.9', 'body.10', 'body.11']],
	['cards by their position, as numbers', { cards: { 10: card, 9: card, 1: card } }, ['cards.1.body.a', 'cards.9.body.a', 'cards.10.body.a']],
	['cards that say which they are', { cards: [{ card_index: 1, ...card }, { card_index: 0, ...card }] }, ['cards.2.body.a', 'cards.1.body.a']],
	...[
		['card, from 1', { card: 2 }, { card: 1 }] as const,
		['position, from 1', { position: '2' }, { position: '1' }] as const,
		['card_index, from 0', { card_index: 1 }, { card_index: 0 }] as const,
	].map(([place, second, first]): [string, object, string[]] => [
		`a flat list whose entries carry ${place}`,
		{ cards: [
			{ ...second, section: 'body', param_name: 'a' },
			{ ...first, section: 'HEADER', param_name: 'product_retailer_id', example: 'sku-1' },
			{ ...first, param_name: 'a' },
		] },
		['cards.1.header.product_retailer_id', 'cards.1.body.a', 'cards.2.body.a'],
	]),
])('the columns of a template: %s', (_what, expected, ids) => {
	expect(columns(expected)).toEqual(ids);
});

test("a card's own media or product is a column at the place the record gives it", () => {
	const cards = [{ media_url: 'https://example.com/a.png', product_retailer_id: 'sku-1', ...card }];
	expect(readPlaceholders({ cards })).toEqual(expect.arrayContaining([
		{ path: ['cards', '1', 'media_url'], example: 'https://example.com/a.png' },
		{ path: ['cards', '1', 'product_retailer_id'], example: 'sku-1' },
		{ path: ['cards', '1', 'body', 'a'], example: undefined },
	]));
});

const noCards = [null, {}, [], [null, 'x', 7], [{ title: 'no sections' }]].map((cards) => ({ cards }));

test.each([null, [], 'none', { body: null }, ...noCards])('%j means no placeholders', (expected) => {
	expect(readPlaceholders(expected)).toEqual([]);
});

test.each([
	['a string', 'Ada', 'Ada'],
	['a number', 12, '12'],
	['a list', ['Ada', 'Bob'], 'Ada'],
	['a list of lists', [['Ada', 'Bob']], 'Ada'],
	['null', null, undefined],
	['an object', {}, undefined],
])('the example may be %s', (_form, example, expected) => {
	expect(readPlaceholders({ body: [{ param_name: 'name', example }] })).toEqual([{ path: ['body', 'name'], example: expected }]);
});

const key = fc.oneof(
	fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a.b', '.', 'a', 'b', '\\', 'a\\', '1', '01', '10'),
	fc.string({ minLength: 1 }),
);
const section = fc.array(fc.record({ param_name: fc.oneof(key, fc.nat(20)) }), { maxLength: 5 });
const sections = fc.dictionary(fc.oneof(fc.constantFrom('header', 'body', 'buttons', 'body.a'), key), section, {
	maxKeys: 5,
});
const record = fc.tuple(sections, fc.option(fc.oneof(fc.array(sections, { maxLength: 3 }), sections)));

test('property: column ids are unique and none is that of the text, and a value at each is found again at its path in the request', () => {
	fc.assert(
		fc.property(record, ([plain, cards]) => {
			// As it comes from a service: through JSON, where __proto__ is a key like others.
			const received = readJson(JSON.stringify({ ...plain, ...(cards === null ? {} : { cards }) }));
			const placeholders = readPlaceholders(received.ok ? received.value : undefined);
			const ids = placeholders.map(columnId);
			expect(new Set(ids).size).toBe(ids.length);
			expect(messageColumns.filter((id) => ids.includes(id))).toEqual([]);

			const filled = fillByColumn(placeholders, Object.fromEntries(ids.map((id, place) => [id, `value ${place}`])));
			const nested: unknown = filled.ok && (filled.value ?? {});
			const sent = readJson(JSON.stringify(nested));
			placeholders.forEach(({ path }, place) => {
				expect(sent.ok && at(sent.value, ...path)).toBe(`value ${place}`);
			});
			expect(Object.getPrototypeOf(nested)).toBe(Object.prototype);
			expect(isObject({}) && 'value 0' in {}).toBe(false);
		}),
		runs(500),
	);
});

test('property: whatever a record holds, reading it throws nothing', () => {
	fc.assert(
		fc.property(fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom('body', 'cards', 'x'), fc.anything())), (expected) => {
			for (const { path } of readPlaceholders(expected)) expect(path.length).toBeGreaterThan(1);
		}),
	);
});
