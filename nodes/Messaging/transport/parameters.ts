import type { IExecuteFunctions } from 'n8n-workflow';

import type { InvalidInput } from '../contract/invalidInput';
import { at, isObject, text, type JsonObject } from '../contract/json';
import type { Result } from '../contract/result';
import { readBinary, type BinaryFile } from './binary';

/**
 * The parameters of the node for one item, with its expressions resolved. A parameter that the
 * node doesn't show reads as nothing.
 */
export interface Parameters {
	readonly itemIndex: number;
	/** The item's own JSON. */
	readonly input: JsonObject;
	/** As given: a string, a number, an object, or undefined. */
	value(name: string): unknown;
	/** A list's or a field's value as text; undefined when it is blank. */
	text(name: string): string | undefined;
	/** A collection; empty when nothing was added to it. */
	collection(name: string): JsonObject;
	/** The file in the binary field that a parameter names. */
	binary(name: string): Result<BinaryFile, InvalidInput>;
}

/** The parameters of the node by item index. */
export type ParameterReader = (itemIndex: number) => Parameters;

/**
 * Reads the node's parameters for one run. What holds no expression is the same for every item and
 * is asked for once: n8n copies and checks a parameter anew each time.
 */
export function openParameters(context: IExecuteFunctions): ParameterReader {
	const given = context.getNode().parameters;
	const fixed = new Map<string, unknown>();
	const read = (name: string, itemIndex: number): unknown =>
		context.getNodeParameter(name, itemIndex, undefined, { extractValue: true });
	const items = context.getInputData();
	function valueOf(name: string, itemIndex: number): unknown {
		if (fixed.has(name)) return fixed.get(name);
		const field = fieldOfItem(given[name], items[itemIndex]?.json);
		if (field !== undefined) return field;
		const value = read(name, itemIndex);
		if (!holdsExpression(given[name])) fixed.set(name, value);
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
			binary: (name) => readBinary(context, itemIndex, text(value(name))),
		};
	};
}

/** `={{ $json.name }}` and `={{ $json["full name"] }}`, as the editor writes them when a field is dragged in. */
const fieldExpression = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"\\]+)"\]|\['([^'\\]+)'\])\s*\}\}$/;

/**
 * What such an expression gives for an item that holds the field as a text or a number; undefined for
 * everything else, which n8n has to work out. Its own way takes about as long as sending the message.
 */
function fieldOfItem(parameter: unknown, item: JsonObject | undefined): string | number | undefined {
	const parts = typeof parameter === 'string' ? fieldExpression.exec(parameter) : null;
	const name = parts?.[1] ?? parts?.[2] ?? parts?.[3];
	// n8n refuses names such as `constructor`.
	const value = name === undefined || name in {} ? undefined : at(item, name);
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** n8n marks an expression by the equals sign it begins with, at any depth of a parameter. */
function holdsExpression(parameter: unknown): boolean {
	if (typeof parameter === 'string') return parameter.startsWith('=');
	if (typeof parameter !== 'object' || parameter === null) return false;
	return Object.values(parameter).some(holdsExpression);
}
