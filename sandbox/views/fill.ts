import { at } from '../../nodes/Messaging/contract/json';

/** The text at a path of values; undefined where there is none. */
export function textAt(values: unknown, ...path: string[]): string | undefined {
	const value = at(values, ...path);
	return typeof value === 'string' ? value : undefined;
}

/** The text with each `{{name}}` replaced by its value. */
export const fill = (text: string, values: unknown): string =>
	text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, key: string) => textAt(values, key) ?? placeholder);
