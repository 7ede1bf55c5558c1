import { type Failure, invalidInput } from '../result/failure';
import { err, ok, readAll, type Result } from '../result/result';
import { at, firstText, isMissing } from '../text/json';
import { describeValue } from '../text/wording';

/** The days of a week, as `Date` counts them. */
export const weekDays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** When nothing is sent, by the clock of a time zone. */
export interface QuietHours {
	/** Minutes of a day. Over midnight if it begins later than it ends. Undefined if only days are quiet. */
	readonly hours: { readonly from: number; readonly to: number } | undefined;
	/** Days that are quiet from midnight to midnight, by their place in `weekDays`. */
	readonly days: ReadonlySet<number>;
	readonly timeZone: string;
}

/** The fields of the times, as the panel names them: not From and To, which is the recipient. */
export const labels = { from: 'Quiet From', to: 'Quiet Until' } as const;

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Reads 'Quiet Hours' of an item. An option that was added and says nothing is refused.
 * @param isExpression whether an expression gives a time: one that gives nothing is refused too, since the person would be
 * written to at night
 */
export function readQuietHours(
	given: unknown,
	workflowTimeZone: string,
	isExpression: (time: 'from' | 'to') => boolean = () => false,
): Result<QuietHours, Failure> {
	const hours = at(given, 'hours');
	const read = readAll({
		from: () => readTime(labels.from, at(hours, 'from'), isExpression('from')),
		to: () => readTime(labels.to, at(hours, 'to'), isExpression('to')),
		days: () => readDays(at(hours, 'days')),
		timeZone: () => readTimeZone(at(hours, 'timeZone'), workflowTimeZone),
	});
	if (!read.ok) return read;
	const { from, to, days, timeZone } = read.value;
	if (from === undefined && to === undefined) {
		if (days.size === 0) return refused('there are neither times nor days', `Give '${labels.from}' and '${labels.to}', choose 'Quiet Days', or remove the option.`);
	} else if (from === undefined || to === undefined) {
		const [set, missing] = from === undefined ? [labels.to, labels.from] : [labels.from, labels.to];
		return refused(`'${set}' is set, and '${missing}' is not`, 'Give both times, or neither.');
	} else if (from === to) {
		return refused(`'${labels.from}' and '${labels.to}' are the same time`, "For a whole day, choose it in 'Quiet Days' and leave both times empty.");
	}
	if (days.size === weekDays.length) return refused("all seven days are in 'Quiet Days'", 'Leave at least one day on which messages may be sent.');
	return ok({ hours: from === undefined || to === undefined ? undefined : { from, to }, days, timeZone });
}

const refused = (what: string, wayOut: string): Result<never, Failure> =>
	err(invalidInput(`'Quiet Hours' in the options: ${what}`, `Nothing was sent for this item. ${wayOut}`));

/** A time of the day as databases and people write it: 21:00, 9:30, 21:00:00. */
function readTime(label: string, value: unknown, isExpression: boolean): Result<number | undefined, Failure> {
	if (isMissing(value)) {
		return isExpression ? refused(`'${label}' gives nothing`, 'Correct its expression. For days alone, leave both times empty.') : ok(undefined);
	}
	const [, hour, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)(?::00)?$/.exec((firstText(value) ?? '').trim()) ?? [];
	if (hour === undefined) return refused(`'${label}' is not a time of the day: ${describeValue(value)}`, 'Give hours and minutes, such as 21:00.');
	return ok(Number(hour) * 60 + Number(minutes));
}

/** A list of days, or their names with commas. */
function readDays(value: unknown): Result<ReadonlySet<number>, Failure> {
	const given: unknown[] = typeof value === 'string' ? value.split(',') : [value ?? ''].flat();
	const days = new Set<number>();
	for (const one of given) {
		const name = String(one).trim().toLowerCase();
		const place = weekDays.findIndex((known) => known === name);
		if (place !== -1) days.add(place);
		else if (name !== '') return refused(`'Quiet Days' has an unknown day: ${describeValue(one)}`, `Use ${weekDays.join(', ')}.`);
	}
	return ok(days);
}

/** Such as BST, which Node takes for the time of Bangladesh, and others for that of Britain. */
const abbreviation = /^(?!utc|gmt)[a-z]{3}$/i;

function readTimeZone(value: unknown, standard: string): Result<string, Failure> {
	const timeZone = isMissing(value) ? standard : String(value).trim();
	const isUsable = timeZone === standard || !abbreviation.test(timeZone);
	if (isUsable && offsetReader(timeZone) !== undefined) return ok(timeZone);
	const meant = zonesOf(timeZone);
	const wayOut = meant.length === 0 ? 'Choose it from the list, or give its name, such as America/Sao_Paulo.' : `Write ${meant.join(' or ')}.`;
	return refused(`'Time Zone Name or ID' is not a time zone: ${describeValue(value)}`, wayOut);
}

/** The time zones that are named after a place, such as Europe/Berlin for Berlin, or written with other signs. */
function zonesOf(place: string): string[] {
	const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
	const given = plain(place);
	return Intl.supportedValuesOf('timeZone').filter((zone) => given !== '' && [zone, zone.split('/').at(-1) ?? ''].some((name) => plain(name) === given));
}

/** Whether a moment is quiet, and when that changes. Times in milliseconds since 1970. */
export interface Quiet {
	readonly isQuiet: boolean;
	/** The first moment after this at which it is the other way round; Infinity if it never is. */
	readonly until: number;
}

/**
 * Looks at the clock of the time zone. If the clock is set forward over a time, that moment stands for it; while it
 * shows a time twice, both count.
 */
export function quietAt(quiet: QuietHours, now: number): Quiet {
	const offsetAt = offsetReader(quiet.timeZone) ?? (() => 0);
	const isQuietAt = (time: number): boolean => isQuietWall(quiet, time + offsetAt(time));
	const isQuiet = isQuietAt(now);
	let time = now;
	// The longest quiet time is six days and a night. Each step is at most a day.
	for (let steps = 0; steps < 60; steps++) {
		const next = nextChange(quiet, time, offsetAt);
		if (isQuietAt(next) !== isQuiet) return { isQuiet, until: next };
		time = next;
	}
	return { isQuiet, until: Infinity };
}

/** @param wall the time on the clock, as milliseconds of a day and a date in UTC */
function isQuietWall({ hours, days }: QuietHours, wall: number): boolean {
	if (days.has(new Date(wall).getUTCDay())) return true;
	if (hours === undefined) return false;
	const minutes = new Date(wall).getUTCHours() * 60 + new Date(wall).getUTCMinutes();
	const { from, to } = hours;
	return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

/** The next moment at which the clock shows a midnight, a beginning or an end, or at which the clock is changed. */
function nextChange({ hours }: QuietHours, time: number, offsetAt: OffsetAt): number {
	const offset = offsetAt(time);
	const sinceMidnight = (((time + offset) % day) + day) % day;
	const next = [0, hours?.from ?? 0, hours?.to ?? 0].map((minutes) => {
		const ahead = minutes * minute - sinceMidnight;
		return time + (ahead > 0 ? ahead : ahead + day);
	});
	const first = Math.min(...next);
	return offsetAt(first) === offset ? first : changeBetween(time, first, offsetAt);
}

/** The moment between two others at which the clock is set to another time. */
function changeBetween(before: number, after: number, offsetAt: OffsetAt): number {
	const offset = offsetAt(before);
	let [low, high] = [before, after];
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (offsetAt(middle) === offset) low = middle;
		else high = middle;
	}
	return high;
}

/** By how much the clock of a time zone is ahead of UTC at a moment, in milliseconds. */
type OffsetAt = (time: number) => number;

/** By the name of the time zone. Making one takes long, and a column mostly names few. */
const offsetReaders = new Map<string, OffsetAt>();

/** There are about 600 time zones. Items can name them in any letter case. */
const mostReaders = 1_000;

/** Undefined if there is no such zone. Of what is none nothing is kept, since a process runs for months. */
function offsetReader(timeZone: string): OffsetAt | undefined {
	const offsetAt = offsetReaders.get(timeZone) ?? openOffsets(timeZone);
	if (offsetAt !== undefined && offsetReaders.size < mostReaders) offsetReaders.set(timeZone, offsetAt);
	return offsetAt;
}

function openOffsets(timeZone: string): OffsetAt | undefined {
	// Newer versions of Node take offsets such as +01:00 too, which no change of the clock is known for.
	if (!/^[a-z]/i.test(timeZone)) return undefined;
	try {
		const format = new Intl.DateTimeFormat('en-US', {
			timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
		});
		return (time) => {
			const second = Math.floor(time / 1_000) * 1_000;
			const [month = 0, date = 0, year = 0, hour = 0, minutes = 0, seconds = 0] = format.format(second).split(/\D+/).map(Number);
			return Date.UTC(year, month - 1, date, hour, minutes, seconds) - second;
		};
	} catch {
		return undefined;
	}
}

/** The item's turn came in its quiet hours. `sendAfter` in milliseconds since 1970. */
export const inQuietHours = ({ timeZone }: QuietHours, sendAfter: number): Failure => ({
	category: 'quiet-hours',
	message: "Not sent: it is now within the 'Quiet Hours' of this item",
	description: `Nothing was sent for this item. It may be sent from ${clockTime(sendAfter, timeZone)} on, in the time zone ${timeZone}: send it again then.`,
	sendAfter: new Date(sendAfter).toISOString(),
});

/** A moment on the clock of a time zone, such as 2026-11-23 08:00. */
const clockTime = (time: number, timeZone: string): string =>
	new Date(time + (offsetReader(timeZone)?.(time) ?? 0)).toISOString().slice(0, 16).replace('T', ' ');
