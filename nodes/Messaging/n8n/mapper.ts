import { at, isObject, type JsonObject } from '../contract/json';
import { plainField, plainValue } from './plainField';

/** Reads a parameter through n8n by its path, with its expressions worked out. */
type ReadParameter = (path: string, itemIndex: number) => unknown;

/** Reads what the columns of a mapper hold for one item; undefined where n8n has to read them together. */
export type ColumnReader = (itemIndex: number) => JsonObject | undefined;

/**
 * Reads a mapper's columns one by one: those that are plain fields from the item, the others through
 * n8n, which works out all columns of a mapper or none. Gives n8n's own result or nothing at all;
 * undefined where nothing is gained.
 */
export function columnReader(
	name: string,
	mapper: unknown,
	items: ReadonlyArray<{ readonly json: unknown }>,
	read: ReadParameter,
): ColumnReader | undefined {
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
			// Of all else n8n makes something of its own: in a mapper a date becomes a text.
			if (!isSimple(value)) return undefined;
			values[id] = value;
		}
		return values;
	};
}

/** Whether the columns are filled in so that reading them one by one gives the same and gains time. */
function isReadByColumn(mapper: unknown, given: JsonObject): boolean {
	const schema = at(mapper, 'schema');
	// n8n turns values into the type of their column.
	const isText = !Array.isArray(schema) || schema.every((column) => (at(column, 'type') ?? 'string') === 'string');
	const contents = Object.values(given);
	return (
		isText &&
		!Object.hasOwn(given, '__proto__') &&
		contents.every((content) => content === null || isSimple(content)) &&
		contents.some((content) => plainField(content) !== undefined) &&
		// An expression can refer to the columns beside it.
		!contents.some((content) => isExpression(content) && /\$(raw)?parameter/i.test(content))
	);
}

/** Undefined where n8n refuses: its error comes of reading the whole. */
function unlessRefused(read: ReadParameter, path: string, itemIndex: number): unknown {
	try {
		return read(path, itemIndex);
	} catch {
		return undefined;
	}
}

const isSimple = (value: unknown): value is string | number | boolean =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** n8n marks an expression by the equals sign it begins with. */
export const isExpression = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=');
