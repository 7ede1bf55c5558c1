import { firstText, isObject, type JsonObject } from '../text/json';

/** One value that a template expects. */
export interface Placeholder {
	/** The path of the value in the API's `variables`: `['body', 'first_name']`, `['cards', '1', 'body', 'name']`. */
	readonly path: readonly string[];
	/** A sample value from the template's author. */
	readonly example: string | undefined;
	/** A better name for the value than its path gives, if one is known. */
	readonly title?: string;
	/** The label of the button whose link ends in this value, if the record has it. */
	readonly button?: string;
	/** Set if the node may fill in the value itself: the link of a question. */
	readonly mayBeLink?: true;
}

/** The keys of a card's media and product with their names in the panel. They stand in a card outside of its sections. */
export const cardKeys = {
	media_url: 'Media URL',
	media_id: 'Media ID',
	product_retailer_id: 'Product ID',
} as const;

/** A placeholder with its value. */
export interface FilledPlaceholder {
	readonly placeholder: Placeholder;
	readonly value: string;
}

/**
 * The ID of a placeholder's column in saved workflows: `body.first_name`, `cards.1.body.name`. A dot in a
 * section's name is escaped, so that no two placeholders share a column; a dot in a key needs no escape.
 */
export const columnId = ({ path }: Placeholder): string =>
	[...path.slice(0, -1).map((part) => part.replace(/[.\\]/g, '\\$&')), ...path.slice(-1)].join('.');

/** The column that shows the template's text has one of these IDs. No placeholder has one, since theirs begin with a section. */
export const messageColumns: readonly [usual: string, other: string] = ['message', 'message2'];

/** A property of that column: whether the template's header shows an image, a video or a document. */
export const mediaHeaderMark = 'hasMediaHeader';

/** Properties of that column: of which template and language the fields are. The language is empty if they are of several. */
export const templateMark = 'ofTemplate';
export const languageMark = 'ofLanguage';

/** The key of a placeholder: its `param_name` as a string. */
export const placeholderKey = (placeholder: Placeholder): string => placeholder.path.at(-1) ?? '';

/** The order in which a person reads a message. */
const readingOrder = ['header', 'body', 'buttons', 'cards'];

const rank = (section: string): number =>
	readingOrder.includes(section) ? readingOrder.indexOf(section) : readingOrder.length;

/** The sections of a message or a card in the order in which a person reads them. Unknown sections come last. */
export const inReadingOrder = (sections: JsonObject): Array<[section: string, entries: unknown]> =>
	Object.entries(sections).sort(([a], [b]) => rank(a) - rank(b));

/** The placeholders in the list of one section. `path` is the section's path; numeric keys are sorted as numbers. */
export function readSection(path: readonly string[], entries: unknown): Placeholder[] {
	if (!Array.isArray(entries)) return [];
	const found = entries.map((entry: unknown, place) => {
		const record = isObject(entry) ? entry : { param_name: entry };
		const key = firstText(record.param_name, record.index, record.position) ?? String(place + 1);
		return { path: [...path, key], example: readExample(record.example) };
	});
	const numeric = found.every((one) => /^\d+$/.test(placeholderKey(one)));
	return numeric ? found.sort((a, b) => Number(placeholderKey(a)) - Number(placeholderKey(b))) : found;
}

/** An example as text. It may be a string, a number, or an array of them, whose first counts. */
export function readExample(value: unknown): string | undefined {
	return Array.isArray(value) ? readExample(value[0]) : firstText(value);
}

/*
 * A card's media is given by URL or by ID. Where the record names both, exactly one is needed.
 */

const others: Readonly<Record<string, string>> = { media_url: 'media_id', media_id: 'media_url' };

/** Whether a placeholder is the media of a card, by URL or by ID. */
export const isCardMedia = (placeholder: Placeholder): boolean =>
	placeholder.path[0] === 'cards' && Object.hasOwn(others, placeholderKey(placeholder));

/** The index of the other placeholder for the same card's media; undefined if there is none. */
export function otherMedia(placeholder: Placeholder, placeByPath: ReadonlyMap<string, number>): number | undefined {
	if (!isCardMedia(placeholder)) return undefined;
	const wanted = others[placeholderKey(placeholder)] ?? '';
	return placeByPath.get(JSON.stringify([...placeholder.path.slice(0, -1), wanted]));
}
