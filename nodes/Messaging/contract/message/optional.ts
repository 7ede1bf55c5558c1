import { firstText } from '../json';

/** A field that is left out of the request when it is blank. */
export const optionalText = <K extends string>(key: K, value: unknown): Partial<Record<K, string>> => {
	const given = firstText(value);
	// Computed keys widen to an index signature, so the shape is said once more.
	const field: Partial<Record<K, string>> = {};
	if (given !== undefined) field[key] = given;
	return field;
};
