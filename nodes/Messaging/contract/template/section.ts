import { firstText, isObject, type JsonObject } from '../json';

/** One value that a template expects. */
export interface Placeholder {
	/** Where the value stands in the API's `variables`: `['body', 'first_name']`, `['cards', '1', 'body', 'name']`. */
	readonly path: readonly string[];
	/** A sample value of the template's author. */
	readonly example: string | undefined;
	/** What the value is, where that is known better than its path says it. */
	readonly title?: string;
	/** The words on the button whose link the value ends, where the record shows them. */
	readonly button?: string;
	/** Set where the node may fill it itself, with the link of a question. */
	readonly mayBeLink?: true;
}

/** A placeholder, and what stands in it. */
export interface FilledPlaceholder {
	readonly placeholder: Placeholder;
	readonly value: string;
}

/**
 * The id that a placeholder's column has in saved workflows: `body.first_name`, `cards.1.body.name`.
 * A dot in a key is as good as any character; one in a section's name is marked, so that no two
 * placeholders share a column.
 */
export const columnId = ({ path }: Placeholder): string =>
	[...path.slice(0, -1).map((part) => part.replace(/[.\\]/g, '\\$&')), ...path.slice(-1)].join('.');

/** The column that shows the template's text. No placeholder has it, since a section stands before each key. */
export const messageColumn = 'message';

/** What that column says besides: whether the template's header shows an image, a video or a document. */
export const mediaHeaderMark = 'hasMediaHeader';

/** The key of a placeholder: its `param_name` as a string. */
export const placeholderKey = (placeholder: Placeholder): string => placeholder.path.at(-1) ?? '';

/** The order in which a person reads a message. */
const readingOrder = ['header', 'body', 'buttons', 'cards'];

const rank = (section: string): number =>
	readingOrder.includes(section) ? readingOrder.indexOf(section) : readingOrder.length;

/** The sections of a message or a card as a person reads them; sections nobody has heard of come last. */
export const inReadingOrder = (sections: JsonObject): Array<[section: string, entries: unknown]> =>
	Object.entries(sections).sort(([a], [b]) => rank(a) - rank(b));

/** The placeholders of one section's list, which stands at `path`; numeric keys sort as numbers. */
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

/** An example as text: a string, a number, or the first that an array holds. */
export function readExample(value: unknown): string | undefined {
	return Array.isArray(value) ? readExample(value[0]) : firstText(value);
}
