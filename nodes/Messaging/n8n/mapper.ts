import { isExpression } from 'n8n-workflow';

import { at, isObject, type JsonObject } from '../text/json';
import { plainField, plainValue } from './plainField';

/** Reads a parameter through n8n by its path. n8n evaluates its expressions. */
type ReadParameter = (path: string, itemIndex: number) => unknown;

/**
 * Reads a mapper's columns one by one: plain fields from the item, the others through n8n. n8n itself can
 * only evaluate all columns together, which takes longer. The result is the same as n8n's, or undefined if n8n
 * must read the whole mapper. Gives no reader if reading one by one saves no time.
 */
export function columnReader(
	name: string,
	mapper: unknown,
	items: ReadonlyArray<{ readonly json: unknown }>,
	read: ReadParameter,
): ((itemIndex: number) => JsonObject | undefined) | undefined {
	const given = at(mapper, 'value');
	if (!isObject(given) || !isReadByColumn(mapper, given)) return undefined;
	const columns = Object.entries(given).flatMap(([id, content]) => {
		// A column that was never filled in.
		if (content === null) return [];
		if (!isExpression(content)) return [{ id, valueFor: () => content }];
		const field = plainField(content);
		if (field !== undefined) return [{ id, valueFor: (index: number) => plainValue(items[index]?.json, field) }];
		const path = `${name}.value["${id.replace(/["\\]/g, '\\$&')}"]`;
		return [{ id, valueFor: (index: number) => unlessRefused(read, path, index) }];
	});
	return (itemIndex) => {
		const values: Record<string, unknown> = {};
		for (const { id, valueFor } of columns) {
			const value = valueFor(itemIndex);
			// n8n converts other values, such as dates to text.
			if (!isSimple(value)) return undefined;
			values[id] = value;
		}
		return values;
	};
}

/** Whether reading the columns one by one gives the same result as n8n and saves time. */
function isReadByColumn(mapper: unknown, given: JsonObject): boolean {
	const schema = at(mapper, 'schema');
	// n8n converts a value to the type of its column.
	const isText = !Array.isArray(schema) || schema.every((column) => (at(column, 'type') ?? 'string') === 'string');
	const contents = Object.values(given);
	return (
		isText &&
		!Object.hasOwn(given, '__proto__') &&
		contents.every((content) => content === null || isSimple(content)) &&
		contents.some((content) => plainField(content) !== undefined) &&
		// An expression can refer to the other columns.
		!contents.some((content) => isExpression(content) && /\$(raw)?parameter/i.test(content))
	);
}

/** Undefined if n8n refuses the column; reading the whole mapper then gives n8n's own error. */
function unlessRefused(read: ReadParameter, path: string, itemIndex: number): unknown {
	try {
		return read(path, itemIndex);
	} catch {
		return undefined;
	}
}

const isSimple = (value: unknown): value is string | number | boolean =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
