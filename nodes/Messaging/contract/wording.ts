/** How many characters of a service's text an error shows at most. */
export const longestText = 1_000;

/**
 * Cuts a text to `longest` characters; the last one is then an ellipsis. Mask secrets before: half of a
 * secret is not recognized any more.
 */
export const shorten = (text: string, longest: number): string =>
	text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;

/** How many entries of a list a text names. */
const named = 20;

/** The first names of a list, each cut to 100 characters, and how many more there are. */
export function listNames(names: readonly string[], quote = ''): string {
	const shown = names.slice(0, named).map((name) => `${quote}${shorten(name, 100)}${quote}`);
	const more = names.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The sentence with its first letter as a capital. */
export const capitalize = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** The message of what was thrown, which need not be an Error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
