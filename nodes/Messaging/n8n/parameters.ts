import { type IExecuteFunctions, type INodeProperties, isExpression } from 'n8n-workflow';

import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import type { BinaryFile } from '../request/attachments';
import { at, isMissing, isObject, type JsonObject, text } from '../text/json';
import { once, onceForEach } from '../text/once';
import { describeValue } from '../text/wording';
import { readBinary } from './binary';
import { type InParts, partsReader } from './expressionParts';
import { columnReader } from './mapper';
import { plainField, plainValue } from './plainField';
import { isShortCutRight } from './shortCut';

/**
 * The name of a field in the collection `Name`. `P` is an element of a list of properties that is declared
 * `as const satisfies INodeProperties[]`, so that a name which is not in the list does not compile. With
 * `INodeProperties` itself any name compiles.
 */
export type FieldName<P extends INodeProperties, Name> =
	Extract<P, { name: Name }> extends { options: ReadonlyArray<{ name: infer Field extends string }> }
		? [Extract<P, { name: Name }>] extends [never]
			? string
			: Field
		: string;

/**
 * The parameters of the node for one item, with their expressions evaluated. A parameter that the node does
 * not show is undefined. `P` is the type of the properties that can be read.
 */
export interface Parameters<P extends INodeProperties = INodeProperties> {
	readonly itemIndex: number;
	/** The item's own JSON. */
	readonly input: JsonObject;
	/** The value as n8n gives it: a string, a number, an object, or undefined. */
	value(name: P['name']): unknown;
	/** The value as text; undefined when it is blank. */
	text(name: P['name']): string | undefined;
	/** A collection; empty when the user added no field to it. */
	collection<Name extends P['name']>(name: Name): Readonly<Partial<Record<FieldName<P, Name>, unknown>>>;
	/** Whether the user added a field to a collection, also an empty one. */
	hasField<Name extends P['name']>(collection: Name, field: FieldName<P, Name>): boolean;
	/** One field of a collection; undefined when it was not added. The other fields are not evaluated. */
	field<Name extends P['name']>(collection: Name, field: FieldName<P, Name>): unknown;
	/**
	 * One field of a collection as text, and what each `{{ }}` in it gives. A field without an expression has no
	 * parts; one that was not added has no value either.
	 */
	parts<Name extends P['name']>(collection: Name, field: FieldName<P, Name>): InParts;
	/**
	 * A parameter, or a field of a collection, exactly as n8n gives it, and what each `{{ }}` in it gives.
	 * @param written an expression in place of the parameter's own
	 */
	inParts<Name extends P['name']>(name: Name, field?: FieldName<P, Name>, written?: string): InParts;
	/** Whether an expression gives its value, or what it has at a path. */
	isExpression(name: P['name'], ...path: readonly string[]): boolean;
	/** The values of a mapper's columns; undefined with automatic mapping from the input item. */
	mapped(name: P['name']): JsonObject | undefined;
	/** What each `{{ }}` gives in those columns of a mapper that are words with expressions, by column. */
	mappedParts(name: P['name']): Readonly<Record<string, InParts['parts']>>;
	/** The IDs of the columns that a mapper has in the panel, as the editor keeps them; undefined if it keeps none. */
	shownColumns(name: P['name']): ReadonlySet<unknown> | undefined;
	/** A property of a mapper's first column, as the editor keeps it. */
	firstColumn(name: P['name'], property: string): unknown;
	/** The file whose field the parameter names, or that its expression gives. */
	binary(name: P['name']): Result<BinaryFile, Failure>;
}

/** The parameters of the node by item index. */
export type ParameterReader = (itemIndex: number) => Parameters;

/**
 * Reads the node's parameters for one run. A parameter without expressions is the same for every item and
 * is read once, since n8n copies and checks a parameter at each read.
 */
export function openParameters(context: IExecuteFunctions): ParameterReader {
	const given = context.getNode().parameters;
	const items = context.getInputData();
	const isRight = isShortCutRight(context);
	const fieldOf: typeof plainField = (expression) => (isRight ? plainField(expression) : undefined);
	const read = (name: string, itemIndex: number): unknown =>
		context.getNodeParameter(name, itemIndex, undefined, { extractValue: !name.includes('.') });
	const parameterAt = (name: string): unknown => at(given, ...name.split('.'));
	const readerOf = onceForEach((name): ((itemIndex: number) => unknown) => {
		const parameter = parameterAt(name);
		// n8n omits hidden parameters, and throws when one is read.
		if (parameter === undefined) return () => undefined;
		const field = fieldOf(parameter);
		if (field !== undefined) return (itemIndex) => plainValue(items[itemIndex]?.json, field) ?? read(name, itemIndex);
		if (holdsExpression(parameter)) return (itemIndex) => read(name, itemIndex);
		// The same for every item.
		return once(() => read(name, 0));
	});
	const evaluate = (expression: string, itemIndex: number): unknown => context.evaluateExpression(expression, itemIndex);
	const partsOf = onceForEach((expression) => partsReader(expression, items, evaluate, isRight));
	const columnsOf = onceForEach((name) => columnReader(name, parameterAt(name), items, read, partsOf, fieldOf));
	return (itemIndex) => {
		const value = (name: string): unknown => readerOf(name)(itemIndex);
		const fieldOf = (collection: string, field: string): unknown => value(`${collection}.${field}`);
		// An operation asks for the values, and for their parts.
		const columns = onceForEach((name) => columnsOf(name)?.(itemIndex));
		return {
			itemIndex,
			input: items[itemIndex]?.json ?? {},
			value,
			text: (name) => text(value(name)),
			collection(name) {
				const found = value(name);
				return isObject(found) ? found : {};
			},
			hasField: (collection, field) => Object.hasOwn(Object(at(given, collection)), field),
			field: fieldOf,
			parts(collection, field) {
				const expression = at(given, collection, field);
				return isExpression(expression) ? partsOf(expression).read(itemIndex) : { value: fieldOf(collection, field), parts: [] };
			},
			inParts(name, field, written) {
				const path = field === undefined ? [name] : [name, field];
				const expression = written ?? at(given, ...path);
				const whole = (): unknown => (written === undefined ? value(path.join('.')) : evaluate(written.slice(1), itemIndex));
				if (!isExpression(expression)) return { value: whole(), parts: [] };
				const { isJoined, read: readParts } = partsOf(expression);
				if (!isJoined) {
					const only = whole();
					return { value: only, parts: [{ expression: expression.slice(1), value: only }] };
				}
				const inParts = readParts(itemIndex);
				return inParts.isAsN8n ? inParts : { value: whole(), parts: inParts.parts };
			},
			isExpression: (name, ...path) => isExpression(at(given, name, ...path)),
			mapped(name) {
				if (at(given, name, 'mappingMode') === 'autoMapInputData') return undefined;
				const byColumn = columns(name)?.values;
				if (byColumn !== undefined) return byColumn;
				// Reads the values alone: the mapper also holds the list of all columns, which has no expressions.
				const hasValues = isObject(at(given, name, 'value'));
				const values = hasValues ? value(`${name}.value`) : at(value(name), 'value');
				return isObject(values) ? values : {};
			},
			mappedParts: (name) => columns(name)?.parts ?? {},
			shownColumns(name) {
				const schema = at(given, name, 'schema');
				return Array.isArray(schema) && schema.length > 0 ? new Set(schema.map((column) => at(column, 'id'))) : undefined;
			},
			firstColumn: (name, property) => at(given, name, 'schema', 0, property),
			binary: (name) => readBinary(context, itemIndex, value(name)),
		};
	};
}

/** Whether a parameter has an expression at any depth. */
function holdsExpression(parameter: unknown): boolean {
	if (isExpression(parameter)) return true;
	return typeof parameter === 'object' && parameter !== null && Object.values(parameter).some(holdsExpression);
}

/** A field of the panel that offers a list of values. */
interface OptionsField<Value extends string> {
	readonly displayName: string;
	readonly default: Value;
	readonly options: ReadonlyArray<{ readonly value: Value }>;
}

/**
 * Reads which of its values a field has. An expression can give any value: null, undefined and a blank text stand for the
 * default. A value that the field does not offer is refused, since a guess could send another message than the one that
 * is meant.
 */
export function readOption<const Value extends string>(field: OptionsField<Value>, given: unknown): Result<Value, Failure> {
	const value = isMissing(given) ? field.default : given;
	const chosen = field.options.find((option) => option.value === value);
	if (chosen !== undefined) return ok(chosen.value);
	return err(invalidInput(
		`'${field.displayName}' has an unknown value: ${describeValue(value)}`,
		`Use one of: ${field.options.map((option) => option.value).join(', ')}. Nothing was sent.`,
	));
}
