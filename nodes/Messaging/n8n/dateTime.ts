import { tryToParseDateTime } from 'n8n-workflow';

import { text } from '../contract/json';

/** ISO 8601 as n8n's date picker and most databases write it, with or without a time zone. */
const isoForm = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The form of e-mails, HTTP and JavaScript: a month in letters, a year with four digits, and a time zone. */
const writtenOut =
	/^(?:[a-z]{3},? )?(?:(?<day>\d\d?) [a-z]{3} |[a-z]{3} (?<dayBehind>\d\d?),? )\d{4} \d\d?:\d\d(?::\d\d)? ?(?:GMT|UTC|Z)?(?:[+-]\d{4})?(?: \([^)]*\))?$/i;

/** The time zone that a text in that form must have. */
const namesZone = /(?:GMT|UTC|Z|[+-]\d{4})/i;

/** The result of `Date.now()`, for the years 2001 to 2286. */
const milliseconds = /^\d{13}$/;

/**
 * Reads a point in time from a parameter of n8n: text, a date or a Luxon date. A time without a time zone
 * is in `timeZone`. Gives milliseconds since 1970. Ambiguous values, such as 11/10/2026 or seconds since
 * 1970, give undefined.
 */
export function readDateTime(value: unknown, timeZone: string): number | undefined {
	const written = text(value)?.trim();
	if (written === undefined) return isObjectOfTime(value) ? parse(value, timeZone)?.toMillis() : undefined;
	if (milliseconds.test(written)) return Number(written);
	const inLetters = writtenOut.exec(written);
	if (inLetters !== null) return namesZone.test(written) ? dayKept(written, inLetters.groups) : undefined;
	if (!isoForm.test(written)) return undefined;
	const parsed = parse(written, timeZone);
	// The parser reads 31 April as 1 May: refuse a date whose day has changed.
	return parsed?.toISODate() === written.slice(0, 10) ? parsed.toMillis() : undefined;
}

/** Whether the value is a date or a Luxon date. n8n would read any other object by its text. */
const isObjectOfTime = (value: unknown): boolean =>
	value instanceof Date || (typeof value === 'object' && value !== null && 'isLuxonDateTime' in value);

function parse(value: unknown, timeZone: string) {
	try {
		return tryToParseDateTime(value, timeZone);
	} catch {
		return undefined;
	}
}

/** `Date.parse` reads 31 April as 1 May: undefined for a date whose day has changed. */
function dayKept(written: string, groups: Readonly<Record<string, string | undefined>> | undefined): number | undefined {
	const time = Date.parse(written);
	const day = groups?.day ?? groups?.dayBehind ?? '';
	// Without time and zone, so that the time zone does not change the day.
	const dayRead = new Date(`${written.replace(/\d\d?:\d\d.*$/, '')} 12:00 GMT`).getUTCDate();
	return Number.isNaN(time) || dayRead !== Number(day) ? undefined : time;
}
