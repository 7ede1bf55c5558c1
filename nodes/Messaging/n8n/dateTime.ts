import { tryToParseDateTime } from 'n8n-workflow';

import { text } from '../contract/json';

/** As n8n's date picker and most databases write it, with or without a time zone. */
const isoForm = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** As mails, HTTP and JavaScript write it: with a month in letters, a year in full, and a time zone. */
const writtenOut =
	/^(?:[a-z]{3},? )?(?:(?<day>\d\d?) [a-z]{3} |[a-z]{3} (?<dayBehind>\d\d?),? )\d{4} \d\d?:\d\d(?::\d\d)? ?(?:GMT|UTC|Z)?(?:[+-]\d{4})?(?: \([^)]*\))?$/i;

/** The time zone that has to be in such a text. */
const namesZone = /(?:GMT|UTC|Z|[+-]\d{4})/i;

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
	const inLetters = writtenOut.exec(written);
	if (inLetters !== null) return namesZone.test(written) ? dayKept(written, inLetters.groups) : undefined;
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

/** A day that its month does not have is read as one of the next month: then it is none. */
function dayKept(written: string, groups: Readonly<Record<string, string | undefined>> | undefined): number | undefined {
	const time = Date.parse(written);
	const day = groups?.day ?? groups?.dayBehind ?? '';
	// As the text has it, whatever its time zone.
	const dayRead = new Date(`${written.replace(/\d\d?:\d\d.*$/, '')} 12:00 GMT`).getUTCDate();
	return Number.isNaN(time) || dayRead !== Number(day) ? undefined : time;
}
