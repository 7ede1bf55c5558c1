import type { IExecuteFunctions } from 'n8n-workflow';

import type { InvalidInput } from '../contract/invalidInput';
import { isObject, text, type JsonObject } from '../contract/json';
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

export function readParameters(context: IExecuteFunctions, itemIndex: number): Parameters {
	const value = (name: string): unknown =>
		context.getNodeParameter(name, itemIndex, undefined, { extractValue: true });
	return {
		itemIndex,
		input: context.getInputData()[itemIndex]?.json ?? {},
		value,
		text: (name) => text(value(name)),
		collection(name) {
			const given = value(name);
			return isObject(given) ? given : {};
		},
		binary: (name) => readBinary(context, itemIndex, text(value(name))),
	};
}
