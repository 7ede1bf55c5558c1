import { at, firstText, isObject, type JsonObject, numberOf } from '../text/json';
import { cardKeys, inReadingOrder, type Placeholder, readExample, readSection } from './section';

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

/*
 * Reads `expected_variables.cards` (API document: structure not shown). Cards are keyed "by card position
 * as a string starting at 1". Three forms are read: a list of cards, cards keyed by position, and a flat
 * list whose entries name their card and section.
 */

/** The placeholders of a carousel, card by card. */
export function readCards(cards: unknown): Placeholder[] {
	if (isObject(cards)) {
		return Object.entries(cards)
			.sort(([a], [b]) => Number(a) - Number(b))
			.flatMap(([position, card]) => readCard(position, card));
	}
	if (!Array.isArray(cards)) return [];
	if (cards.some((entry) => at(entry, 'param_name') !== undefined)) return readFlat(cards);
	return cards.flatMap((card: unknown, place) => readCard(positionOf(card) ?? String(place + 1), card));
}

/** A card is an object of sections; its media or product is a plain key beside them. */
function readCard(position: string, card: unknown): Placeholder[] {
	if (!isObject(card)) return [];
	const own = Object.keys(cardKeys)
		.filter((key) => Object.hasOwn(card, key) && !Array.isArray(card[key]))
		.map((key) => ({ path: ['cards', position, key], example: readExample(card[key]) }));
	const inSections = inReadingOrder(card).flatMap(([key, entries]) =>
		readSection(['cards', position, key], entries),
	);
	return [...own, ...inSections];
}

/** A flat list. An entry has `card` or `position` (from 1) or `card_index` (from 0), and `section` (default: the body). */
function readFlat(entries: readonly unknown[]): Placeholder[] {
	const byCard = new Map<string, Map<string, JsonObject[]>>();
	for (const entry of entries) {
		if (!isObject(entry)) continue;
		const position = positionOf(entry) ?? '1';
		const section = firstText(entry.section)?.toLowerCase() ?? 'body';
		const card = byCard.get(position) ?? new Map<string, JsonObject[]>();
		const listed = card.get(section);
		if (listed === undefined) card.set(section, [entry]);
		else listed.push(entry);
		byCard.set(position, card);
	}
	return [...byCard.entries()]
		.sort(([a], [b]) => Number(a) - Number(b))
		.flatMap(([position, card]) => readCard(position, Object.fromEntries(card)));
}

function positionOf(entry: unknown): string | undefined {
	if (!isObject(entry)) return undefined;
	const given = firstText(entry.card, entry.position);
	if (given !== undefined) return given;
	const index = numberOf(entry.card_index);
	return Number.isInteger(index) ? String(index + 1) : undefined;
}
