import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { readMapper, readOptionInParts, readText } from './parameterProbe.ts';

/** Names that n8n, JavaScript or a path through an object takes for something else. */
const special = [
	'constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'length', 'binding', 'arguments', 'caller',
	'mainModule', 'getPrototypeOf', 'globalThis', 'this', 'class', 'null', 'undefined', 'window', 'process', 'extend',
	'json', '$json', '$', 'E', '___n8n_data', '__sanitize', 'isEmpty', 'a.constructor', 'a. constructor', 'a.first()',
	'it\'s.first()', '$if(', 'a}}', '{{a', 'a"b', 'a\'b', 'a`b', 'a\\b', 'a\nb', 'a\u2028b', 'a\u200db', '0', '-1', 'a[0]',
	'a.b', ' a', 'a b', 'Größe', '日本', '👩‍👧', '\ud800', '="x"', '//', '/*', '',
];

const names = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom('name', 'city', '_private', 'x1') },
	{ weight: 3, arbitrary: fc.constantFrom(...special) },
	fc.string({ minLength: 1, maxLength: 8 }),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
	fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);

const simpleValues = fc.oneof(
	{ weight: 3, arbitrary: fc.string() },
	fc.string({ unit: 'binary' }),
	fc.constantFrom('={{ 1 + 1 }}', '{{ $json.name }}', '  padded  ', 'true', '', '007', '2026-01-02T03:04:05.000Z'),
	fc.double(),
	fc.integer(),
	fc.boolean(),
	fc.constantFrom(null, undefined),
);

const values = fc.oneof(
	{ weight: 7, arbitrary: simpleValues },
	fc.date({ noInvalidDate: true }),
	fc.array(fc.integer(), { maxLength: 2 }),
	fc.record({ name: fc.string() }),
);

const blank = fc.constantFrom('', ' ', '  ', '\n', '\t');
const access = [(name: string) => `.${name}`, (name: string) => `["${name}"]`, (name: string) => `['${name}']`];

/** An expression for a field, as it is dragged in or typed; of many names it is none that n8n can read. */
const fieldExpressions = (name: fc.Arbitrary<string>) =>
	fc.tuple(name, fc.constantFrom(...access), blank, blank).map(([field, of, before, after]) => `={{${before}$json${of(field)}${after}}}`);

/** Few names, so that most expressions find something in most items. */
const someNames = fc.uniqueArray(names, { minLength: 1, maxLength: 5 });

/** Items of several runs, as several branches bring them; now and then a field is inherited. */
function runsWith(fields: readonly string[], content: fc.Arbitrary<unknown> = values): fc.Arbitrary<INodeExecutionData[][]> {
	const json = fc
		.tuple(fc.dictionary(fc.constantFrom(...fields), content), fc.dictionary(fc.constantFrom(...fields), content, { maxKeys: 1 }), fc.nat(9))
		.map(([own, inherited, chance]): unknown => (chance === 0 ? Object.assign(Object.create(inherited), own) : own));
	const item = fc
		.tuple(json, fc.option(fc.nat(3), { nil: undefined }))
		// The engine takes whatever a node has put out, also what is no JSON.
		.map(([given, from]) => ({ json: given, ...(from === undefined ? {} : { pairedItem: { item: from } }) }) as INodeExecutionData);
	return fc.array(fc.array(item, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 });
}

/**
 * A field of the item gives what n8n makes of the expression, whatever the field is called and the item holds.
 * @param same throws where two values differ
 */
export const fieldProperty = (same: (ours: unknown, n8n: unknown) => void) =>
	fc.asyncProperty(
		someNames.chain((fields) => fc.tuple(fieldExpressions(fc.constantFrom(...fields)), runsWith(fields))),
		async ([expression, runs]) => {
			for (const { ours, n8n } of await readText(expression, ...runs)) same(ours, n8n);
		},
	);

/** Fixed text between expressions, with what escapes them and what looks like one. */
const fixedTexts = fc.oneof(
	fc.constantFrom('', '-', ' ', '{', '}', '}}', '\\', '\\\\', '\\{{', '\\}}', '$', '"', "'", '`', '\n', '=', '{{', '\\\\\\', 'a\\\\b', '.constructor'),
	fc.string({ maxLength: 4 }),
);

const otherExpressions = fc.constantFrom(
	'{{ 1 + 1 }}', '{{ null }}', '{{ undefined }}', '{{ 0 * -1 }}', '{{ 0 / 0 }}', '{{ false }}', '{{ "" }}', 
	'{{ { a: { b: 7 } }.a.b }}', '{{ "}" }}', '{{ "\\}}" }}', '{{ "\\}}\\}}" }}', '{{ "\\\\" }}', '{{ "{{" }}', '{{ `a${"b"}` }}', '{{ $json.name?.length }}',
	'{{ $json.none.at.all }}', '{{ "a b".replace(/ /g, "\\\\") }}', '{{ $itemIndex }}', '{{ $("nowhere").item }}', '{{ }}', '{{ 1; 2 }}', '{{ "A".toSnakeCase() }}',
	'{{ $if(true, "a", "b") }}', '{{ // nothing\n7 }}', '{{ $json.name',
);

/** n8n loses the text before escaped braces that end an expression. */
const endsEscaped = /\\(?:\{\{|\}\})$/;

/** n8n gives nothing for a call of its own functions right behind two backslashes. Ours keeps its value, which tells keys apart. */
const losesCall = /\\\\\{\{[^}]*(?:\$if|toSnakeCase)\(/;

/** n8n gives nothing at all if a part is no code, such as a private name. Ours gives the other parts, and this one as nothing. */
const isNoCode = /\{\{[^}]*\.#/;

/**
 * An expression that is read part by part gives what n8n joins of it, whatever stands between the parts. Dates
 * are joined as in JSON, and objects not at all.
 */
export const partsProperty = (same: (ours: unknown, n8n: unknown) => void) =>
	fc.asyncProperty(
		someNames.chain((fields) => {
			const field = fieldExpressions(fc.constantFrom(...fields)).map((expression) => expression.slice(1));
			const pieces = fc.array(fc.oneof(field, otherExpressions, fixedTexts), { maxLength: 5 });
			return fc.tuple(pieces.map((given) => `=${given.join('')}`).filter((given) => [endsEscaped, losesCall, isNoCode].every((known) => !known.test(given))), runsWith(fields, simpleValues));
		}),
		async ([expression, runs]) => {
			for (const { ours, n8n } of await readOptionInParts(expression, ...runs)) same(refusedOr(ours), refusedOr(n8n));
		},
	);

/** Of several expressions that can't be evaluated n8n names another one. It joins the source of a function, and refuses one alone. */
const refusedOr = (value: unknown): unknown =>
	(typeof value === 'object' && value !== null && 'refused' in value) || String(value).includes('[native code]') ? 'refused' : value;

/** What else stands in a column; the two that refer to other parameters give what n8n gives for the whole mapper. */
const otherContents = fc.oneof(
	fc.string(),
	fc.integer(),
	fc.boolean(),
	fc.constant(null),
	fc.constantFrom(
		'=', '=text', '={{ 1 + 1 }}', '={{ null }}', '={{ "a" + $itemIndex }}', '={{ DateTime.fromISO("2026-01-02", { zone: "utc" }) }}',
		'={{ new Date(0) }}', '={{ [$json.name] }}', '={{ $json.name }} and more', '={{ $json["name"] + "!" }}', '={{ $json.name.length }}',
		'={{ nothing.at.all }}', '={{ $("nowhere").item }}', '={{ $parameter["&body.name"] }}', '={{ $parameter.variables }}', '={{ ',
	),
);

const columnIds = fc.oneof(fc.constantFrom('body.name', 'body.1', 'cards.1.body.name', 'header.x'), names);

/** A mapper's columns give what n8n makes of all of them together; one that holds null is empty either way. */
export const mapperProperty = (same: (ours: unknown, n8n: unknown) => void) =>
	fc.asyncProperty(
		someNames.chain((fields) => {
			const plain = fieldExpressions(fc.constantFrom(...fields));
			const content = fc.oneof({ weight: 3, arbitrary: plain }, otherContents);
			const columns = fc.dictionary(columnIds, content, { minKeys: 1, maxKeys: 5 });
			return fc.tuple(columns, fc.constantFrom(undefined, 'string', 'string', 'number'), runsWith(fields));
		}),
		async ([given, type, runs]) => {
			const columns = type === 'number' ? runnableAsNumbers(given) : given;
			const schema = type === undefined ? [] : Object.keys(columns).map((id) => ({ id, displayName: id, type }));
			for (const { ours, n8n } of await readMapper(columns, schema, ...runs)) same(filled(ours), filled(n8n));
		},
	);

/** Leaves out what n8n can't run as numbers: fixed texts, and columns with names such as `constructor`. */
const runnableAsNumbers = (columns: INodeParameters): INodeParameters =>
	Object.fromEntries(
		Object.entries(columns).filter(([id, content]) => !(id in {}) && typeof content === 'string' && content.startsWith('=')),
	);

const filled = (columns: unknown): unknown =>
	Object.fromEntries(Object.entries(Object(columns)).filter(([, value]) => value !== null && value !== undefined));
