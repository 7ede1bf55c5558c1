/** How many characters of a service's text an error shows at most. */
export const longestText = 1_000;

/**
 * Cuts a text to `longest` characters; the last one is then an ellipsis. Mask secrets before: half of a
 * secret is not recognized any more.
 */
export const shorten = (text: string, longest: number): string =>
	text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;

/** How many characters of one part of a message (header, body, …) are shown at most: more than any service accepts. */
export const longestPart = 2_000;

/** How many entries of a list a text names. */
export const listedEntries = 20;

/** How many characters of a name an error shows at most. */
export const longestName = 100;

/** The first names of a list, each cut to `longestName`, and how many more there are. */
export function listNames(names: readonly string[], quote = ''): string {
	const shown = names.slice(0, listedEntries).map((name) => `${quote}${shorten(name, longestName)}${quote}`);
	const more = names.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The number of an item as people count rows, from 1; n8n counts places from 0. */
export const itemNumber = (index: number): string => (index + 1).toLocaleString('en-US');

/** "item 3", "items 3 and 5", "items 3, 5, 8 and 2 more", by their places in the input. */
export function nameItems(indexes: readonly number[], most = listedEntries): string {
	const numbers = indexes.slice(0, most).map(itemNumber);
	const more = indexes.length - numbers.length;
	const last = more > 0 ? `${more.toLocaleString('en-US')} more` : numbers.pop();
	return numbers.length === 0 ? `item ${last}` : `items ${numbers.join(', ')} and ${last}`;
}

/** The sentence with its first letter as a capital. */
export const capitalize = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** The sentence as it goes on after a colon. */
export const uncapitalize = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The message of what was thrown, which need not be an Error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The service's own words about an error as one text; undefined if it gave none. */
export function joinWords({ message, details }: { readonly message?: string | undefined; readonly details?: string | undefined }): string | undefined {
	const words = [message, details].filter((part) => part !== undefined);
	return words.length === 0 ? undefined : words.join(' – ');
}

/** What n8n writes for an object in a text. */
export const writtenObject = /\[object \w+\]/;

/** A value that an expression gave, as an error quotes it. */
export function describeValue(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null && !(value instanceof Date)) return 'an object';
	return `"${shorten(String(value), 50)}"`;
}
