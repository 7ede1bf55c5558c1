import { quoteNumbers } from './numbersInJson';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const integer = /^-?\d+$/;

/** Whether JavaScript would change a number. It is kept as a string of its digits: IDs must not change. */
function isInexact(literal: string): boolean {
	const value = Number(literal);
	return integer.test(literal) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
}

type ReadJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: 'not-json' };

const notJson: ReadJson = { ok: false, error: 'not-json' };

/**
 * Parses JSON text like `JSON.parse`, except that integers beyond 2^53 become strings of their digits.
 * Never throws: text that is not JSON, or is nested too deeply to read, gives an error value.
 */
export const readJson = (text: string): ReadJson => parse(text, isInexact);

const decimal = /^-?\d+\.\d+$/;

/** The same, except that decimals which a number would change become strings of what is written: the amount 19.90 keeps its last digit. */
export const readJsonAsWritten = (text: string): ReadJson =>
	parse(text, (literal) => isInexact(literal) || (decimal.test(literal) && String(Number(literal)) !== literal));

function parse(text: string, isText: (literal: string) => boolean): ReadJson {
	const quoted = quoteNumbers(text, isText);
	if (quoted === undefined) return notJson;
	try {
		return { ok: true, value: JSON.parse(quoted) };
	} catch {
		return notJson;
	}
}

/** The value at a path, undefined if the path does not exist. Only a number selects an element of a list. */
export function at(value: unknown, ...path: ReadonlyArray<string | number>): unknown {
	let current = value;
	for (const key of path) {
		if (Array.isArray(current) && typeof key === 'number') current = current[key];
		else if (isObject(current) && Object.hasOwn(current, key)) current = current[key];
		else return undefined;
	}
	return current;
}

/** A non-blank string or a number as a string; undefined for everything else. */
export function text(value: unknown): string | undefined {
	if (typeof value === 'string') return value.trim() === '' ? undefined : value;
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return undefined;
}

/** Whether a value is null, undefined or a blank text, as an empty cell of a table gives it. */
export const isMissing = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && text(value) === undefined);

/** The first of several values that is a non-blank string or a number, as a string. */
export function firstText(...values: readonly unknown[]): string | undefined {
	for (const value of values) {
		const found = text(value);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A number, or a text that is one, as a number; NaN for everything else, such as a blank text. */
export const numberOf = (value: unknown): number => Number(text(value) ?? NaN);

/** A boolean, or a text that is one, as n8n's variables give it; undefined for everything else. */
export function booleanOf(value: unknown): boolean | undefined {
	const given = String(value).trim().toLowerCase();
	return given === 'true' ? true : given === 'false' ? false : undefined;
}

/** A field of a request, or no field where its value is blank. */
export const optionalText = <K extends string>(key: K, value: unknown): Partial<Record<K, string>> => {
	const given = firstText(value);
	// TypeScript widens a computed key to an index signature, so the type is declared here.
	const field: Partial<Record<K, string>> = {};
	if (given !== undefined) field[key] = given;
	return field;
};
