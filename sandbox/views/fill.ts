import { at } from '../../nodes/Messaging/text/json';
import { placeholderPattern } from '../../nodes/Messaging/template/templateText';

/** The text at a path of values; undefined if there is none. */
export function textAt(values: unknown, ...path: string[]): string | undefined {
	const value = at(values, ...path);
	return typeof value === 'string' ? value : undefined;
}

/** The text with each `{{name}}` replaced by its value; a placeholder without a value stays. */
export const fill = (text: string, values: unknown): string =>
	text.replace(placeholderPattern, (placeholder, key: string) => textAt(values, key.trim()) ?? placeholder);

/** The first link in a text. */
export const firstLink = /(https?:\/\/[^\s<>"]+)/;
