import { tryToParseDateTime } from 'n8n-workflow';

import { text } from '../text/json';

/** ISO 8601 as n8n's date picker and most databases write it, with or without a time zone. Offsets go up to 14 hours. */
const isoForm =
	/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|[+-](?:(?:0\d|1[0-3])(?::?[0-5]\d)?|14(?::?00)?))?)?$/i;

/**
 * The form of e-mails, HTTP and JavaScript: a month in letters, a year with four digits, and a time zone. Other words
 * are refused: `Date.parse` skips some, and reads the time without a zone in that of the process.
 */
const writtenOut =
	/^(?:(?:mon|tue|wed|thu|fri|sat|sun),? )?(?:(?<day>\d\d?) [a-z]{3} |[a-z]{3} (?<dayBehind>\d\d?),? )[1-9]\d{3} (?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)? ?(?:Z|GMT|UTC|(?:GMT|UTC)?[+-](?:(?:0\d|1[0-3])[0-5]\d|1400))$/i;

/** What such a form may say behind the time, such as the name of the zone. */
const comment = / \([^()]*\)$/;

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
	const bare = written.replace(comment, '');
	const inLetters = writtenOut.exec(bare);
	if (inLetters !== null) return dayKept(bare, inLetters.groups);
	if (!isoForm.test(written)) return undefined;
	const parsed = parse(written, timeZone);
	// The parser reads 31 April as 1 May: refuse a date whose day has changed.
	return parsed?.toISODate() === written.slice(0, 10) ? parsed.toMillis() : undefined;
}

/** Whether the value is a date or a Luxon date. n8n would read any other object by its text. */
export const isObjectOfTime = (value: unknown): boolean =>
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
