import { firstText } from '../text/json';

/** Reads Unix seconds, milliseconds (numbers or strings) or ISO 8601. Gives ISO 8601 in UTC, or null. */
export function readTime(value: unknown): string | null {
	const given = firstText(value)?.trim() ?? '';
	const date = new Date(/^\d+(\.\d+)?$/.test(given) ? readUnixTime(Number(given)) : readIsoTime(given));
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Milliseconds since 1973 have at least twelve digits, seconds until the year 5138 at most eleven. More than fourteen are neither. */
const readUnixTime = (time: number): number => (time < 1e11 ? time * 1000 : time < 1e14 ? time : NaN);

/** A date, optionally with a time and a zone. Anything else is refused: Date.parse reads a time from nearly any text. */
const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A time without a zone is UTC, not the zone of n8n's machine. */
function readIsoTime(given: string): number {
	const [matched, day = '', time = '00:00', zone = 'Z'] = isoForm.exec(given) ?? [];
	return matched === undefined ? NaN : Date.parse(`${day}T${time}${zone.toUpperCase()}`);
}
