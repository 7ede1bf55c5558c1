import { tryToParseDateTime } from 'n8n-workflow';

import { text } from '../contract/json';

/** As n8n's date picker and most databases write it, with or without a time zone. */
const isoForm = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** As mails, HTTP and JavaScript write it: with a month in letters, and a time zone at or near its end. */
const writtenOut = /^[a-z]{3}.*\d:\d\d.*(?:\b(?:GMT|UTC|Z)\b|[+-]\d{4})|^\d\d? [a-z]{3} .*\d:\d\d.*(?:\b(?:GMT|UTC|Z)\b|[+-]\d{4})/i;

/** What `Date.now()` gives, between 2001 and 2286. */
const milliseconds = /^\d{13}$/;

/**
 * Reads a point in time as n8n's parameters give it: text, a date or a Luxon date. What has no time
 * zone of its own is in `timeZone`. Gives milliseconds since 1970; undefined for all that could be
 * taken for another time than is meant, such as 11/10/2026, or seconds since 1970.
 */
export function readDateTime(value: unknown, timeZone: string): number | undefined {
	const written = text(value)?.trim();
	if (written === undefined) return isObjectOfTime(value) ? parse(value, timeZone)?.toMillis() : undefined;
	if (milliseconds.test(written)) return Number(written);
	if (writtenOut.test(written)) return known(Date.parse(written));
	if (!isoForm.test(written)) return undefined;
	const parsed = parse(written, timeZone);
	// A day that its month does not have is read as one of the next month.
	return parsed?.toISODate() === written.slice(0, 10) ? parsed.toMillis() : undefined;
}

/** A date, or a Luxon date: of another object its text would be read. */
const isObjectOfTime = (value: unknown): boolean =>
	value instanceof Date || (typeof value === 'object' && value !== null && 'isLuxonDateTime' in value);

function parse(value: unknown, timeZone: string) {
	try {
		return tryToParseDateTime(value, timeZone);
	} catch {
		return undefined;
	}
}

const known = (time: number): number | undefined => (Number.isNaN(time) ? undefined : time);
