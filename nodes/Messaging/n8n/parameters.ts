import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import { at, isObject, text, type JsonObject } from '../contract/json';
import type { Result } from '../contract/result';
import { readBinary, type BinaryFile } from './binary';
import { columnReader, isExpression, type ColumnReader } from './mapper';
import type { FieldName } from './parameterNames';
import { plainField, plainValue } from './plainField';

/**
 * The parameters of the node for one item, with its expressions resolved. A parameter that the
 * node doesn't show reads as nothing. `P` is the type of the properties it may be asked for.
 */
export interface Parameters<P extends INodeProperties = INodeProperties> {
	readonly itemIndex: number;
	/** The item's own JSON. */
	readonly input: JsonObject;
	/** As given: a string, a number, an object, or undefined. */
	value(name: P['name']): unknown;
	/** A list's or a field's value as text; undefined when it is blank. */
	text(name: P['name']): string | undefined;
	/** A collection; empty when nothing was added to it. */
	collection<Name extends P['name']>(name: Name): Readonly<Partial<Record<FieldName<P, Name>, unknown>>>;
	/** Whether a field was added to a collection, whatever it holds. */
	hasField<Name extends P['name']>(collection: Name, field: FieldName<P, Name>): boolean;
	/** One field of a collection, without working out the others; undefined when it was not added. */
	field<Name extends P['name']>(collection: Name, field: FieldName<P, Name>): unknown;
	/** What a mapper's columns hold; undefined where they are filled from the input item. */
	mapped(name: P['name']): JsonObject | undefined;
	/** The file in the binary field that a parameter names. */
	binary(name: P['name']): Result<BinaryFile, Failure>;
}

/** The parameters of the node by item index. */
export type ParameterReader = (itemIndex: number) => Parameters;

/**
 * Reads the node's parameters for one run. What holds no expression is the same for every item and
 * is asked for once: n8n copies and checks a parameter anew each time.
 */
export function openParameters(context: IExecuteFunctions): ParameterReader {
	const given = context.getNode().parameters;
	const items = context.getInputData();
	const sources = new Map<string, ParameterSource>();
	const fixed = new Map<string, unknown>();
	const read = (name: string, itemIndex: number): unknown =>
		context.getNodeParameter(name, itemIndex, undefined, { extractValue: !name.includes('.') });
	function sourceOf(name: string): ParameterSource {
		const known = sources.get(name);
		if (known !== undefined) return known;
		const parameter = at(given, ...name.split('.'));
		const source = {
			isShown: parameter !== undefined,
			isFixed: !holdsExpression(parameter),
			field: plainField(parameter),
			columns: columnReader(name, parameter, items, read),
		};
		sources.set(name, source);
		return source;
	}
	function valueOf(name: string, itemIndex: number): unknown {
		if (fixed.has(name)) return fixed.get(name);
		const { isShown, isFixed, field } = sourceOf(name);
		// n8n leaves it out, and throws for what is not there.
		if (!isShown) return undefined;
		const plain = field === undefined ? undefined : plainValue(items[itemIndex]?.json, field);
		if (plain !== undefined) return plain;
		const value = read(name, itemIndex);
		if (isFixed) fixed.set(name, value);
		return value;
	}
	return (itemIndex) => {
		const value = (name: string): unknown => valueOf(name, itemIndex);
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
			field: (collection, field) =>
				at(given, collection, field) === undefined ? undefined : value(`${collection}.${field}`),
			mapped(name) {
				if (at(given, name, 'mappingMode') === 'autoMapInputData') return undefined;
				const columns = sourceOf(name).columns?.(itemIndex);
				if (columns !== undefined) return columns;
				// Beside the values stands the list of all columns, with nothing in it to work out.
				const hasValues = isObject(at(given, name, 'value'));
				const values = hasValues ? value(`${name}.value`) : at(value(name), 'value');
				return isObject(values) ? values : {};
			},
			binary: (name) => readBinary(context, itemIndex, text(value(name))),
		};
	};
}

/** How the value of a parameter comes about, which is the same for all items. */
interface ParameterSource {
	/** The node shows it, given what else is chosen. */
	readonly isShown: boolean;
	/** It holds no expression. */
	readonly isFixed: boolean;
	/** The field of the item that it gives, where it is nothing but that. */
	readonly field: string | undefined;
	/** The columns of the mapper that it is, where they can be read one by one. */
	readonly columns: ColumnReader | undefined;
}

/** Whether there is an expression at any depth of a parameter. */
function holdsExpression(parameter: unknown): boolean {
	if (isExpression(parameter)) return true;
	return typeof parameter === 'object' && parameter !== null && Object.values(parameter).some(holdsExpression);
}
