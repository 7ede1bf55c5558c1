/** The most characters of a text of the service that an error shows. */
export const longestText = 1_000;

/**
 * A text of at most so many characters, its end replaced by an ellipsis where it is longer. A secret
 * must be masked before: the half of one that is cut through is not found any more.
 */
export const shorten = (text: string, longest: number): string =>
	text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;

/** How many of a list are named. */
const named = 20;

/** The first of several names, each in full where it can be, and how many more there are. */
export function listNames(names: readonly string[], quote = ''): string {
	const shown = names.slice(0, named).map((name) => `${quote}${shorten(name, 100)}${quote}`);
	const more = names.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A sentence that begins with a capital letter. */
export const capitalize = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** A value that an expression gave, as an error quotes it. */
export function describeValue(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null && !(value instanceof Date)) return 'an object';
	return `"${shorten(String(value), 50)}"`;
}
