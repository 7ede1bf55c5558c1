import { isObject } from '../text/json';
import { writtenObject } from '../text/wording';

/** What a spreadsheet shows in place of a value that it cannot work out. */
const spreadsheetError = /^\s*#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|ERROR!)\s*$/;

/**
 * A value as text for the message: numbers without an exponent, booleans as words, dates in ISO form.
 * Undefined for null, undefined, blank texts, what a spreadsheet cannot work out, lists and objects.
 */
export function readPlaceholderValue(value: unknown): string | undefined {
	switch (typeof value) {
		case 'string':
			return value.trim() === '' || writtenObject.test(value) || spreadsheetError.test(value) ? undefined : value;
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

/** Reads a JavaScript date, or a Luxon date of n8n's expressions (which has `toISO`). */
function readDate(value: unknown): string | undefined {
	if (value instanceof Date) {
		return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	}
	if (!isObject(value) || typeof value.toISO !== 'function') return undefined;
	const text: unknown = value.toISO();
	return typeof text === 'string' ? text : undefined;
}
