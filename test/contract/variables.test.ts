import fc from 'fast-check';
import { tryToParseDateTime } from 'n8n-workflow';

import { readPlaceholders } from '../../nodes/Messaging/template/placeholders';
import { readPlaceholderValue } from '../../nodes/Messaging/template/placeholderValue';
import { at } from '../../nodes/Messaging/text/json';
import { fillFromInput, readVariablesJson, type VariablesResult } from '../../nodes/Messaging/template/variables';
import { runs } from '../support/propertyRuns';

const entries = (...names: Array<string | number>) => names.map((param_name) => ({ param_name }));
const named = readPlaceholders({ header: entries('order_id'), body: entries('first_name', 'status') });
const sameKeys = readPlaceholders({ header: entries(1), body: entries(1, 2) });
const carousel = readPlaceholders({ body: entries('name'), cards: [{ body: entries('name') }, { body: entries('name') }] });

const variables = (value: unknown) => ({ ok: true, value });

/** What a refusal says, as a person reads it: the message names the field as the panel shows it, the description the way out. */
function words(reading: VariablesResult): string {
	if (reading.ok) throw new Error('It was not refused');
	const { message, description } = reading.error;
	expect(message).toContain("'Placeholders of the Template'");
	expect(description.trim()).not.toBe('');
	return `${message} ${description}`;
}

describe('values from input columns', () => {
	const filled = variables({ header: { order_id: 'A-7' }, body: { first_name: 'Ada', status: 'packed' } });

	const taken = (key: string, input: Record<string, unknown>) => {
		const read = fillFromInput(readPlaceholders({ body: entries(key) }), input);
		return read.ok ? at(read.value, 'body', key) : undefined;
	};

	test.each([
		['the column ids', { 'header.order_id': 'A-7', 'body.first_name': 'Ada', 'body.status': 'packed' }],
		['the keys alone', { order_id: 'A-7', first_name: 'Ada', status: 'packed' }],
		['the column id before the key', { order_id: 'A-7', first_name: 'Ada', status: 'x', 'body.status': 'packed' }],
		['more columns than needed', { order_id: 'A-7', first_name: 'Ada', status: 'packed', phone: 7, other: null }],
	])('are found by %s', (_rule, input) => {
		expect(fillFromInput(named, input)).toEqual(filled);
	});

	test('a key that several placeholders have is not taken alone', () => {
		const said = words(fillFromInput(sameKeys, { '1': 'Ada', '2': 'packed' }));
		expect(said).toContain("'header.1', 'body.1'");
		expect(said).not.toContain("'2'");
		expect(fillFromInput(sameKeys, { 'header.1': 'A-7', 'body.1': 'Ada', '2': 'packed' })).toEqual(
			variables({ header: { '1': 'A-7' }, body: { '1': 'Ada', '2': 'packed' } }),
		);
		expect(words(fillFromInput(carousel, { name: 'Ada' }))).toContain("'cards.2.body.name'");
	});

	test('keys that differ by letter case alone each get their own column', () => {
		const cased = readPlaceholders({ body: entries('Name', 'name') });
		const expected = variables({ body: { Name: 'Ada', name: 'ada' } });
		expect(fillFromInput(cased, { 'body.Name': 'Ada', 'body.name': 'ada' })).toEqual(expected);
		expect(fillFromInput(cased, { 'body.name': 'ada', 'body.Name': 'Ada' })).toEqual(expected);
		expect(words(fillFromInput(cased, { 'body.name': 'ada' }))).toContain('body.Name');
		expect(words(fillFromInput(cased, { name: 'ada' }))).toContain('body.Name');
	});

	test('the column written exactly like the key comes before others, of which none is taken if several fit alike', () => {
		expect(taken('name', { NAME: 'ANALYTICS', name: 'Ada' })).toBe('Ada');
		expect(taken('name', { name: 'Ada', NAME: 'ANALYTICS' })).toBe('Ada');
		expect(taken('name', { NAME: 'Ada', Name: 'Bob' })).toBeUndefined();
	});

	test('a missing, blank or structured column is refused by name', () => {
		const said = words(fillFromInput(named, { order_id: ' ', first_name: ['Ada'] }));
		for (const name of ["'order_id'", "'first_name'", "'status'"]) expect(said).toContain(name);
	});

	test.each([
		['first_name', ['First Name', 'firstName', 'first-name', 'FIRST_NAME', 'FirstName', 'firstname', ' first  name ', 'Given Name', 'given_name', 'Forename']],
		['last_name', ['Surname', 'familyName', 'Last Name']],
		['phone', ['Phone Number', 'phone_number', 'Telephone', 'Tel']],
		['mobile', ['Mobile Number', 'mobilePhone', 'Cell', 'cell phone number']],
		['email', ['E-Mail', 'Email Address', 'eMail']],
	])('%s takes a column in a usual spelling', (key, columns) => {
		for (const column of columns) expect([column, taken(key, { [column]: 'x', other: 'y' })]).toEqual([column, 'x']);
	});

	test.each([
		['first_name', ['name', 'full_name', 'last_name', 'first', 'first_names', 'first_name_of_child', 'nickname']],
		['name', ['first_name', 'Given Name', 'company name', 'Surname']],
		['phone', ['mobile', 'fax', 'home phone', 'shop_phone', 'phone_2', 'smartphone']],
		['mobile', ['phone', 'Telephone', 'automobile', 'mobile_2']],
	])('%s takes no column whose name says something else', (key, columns) => {
		for (const column of columns) expect([column, taken(key, { [column]: 'x' })]).toEqual([column, undefined]);
	});

	test('a column of the same name comes before one in another spelling, and of several other spellings none is taken', () => {
		expect(taken('first_name', { 'First Name': 'a', FIRST_NAME: 'b', given_name: 'c' })).toBe('b');
		expect(taken('first_name', { 'First Name': 'a', given_name: 'c' })).toBeUndefined();
		const two = readPlaceholders({ body: entries('first_name', 'given_name') });
		expect(words(fillFromInput(two, { 'First Name': 'Ada' }))).toContain("'first_name', 'given_name'");
	});

	const part = fc.stringMatching(/^[a-z]{2,6}$/);
	const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
	const spellings: ReadonlyArray<(parts: readonly string[]) => string> = [
		(parts) => parts.join('_'),
		(parts) => parts.join('-'),
		(parts) => parts.join(' ').toUpperCase(),
		(parts) => parts.map(capital).join(' '),
		(parts) => parts.map(capital).join(''),
		(parts) => parts.map((one, place) => (place === 0 ? one : capital(one))).join(''),
	];

	test('property: whatever the words are, their usual spellings are one name, and other words are another', () => {
		const spelled = fc.constantFrom(...spellings);
		fc.assert(
			fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), fc.array(part, { minLength: 1, maxLength: 3 }), spelled, spelled, (some, others, one, other) => {
				expect(taken(one(some), { [other(some)]: 'x' })).toBe('x');
				if (some.join('') !== others.join('')) expect(taken(one(some), { [other(others)]: 'x' })).toBeUndefined();
			}),
			runs(1_000),
		);
	});

	test('property: of any two names only letter case, blanks, dashes and underscores may differ, unless they are known to mean the same', () => {
		const known = /^(first|given|fore|last|family|sur)?name$|^(phone|telephone|mobile|mobilephone|cell|cellphone)(number)?$|^tel$|^email(address)?$/;
		const bare = (name: string) => name.toLowerCase().replace(/[\s_-]+/gu, '');
		const name = fc.oneof(fc.string({ minLength: 1, maxLength: 4 }), fc.constantFrom('a b', 'a_b', 'aB', 'a.b', 'a1', 'a 1', '1', '_1', 'phone', 'name', 'firstName'));
		fc.assert(
			fc.property(name, name, (key, column) => {
				if (taken(key, { [column]: 'x' }) === undefined || known.test(bare(key))) return;
				expect(bare(column)).toBe(bare(key));
			}),
			runs(2_000),
		);
	});

	test('names of JavaScript are nobody’s columns, and a template without placeholders takes none', () => {
		const odd = readPlaceholders({ body: entries('constructor', '__proto__') });
		expect(words(fillFromInput(odd, {}))).toContain('constructor');
		expect(fillFromInput([], { name: 'Ada' })).toEqual(variables(undefined));
	});
});

test.each<[unknown]>([[''], ['  '], ['{}'], [{}], [null], [undefined]])('%j as JSON is no variables', (value) => {
	expect(readVariablesJson(value, [])).toEqual(variables(undefined));
	expect(readVariablesJson(value, undefined)).toEqual(variables(undefined));
});

test('a number in JSON keeps the digits that were written, also where it belongs to no placeholder', () => {
	const prices = readPlaceholders({ body: entries('price', 'id', 'small', 'none') });
	const written = '{ "body": { "price": 19.90, "id": 12345678901234567890, "small": 1e-7, "none": -0, "more": 19.90 }, "footer": { "a": 7, "b": 1.5, "c": [0.10, 123456789012345678.5] } }';
	const footer = { a: 7, b: 1.5, c: ['0.10', '123456789012345678.5'] };
	expect(readVariablesJson(written, prices)).toEqual(
		variables({ body: { price: '19.90', id: '12345678901234567890', small: '0.0000001', none: '0', more: '19.90' }, footer }),
	);
	expect(readVariablesJson(written, undefined)).toMatchObject(variables({ body: { price: '19.90', small: 1e-7 }, footer }));
});

describe('a value becomes the text that a person expects to read', () => {
	const writtenByN8n = '2026-11-20T10:00:00.000+01:00';

	test.each<[unknown, string]>([
		[' Ada ', ' Ada '],
		['Cell #N/A', 'Cell #N/A'],
		[12.5, '12.5'],
		[0, '0'],
		[-0, '0'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		[1e-7, '0.0000001'],
		[12345678901234567890n, '12345678901234567890'],
		[false, 'false'],
		[new Date(Date.UTC(2026, 10, 20, 10, 0, 0)), '2026-11-20T10:00:00.000Z'],
		[tryToParseDateTime(writtenByN8n), writtenByN8n],
	])('%p is %s', (value, expected) => {
		expect(readPlaceholderValue(value)).toBe(expected);
	});

	test('and what cannot stand in a message is none', () => {
		const noDates = [new Date(NaN), tryToParseDateTime('2026-11-20').setZone('no/where'), { toISO: 'today' }];
		const ofSpreadsheets = ['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', ' #ERROR! '];
		for (const value of [null, undefined, '', ' \n\t ', NaN, ['Ada'], { name: 'Ada' }, `Dear ${String({ name: 'Ada' })}`, Symbol('Ada'), ...noDates, ...ofSpreadsheets]) {
			expect(readPlaceholderValue(value)).toBeUndefined();
		}
		// Its last digits were lost before it came here.
		for (const value of [2 ** 53, -(2 ** 53), 1.2345678901234567e19, 1e21]) expect(readPlaceholderValue(value)).toBeUndefined();
	});

	// Seventeen digits tell every double apart, and twenty of them after the point are written.
	test('property: a number reads back as the same number, and never has an exponent', () => {
		const exact = (n: number) => n === 0 || (Math.abs(n) >= 1e-4 && Math.abs(n) <= Number.MAX_SAFE_INTEGER);
		const large = fc.double({ noNaN: true, noDefaultInfinity: true }).filter(exact);
		const small = fc.double({ min: -1, max: 1, noNaN: true }).filter(exact);
		fc.assert(
			fc.property(fc.oneof(large, small, fc.integer()), (n) => {
				const read = readPlaceholderValue(n);
				expect(read).toMatch(/^-?\d+(\.\d+)?$/);
				expect(Number(read)).toBe(n === 0 ? 0 : n);
			}),
		);
	});
});
