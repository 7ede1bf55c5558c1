import { isObject } from '../json';
import { readCards } from './cards';
import { inReadingOrder, readSection, type Placeholder } from './section';

/** Values by section and key, as the API's `variables` object nests them. */
export interface NestedValues {
	[key: string]: string | NestedValues;
}

/**
 * The placeholders in a template record's `expected_variables` (API document, "variables object"), in
 * reading order. A missing value, `{}` and empty lists mean none. An entry that is listed twice counts once.
 */
export function readPlaceholders(expected: unknown): Placeholder[] {
	if (!isObject(expected)) return [];
	const found = inReadingOrder(expected).flatMap(([section, entries]) =>
		section === 'cards' ? readCards(entries) : readSection([section], entries),
	);
	return withoutRepeats(found);
}

/** In characters. The name of a section is part of each of its column IDs, so a huge one would fill the memory. */
const longestSectionName = 1_000;

/** Whether a section or a card has a name that is too long for a column. */
export function hasEndlessName(expected: unknown, depth = 2): boolean {
	if (Array.isArray(expected)) return expected.some((one: unknown) => isObject(one) && hasEndlessName(one, depth));
	if (!isObject(expected)) return false;
	return Object.entries(expected).some(
		([name, inner]) => name.length > longestSectionName || (depth > 0 && hasEndlessName(inner, depth - 1)),
	);
}

/** Keeps the first placeholder of each path, in the same order. */
function withoutRepeats(placeholders: readonly Placeholder[]): Placeholder[] {
	const byPath = new Map<string, Placeholder>();
	for (const placeholder of placeholders) {
		const path = JSON.stringify(placeholder.path);
		if (!byPath.has(path)) byPath.set(path, placeholder);
	}
	return [...byPath.values()];
}

/** Puts each value at its path. Keys are data: `__proto__` sets no prototype. */
export function nestValues(values: ReadonlyArray<readonly [readonly string[], string]>): NestedValues {
	const inner = new Map<string, Array<readonly [readonly string[], string]>>();
	const entries = new Map<string, string | NestedValues>();
	for (const [[key = '', ...rest], value] of values) {
		if (rest.length === 0) {
			entries.set(key, value);
			continue;
		}
		const group = inner.get(key) ?? [];
		group.push([rest, value]);
		inner.set(key, group);
		entries.set(key, {});
	}
	for (const [key, group] of inner) entries.set(key, nestValues(group));
	return Object.fromEntries(entries);
}
