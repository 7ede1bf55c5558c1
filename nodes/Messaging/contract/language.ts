import { text } from './json';

/** The value of Automatic, an explicit choice in the list of languages. */
export const automaticLanguage = 'auto';

/**
 * The language code that a user chose; undefined for Automatic. An expression that gives nothing means the same.
 */
export function readLanguage(value: unknown): string | undefined {
	const given = text(value)?.trim();
	return given === automaticLanguage ? undefined : given;
}
