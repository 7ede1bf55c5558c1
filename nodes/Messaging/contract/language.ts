import { text } from './json';

/**
 * The language code that a user chose; undefined for Automatic. Automatic is an explicit choice in
 * the list, and an expression that gives nothing means the same.
 */
export function readLanguage(value: unknown): string | undefined {
	const given = text(value)?.trim();
	return given === 'auto' ? undefined : given;
}
