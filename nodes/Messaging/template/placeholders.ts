import { groupBy } from '../text/groupBy';
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
	return [...groupBy(found, ({ path }) => JSON.stringify(path)).values()].flatMap((repeats) => repeats.slice(0, 1));
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

/** Puts each value at its path. Keys are data: `__proto__` sets no prototype. */
export function nestValues(values: ReadonlyArray<readonly [path: readonly string[], value: string]>): NestedValues {
	const byKey = groupBy(values, ([[key = '']]) => key);
	return Object.fromEntries(
		[...byKey].map(([key, group]) => {
			const inner = group.flatMap(([[, ...rest], value]) => (rest.length === 0 ? [] : [[rest, value] as const]));
			return [key, inner.length === 0 ? (group.at(-1)?.[1] ?? '') : nestValues(inner)];
		}),
	);
}

/** The texts in a `variables` object, by their path. */
export function valuesIn(variables: unknown, path: readonly string[] = []): Array<{ readonly name: string; readonly value: string }> {
	if (typeof variables === 'string') return [{ name: path.join('.'), value: variables }];
	return isObject(variables) ? Object.entries(variables).flatMap(([key, value]) => valuesIn(value, [...path, key])) : [];
}

/*
 * Reads `expected_variables.cards` (API document: structure not shown). Cards are keyed "by card position
 * as a string starting at 1". Three forms are read: a list of cards, cards keyed by position, and a flat
 * list whose entries name their card and section.
 */

/** The placeholders of a carousel, card by card. */
function readCards(cards: unknown): Placeholder[] {
	if (isObject(cards)) return readKeyed(Object.entries(cards));
	if (!Array.isArray(cards)) return [];
	if (cards.some((entry) => at(entry, 'param_name') !== undefined)) return readFlat(cards);
	return cards.flatMap((card: unknown, place) => readCard(positionOf(card) ?? String(place + 1), card));
}

const readKeyed = (cards: Array<[position: string, card: unknown]>): Placeholder[] =>
	cards.sort(([a], [b]) => Number(a) - Number(b)).flatMap(([position, card]) => readCard(position, card));

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
	const byCard = groupBy(entries.filter(isObject), (entry) => positionOf(entry) ?? '1');
	const sectionOf = ({ section }: JsonObject) => firstText(section)?.toLowerCase() ?? 'body';
	return readKeyed([...byCard].map(([position, card]) => [position, Object.fromEntries(groupBy(card, sectionOf))]));
}

function positionOf(entry: unknown): string | undefined {
	if (!isObject(entry)) return undefined;
	const given = firstText(entry.card, entry.position);
	if (given !== undefined) return given;
	const index = numberOf(entry.card_index);
	return Number.isInteger(index) ? String(index + 1) : undefined;
}
