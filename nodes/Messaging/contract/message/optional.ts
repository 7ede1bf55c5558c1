import { firstText } from '../json';

/** A field of a request, or no field where its value is blank. */
export const optionalText = <K extends string>(key: K, value: unknown): Partial<Record<K, string>> => {
	const given = firstText(value);
	// TypeScript widens a computed key to an index signature, so the type is declared here.
	const field: Partial<Record<K, string>> = {};
	if (given !== undefined) field[key] = given;
	return field;
};
