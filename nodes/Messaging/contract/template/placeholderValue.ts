import { isObject } from '../json';

/**
 * A value as the text that a person expects to read in the message: numbers without exponent,
 * booleans as words, dates in ISO form. Undefined for what can't be text: null, nothing, blanks,
 * lists and objects.
 */
export function readPlaceholderValue(value: unknown): string | undefined {
	switch (typeof value) {
		case 'string':
			return value.trim() === '' ? undefined : value;
		case 'number':
			return Number.isFinite(value)
				? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
				: undefined;
		case 'bigint':
		case 'boolean':
			return String(value);
		default:
			return readDate(value);
	}
}

/** A JavaScript date, or one of the dates that n8n's expressions make (they know `toISO`). */
function readDate(value: unknown): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	}
	if (!isObject(value) || typeof value.toISO !== 'function') return undefined;
	const text: unknown = value.toISO();
	return typeof text === 'string' ? text : undefined;
}
