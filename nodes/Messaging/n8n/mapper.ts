import { isExpression } from 'n8n-workflow';

import { at, isObject, type JsonObject } from '../text/json';
import type { InParts, PartsReader } from './expressionParts';
import { type plainField, plainValue } from './plainField';

/** Reads a parameter through n8n by its path. n8n evaluates its expressions. */
type ReadParameter = (path: string, itemIndex: number) => unknown;

/** A mapper's columns for an item. */
interface Columns {
	/** The same as n8n's, or undefined if n8n must read the whole mapper. */
	readonly values: JsonObject | undefined;
	/** What each `{{ }}` gives in the columns that are words with expressions. */
	readonly parts: Readonly<Record<string, InParts['parts']>>;
}

/**
 * Reads a mapper's columns one by one: plain fields from the item, words with expressions part by part, the others
 * through n8n. n8n itself can only evaluate all columns together, which takes longer, and shows no parts. Gives no reader
 * if there is nothing to read so.
 */
export function columnReader(
	name: string,
	mapper: unknown,
	items: ReadonlyArray<{ readonly json: unknown }>,
	read: ReadParameter,
	partsOf: (expression: string) => PartsReader,
	fieldOf: typeof plainField,
): ((itemIndex: number) => Columns) | undefined {
	const given = at(mapper, 'value');
	if (!isObject(given) || !isReadByColumn(mapper, given, (content) => fieldOf(content) !== undefined || (isExpression(content) && partsOf(content).isJoined))) return undefined;
	const columns = Object.entries(given).flatMap(([id, content]): Column[] => {
		// A column that was never filled in.
		if (content === null) return [];
		if (!isExpression(content)) return [{ id, read: () => ({ value: content }) }];
		const field = fieldOf(content);
		if (field !== undefined) return [{ id, read: (index) => ({ value: plainValue(items[index]?.json, field) }) }];
		const { isJoined, read: readParts } = partsOf(content);
		if (isJoined) return [{ id, isJoined, read: (index) => unlessRefused(() => asN8n(readParts(index))) }];
		const path = `${name}.value["${id.replace(/["\\]/g, '\\$&')}"]`;
		return [{ id, read: (index) => unlessRefused(() => ({ value: read(path, index) })) }];
	});
	return (itemIndex) => {
		const values: Record<string, unknown> = {};
		const parts: Record<string, InParts['parts']> = {};
		let isSame = true;
		for (const column of columns) {
			// The others are then read with the whole mapper.
			if (!isSame && column.isJoined !== true) continue;
			const found = column.read(itemIndex);
			// n8n converts other values, such as dates to text.
			isSame &&= isSimple(found.value);
			values[column.id] = found.value;
			if (found.parts !== undefined) parts[column.id] = found.parts;
		}
		return { values: isSame ? values : undefined, parts };
	};
}

interface Column {
	readonly id: string;
	/** Whether it is words with expressions. */
	readonly isJoined?: boolean;
	read(itemIndex: number): Partial<InParts>;
}

const asN8n = ({ value, parts, isAsN8n }: ReturnType<PartsReader['read']>): Partial<InParts> => ({ value: isAsN8n ? value : undefined, parts });

/** Whether reading the columns one by one gives the same result as n8n, and saves time or shows parts. */
function isReadByColumn(mapper: unknown, given: JsonObject, isWorthIt: (content: unknown) => boolean): boolean {
	const schema = at(mapper, 'schema');
	// n8n converts a value to the type of its column.
	const isText = !Array.isArray(schema) || schema.every((column) => (at(column, 'type') ?? 'string') === 'string');
	const contents = Object.values(given);
	return (
		isText &&
		!Object.hasOwn(given, '__proto__') &&
		contents.every((content) => content === null || isSimple(content)) &&
		contents.some(isWorthIt) &&
		// An expression can refer to the other columns.
		!contents.some((content) => isExpression(content) && /\$(raw)?parameter/i.test(content))
	);
}

/** Undefined if n8n refuses the column; reading the whole mapper then gives n8n's own error. */
function unlessRefused(read: () => Partial<InParts>): Partial<InParts> {
	try {
		return read();
	} catch {
		return {};
	}
}

const isSimple = (value: unknown): value is string | number | boolean =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
