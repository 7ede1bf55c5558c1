import { isObject } from '../text/json';
import { nothingIn } from '../text/nothing';

/**
 * A value as text for the message: numbers without an exponent, booleans as words, dates in ISO form.
 * Undefined for lists, objects, and what says nothing: null, undefined, blank texts, numbers that are none or have lost
 * digits, what a spreadsheet cannot work out.
 * @param isFixed whether a person wrote it into its field
 */
export function readPlaceholderValue(value: unknown, isFixed = false): string | undefined {
	if (nothingIn(value, isFixed) !== undefined) return undefined;
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
			// Zero has no sign for a person.
			return (value === 0 ? 0 : value).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
		case 'bigint':
		case 'boolean':
			return String(value);
		default:
			return readDate(value);
	}
}

/** Reads a JavaScript date, or a Luxon date of n8n's expressions (which has `toISO`). */
function readDate(value: unknown): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	}
	if (!isObject(value) || typeof value.toISO !== 'function') return undefined;
	const text: unknown = value.toISO();
	return typeof text === 'string' ? text : undefined;
}
