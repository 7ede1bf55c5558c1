import { at, firstText, isObject, numberOf, type JsonObject } from '../json';
import { cardKeys, inReadingOrder, readExample, readSection, type Placeholder } from './section';

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
