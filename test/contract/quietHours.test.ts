import fc from 'fast-check';
import { DateTime } from 'luxon';

import { quietAt, type QuietHours, readQuietHours, weekDays } from '../../nodes/Messaging/request/quietHours';
import { runs } from '../support/propertyRuns';

/** Quiet hours in words, as the panel gives them. */
const quietHours = (hours: object, zone = 'UTC'): QuietHours => {
	const read = readQuietHours({ hours }, zone);
	if (!read.ok) throw new Error('No quiet hours');
	return read.value;
};

const at = (written: string): number => Date.parse(written);

/** When a message may be sent whose turn comes at a time. */
const sendAfter = (hours: QuietHours, time: string): string | undefined => {
	const { isQuiet, until } = quietAt(hours, at(time));
	return isQuiet ? new Date(until).toISOString() : undefined;
};

test.each<[string, object, string, string, string | undefined]>([
	['over midnight, before it', { from: '21:00', to: '08:00' }, 'UTC', '2026-11-22T21:00Z', '2026-11-23T08:00:00.000Z'],
	['over midnight, after it', { from: '21:00', to: '08:00' }, 'UTC', '2026-11-23T07:59:59.999Z', '2026-11-23T08:00:00.000Z'],
	['over, at its end', { from: '21:00', to: '08:00' }, 'UTC', '2026-11-23T08:00Z', undefined],
	['a weekend and the nights beside it', { from: '21:00', to: '08:00', days: ['saturday', 'sunday'] }, 'UTC', '2026-11-20T22:00Z', '2026-11-23T08:00:00.000Z'],
	// The clock goes from 2 to 3 on 29 March 2026, and from 3 to 2 on 25 October.
	['a night that is shorter by an hour', { from: '21:00', to: '08:00' }, 'Europe/Berlin', '2026-03-28T22:00Z', '2026-03-29T06:00:00.000Z'],
	['a night that is longer by an hour', { from: '21:00', to: '08:00' }, 'Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T07:00:00.000Z'],
	['an end that the change skips', { from: '21:00', to: '02:30' }, 'Europe/Berlin', '2026-03-28T22:00Z', '2026-03-29T01:00:00.000Z'],
	['a beginning that the change skips', { from: '02:30', to: '06:00' }, 'Europe/Berlin', '2026-03-29T01:00Z', '2026-03-29T04:00:00.000Z'],
	// Samoa had no 30 December 2011.
	['a day that never was', { days: ['friday', 'thursday'] }, 'Pacific/Apia', '2011-12-29T20:00Z', '2011-12-30T10:00:00.000Z'],
])('%s', (_name, hours, zone, time, expected) => {
	expect(sendAfter(quietHours(hours, zone), time)).toBe(expected);
});

test.each<[string, unknown, RegExp, RegExp?]>([
	['one time without the other', { from: '21:00' }, /'Quiet From' is set, and 'Quiet Until' is not/],
	['the other without the one', { from: ' ', to: '08:00' }, /'Quiet Until' is set, and 'Quiet From' is not/],
	['no time of the day', { from: '24:30', to: '08:00' }, /'Quiet From' is not a time of the day: "24:30"/],
	['words', { from: '21:00', to: 'morning' }, /'Quiet Until' is not a time of the day: "morning"/],
	['the same time twice', { from: '8:00', to: '08:00' }, /the same time/],
	['nothing', { from: '', to: '', days: [], timeZone: 'UTC' }, /neither times nor days/],
	['a whole week', { days: weekDays }, /all seven days/],
	['an unknown day', { days: ['Sonntag'] }, /unknown day: "Sonntag"/],
	['days that are no list, beside times', { from: '21:00', to: '08:00', days: { sunday: true } }, /unknown day: an object/],
	['true in place of days', { from: '21:00', to: '08:00', days: true }, /unknown day: "true"/],
	['an unknown time zone', { from: '21:00', to: '08:00', timeZone: 'Mars/Olympus' }, /'Time Zone Name or ID' is not a time zone: "Mars\/Olympus"/],
	...[['Berlin', 'Europe/Berlin'], ['new york', 'America/New_York'], ['America/Sao Paulo', 'America/Sao_Paulo'], ['Isle of Nowhere', 'America/Sao_Paulo']]
		.map(([timeZone = '', meant = '']): [string, unknown, RegExp, RegExp] => [`the name of a place, ${timeZone},`, { days: ['sunday'], timeZone }, /not a time zone/, new RegExp(meant)]),
	['an abbreviation, which stands for several time zones', { from: '21:00', to: '08:00', timeZone: 'BST' }, /not a time zone: "BST"/],
	['an offset in place of a time zone', { from: '21:00', to: '08:00', timeZone: '+02:00' }, /not a time zone/],
])('%s is refused by name', (_name, hours, says, wayOut = /./) => {
	const error = { category: 'invalid-input', message: expect.stringMatching(says), description: expect.stringMatching(wayOut) };
	expect(readQuietHours({ hours }, 'UTC')).toMatchObject({ ok: false, error });
});

test('times as tables have them, days as text, and the time zone of the workflow', () => {
	expect(readQuietHours({ hours: { from: '21:00:00', to: '8:05', days: 'Saturday, SUNDAY', timeZone: ' ' } }, 'Europe/Paris')).toEqual({
		ok: true,
		value: { hours: { from: 1260, to: 485 }, days: new Set([6, 0]), timeZone: 'Europe/Paris' },
	});
});

const zones = [
	'UTC', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'Asia/Kolkata', 'Asia/Tehran', 'Australia/Lord_Howe', 'Africa/Casablanca',
	'Africa/Cairo', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'America/Havana', 'Asia/Kathmandu',
];
const minutes = fc.integer({ min: 0, max: 1439 });
const written = (time: number) => `${String(Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`;
const given = fc
	.record({ from: minutes, to: minutes, hasHours: fc.boolean(), days: fc.subarray([...weekDays], { maxLength: 6 }), timeZone: fc.constantFrom(...zones) })
	.filter(({ from, to, hasHours, days }) => (hasHours ? from !== to : days.length > 0))
	.map(({ from, to, hasHours, ...rest }) => ({ ...rest, from: hasHours ? written(from) : '', to: hasHours ? written(to) : '' }));
// In the years from 2024 to 2027, and often in a week in which some clock is changed.
const changes = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05', '2026-10-04', '2026-04-24', '2026-02-15'].map((day) => Date.parse(day));
const times = fc.oneof(
	fc.integer({ min: at('2024-01-01'), max: at('2027-12-31') }),
	fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -86_400_000, max: 2 * 86_400_000 })).map(([day, ahead]) => day + ahead),
);

test('property: when it is quiet, and until when, agrees with a clock that is read minute by minute', () => {
	fc.assert(
		fc.property(given, times, (hours, time) => {
			const isQuiet = (moment: number): boolean => {
				const clock = DateTime.fromMillis(moment, { zone: hours.timeZone });
				if (hours.days.includes(weekDays[clock.weekday % 7] ?? 'sunday')) return true;
				const shown = clock.toFormat('HH:mm');
				if (hours.from === '') return false;
				return hours.from < hours.to ? shown >= hours.from && shown < hours.to : shown >= hours.from || shown < hours.to;
			};
			const found = quietAt(quietHours(hours), time);
			expect(found.isQuiet).toBe(isQuiet(time));
			let change = Math.floor(time / 60_000) * 60_000 + 60_000;
			while (isQuiet(change) === found.isQuiet) change += 60_000;
			expect(new Date(found.until).toISOString()).toBe(new Date(change).toISOString());
		}),
		runs(200),
	);
});

describe('what is kept of time zones, for all runs of the process', () => {
	const read = (timeZone: string) => readQuietHours({ hours: { from: '21:00', to: '08:00', timeZone } }, 'UTC').ok;
	/** How often a clock is made for them. */
	function madeFor(zones: readonly string[]): number {
		const made = jest.spyOn(Intl, 'DateTimeFormat');
		zones.forEach(read);
		const count = made.mock.calls.filter(([, options]) => zones.includes(options?.timeZone ?? '')).length;
		made.mockRestore();
		return count;
	}

	test('one that exists is kept', () => {
		read('Asia/Kathmandu');
		expect(madeFor(Array.from({ length: 5 }, () => 'Asia/Kathmandu'))).toBe(0);
	});

	test('one that does not is not: a column of wrong ones would fill the memory', () => {
		expect(madeFor(Array.from({ length: 5 }, () => 'Mars/Olympus'))).toBe(5);
	});

	test('nor are all the spellings of those that exist', () => {
		const letters = [...'australia/melbourne'];
		const spellings = Array.from({ length: 3_000 }, (_, bits) => letters.map((letter, place) => ((bits >> place) % 2 === 1 ? letter.toUpperCase() : letter)).join(''));
		expect(spellings.every(read)).toBe(true);
		expect(madeFor(spellings.slice(-5))).toBe(5);
	});
});
