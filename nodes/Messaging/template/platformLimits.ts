import { valuesIn } from './placeholders';
import type { Preview } from './preview';

/*
 * What the platform refuses of the words of a message. A service need not, so that only a dry run says it.
 */

/** The most characters of a text, of a caption, and of a template's body after its placeholders are filled. */
export const longest = { text: 4_096, caption: 1_024, body: 1_024 } as const;

/** Says that the platform refuses a text for its length. */
export function doubtLength(label: string, text: string | undefined, most: number): string[] {
	const length = [...(text ?? '')].length;
	const count = (number: number) => number.toLocaleString('en-US');
	return length <= most ? [] : [`${label} has ${count(length)} characters, and the platform takes ${count(most)}`];
}

/** Says what the platform refuses in the values of placeholders. */
export const unfitValues = (variables: unknown): string[] =>
	valuesIn(variables).flatMap(({ name, value }) => {
		const what = /[\n\r]/.test(value) ? 'a line break' : value.includes('\t') ? 'a tab' : / {5}/.test(value) ? 'more than four blanks in a row' : undefined;
		return what === undefined ? [] : [`'${name}' has ${what}, which the platform refuses in a placeholder`];
	});

/** Says what the platform refuses of a template: in its values, and in the bodies that they fill. */
export const doubtFilled = (variables: unknown, preview: Preview | undefined): string[] => [
	...unfitValues(variables),
	...[preview, ...(preview?.cards ?? [])].flatMap((part) => doubtLength("The template's body", part?.body, longest.body)),
];
