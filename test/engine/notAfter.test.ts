import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { type NodeSettings, outputOf, retryFailed, startMessaging } from '../support/engine';
import { errorOf, recipients, templateParameters, textParameters } from '../support/messages';
import { useProcessedData } from '../support/processedData';
import { orderUpdate } from '../support/service';
import { endsOf, hintsOf, useService } from '../support/useService';

const memory = useProcessedData();
const service = useService();

afterEach(() => jest.restoreAllMocks());

const isUpload = ({ url }: { readonly url: string }) => url === '/v1/messaging/media';

/** One item for each time. */
const rows = (...times: unknown[]): INodeExecutionData[] => times.map((until) => ({ json: { until: until as string, hours: 1 } }));

/** Sends a text for each item, which may not start after the time in it. */
const sending = async (items: INodeExecutionData[], options: INodeParameters = {}, changes: Partial<NodeSettings> = {}) =>
	await service.run(textParameters({ to: '+12015550101', options: { notAfter: '={{ $json.until }}', ...options } }), items, changes);

const withFile = (options: INodeParameters) =>
	templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data', options: { notAfter: '={{ $json.until }}', ...options } });
const file = (content: string) => ({ data: { data: Buffer.from(content).toString('base64'), mimeType: 'image/png', fileName: 'a.png' } });

const past = '2020-01-01T00:00:00Z';
const future = '2199-01-01T00:00:00Z';
const anHour = 3_600_000;
const expired = { outcome: 'not_sent', category: 'expired', to: '+12015550101' };

test('each item has a time of its own, and none where it is empty', async () => {
	const run = await sending(rows(past, future, '', null, undefined, '  '));
	expect(endsOf(run)).toEqual(['expired', 'sent', 'sent', 'sent', 'sent', 'sent']);
	expect(errorOf(outputOf(run)[0])).toMatchObject({
		...expired,
		message: "Not sent: the time in 'Do Not Send After' has passed",
		description: expect.stringContaining('2020-01-01T00:00:00.000Z'),
	});
	expect(service.posts).toHaveLength(5);
});

test('the time itself is still in time', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T18:00:00.000Z'));
	expect(endsOf(await sending(rows('2026-11-22T18:00:00.000Z', '2026-11-22T17:59:59.999Z')))).toEqual(['sent', 'expired']);
});

test('nothing is read or uploaded for a message that comes too late', async () => {
	const run = await service.run(withFile({ notAfter: past }), [{ json: {}, binary: file('A') }]);
	expect(endsOf(run)).toEqual(['expired']);
	expect(service.requests).toEqual([]);
});

test.each<[unknown, string]>([
	...[
		...['soon', '2199', '2026-02-30T10:00', '2199-11-22T25:00', '11/10/2199 10:00'],
		...['Sun 11/10/2199 18:00 GMT', 'Sat, 31 Feb 2199 10:00 GMT', 'Nov 22 18:00 UTC'],
		// No time zone: the letter is that of a comment, of a weekday.
		...['22 Nov 2199 17:00 (UTC)', 'Zzz, 22 Nov 2199 17:00', '22 Nov 2199 17:00 +9999', '22 Nov 2199 17:00 GMT+1430'],
		...['2199-11-22T17:00+99:99', '2199-11-22T17:00-15', '2199-11-22T17:00+14:30', '2199-11-22T17:00+0160', 1_800_000_000, true],
	].map((until): [unknown, string] => [until, `"${until}"`]),
	[{ day: 1 }, 'an object'],
	[['2199-01-01T00:00'], 'a list'],
])('%j is no date: its item is not sent, and the message names the parameter', async (until, shown) => {
	const run = await sending(rows(until, future));
	expect(endsOf(run)).toEqual(['invalid-input', 'sent']);
	const { message } = errorOf(outputOf(run)[0]);
	expect(message).toMatch(/^'Do Not Send After' in the options is not a date and time: /);
	expect(String(message).endsWith(shown)).toBe(true);
});

/** Two minutes before and after now, written as a form writes it, in the time zone of the workflow: apart by less than the hours that a wrong time zone makes. */
describe('what n8n gives as a date', () => {
	const zone = 'Asia/Kolkata';
	const offset = 5.5 * anHour;
	const iso = (time: number) => new Date(time).toISOString();

	test.each<[string, (time: number) => unknown]>([
		["the date picker's text, in the workflow's time zone", (time) => iso(time + offset).slice(0, 19)],
		['the same to the minute', (time) => iso(time + offset).slice(0, 16)],
		['as SQL writes it', (time) => iso(time + offset).slice(0, 19).replace('T', ' ')],
		['with an offset of its own', (time) => `${iso(time - 5 * anHour).slice(0, 19)}-05:00`],
		['with an offset, as PostgreSQL writes it', (time) => `${iso(time + 2 * anHour).slice(0, 23).replace('T', ' ')}+02`],
		['in UTC', (time) => iso(time)],
		['as mails write it', (time) => new Date(time).toUTCString()],
		['as JavaScript writes it', (time) => String(new Date(time))],
		['with a comment', (time) => `${new Date(time).toUTCString()} (Zeit)`],
		['in the zone that is furthest ahead', (time) => `${iso(time + 14 * anHour).slice(0, 19)}+14:00`],
		['milliseconds since 1970', (time) => time],
		['the same as text', (time) => String(time)],
		['a date', (time) => new Date(time)],
	])('%s', async (_name, write) => {
		const now = Date.now();
		const run = await sending(rows(write(now - 120_000), write(now + 120_000)), {}, { timezone: zone });
		expect(endsOf(run)).toEqual(['expired', 'sent']);
	});

	test.each([
		['$now.minus({ minutes: 2 })', '$now.plus({ minutes: 2 })'],
		['$now.minus({ minutes: 2 }).toISO()', '$now.plus({ minutes: 2 }).toISO()'],
		["$now.minus({ minutes: 2 }).toFormat('yyyy-MM-dd HH:mm:ss')", "$now.plus({ minutes: 2 }).toFormat('yyyy-MM-dd HH:mm:ss')"],
		['$now.minus({ minutes: 2 }).toMillis()', '$now.plus({ minutes: 2 }).toMillis()'],
		['$now.minus({ hours: $json.hours })', '$now.plus({ hours: $json.hours })'],
		['DateTime.now().minus({ minutes: 2 })', 'DateTime.now().plus({ minutes: 2 })'],
		['new Date(Date.now() - 120000)', 'new Date(Date.now() + 120000)'],
		["'2020-01-01'.toDateTime()", "'2199-01-01'.toDateTime()"],
	])('%s has passed, %s has not', async (late, early) => {
		for (const [notAfter, end] of [[late, 'expired'], [early, 'sent']] as const) {
			expect(endsOf(await sending(rows(''), { notAfter: `={{ ${notAfter} }}` }, { timezone: zone }))).toEqual([end]);
		}
	});

	test('a date without a time means its beginning', async () => {
		const [today, tomorrow] = [0, 24].map((hours) => iso(Date.now() + offset + hours * anHour).slice(0, 10));
		expect(endsOf(await sending(rows(today, tomorrow), {}, { timezone: zone }))).toEqual(['expired', 'sent']);
	});
});

test.each([
	'={{ DateTime.local().plus({ hours: 1 }) }}',
	'={{ DateTime.utc().plus({ hours: $json.hours }) }}',
	'={{ $now.plus({ hours: 1 }) }}',
	'={{ $now.plus({ hours: $json.hours }) }}',
])('%s is an hour from the start of the run, and not from the turn of an item', async (notAfter) => {
	const { now } = Date;
	service.answer = () => {
		// As if the first message had taken two hours.
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 2 * anHour);
		return undefined;
	};
	expect(endsOf(await sending(rows('', ''), { notAfter, concurrency: 1 }))).toEqual(['sent', 'expired']);
});

test.each(['={{ $today.plus({ days: 1 }) }}', '={{ $today.plus({ days: $json.until }) }}'])('%s is counted from the day on which the run starts', async (notAfter) => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T23:59:00Z'));
	service.answer = () => {
		// As if the first message had taken two minutes.
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-23T00:01:00Z'));
		return undefined;
	};
	expect(endsOf(await sending(rows(1, 1), { notAfter, concurrency: 1 }, { timezone: 'UTC' }))).toEqual(['sent', 'expired']);
});

test('a time that depends on the present and on the item is that of each item', async () => {
	expect(endsOf(await sending(rows(-1, 1), { notAfter: '={{ $now.plus({ hours: $json.until }) }}' }))).toEqual(['expired', 'sent']);
});

test('an expression that can not be worked out refuses its own item, be it the first', async () => {
	expect(endsOf(await sending(rows('nonsense', future), { notAfter: '={{ $json.until.toDateTime() }}' }))).toEqual(['invalid-input', 'sent']);
});

describe('what the service holds back beyond the time', () => {
	const inAMinute = () => new Date(Date.now() + 60_000).toISOString();

	test('no file leaves for it', async () => {
		service.answer = (request) => {
			if (isUpload(request)) return { body: { media_id: 'm-1' } };
			return request.method === 'POST' ? { status: 429, headers: { 'retry-after': '120' }, body: {} } : undefined;
		};
		const items = ['A', 'B', 'C'].map((content) => ({ json: { until: inAMinute() }, binary: file(content) }));
		expect(endsOf(await service.run(withFile({ concurrency: 1 }), items))).toEqual(['rate-limited', 'expired', 'expired']);
		expect(service.posts.filter(isUpload)).toHaveLength(1);
	});

	test('a file that several items bring leaves for the one that has more time', async () => {
		let uploads = 0;
		service.answer = (request) => {
			if (!isUpload(request)) return undefined;
			return uploads++ === 0 ? { status: 503, headers: { 'retry-after': '1' }, body: {} } : { body: { media_id: 'm-1' } };
		};
		const soon = new Date(Date.now() + 500).toISOString();
		// To different people: messages to the same one would not wait for the file together.
		const items = [soon, future].map((until, index) => ({ json: { until, to: `+1201555010${index}` }, binary: file('A') }));
		expect(endsOf(await service.run({ ...withFile({}), to: '={{ $json.to }}' }, items))).toEqual(['expired', 'sent']);
		expect(uploads).toBe(2);
	});
});

test('a dry run says what has expired, and names it with the other items that cannot be sent', async () => {
	const run = await sending(rows(past, future, 'soon'), { dryRun: true });
	expect(endsOf(run)).toEqual(['expired', 'valid', 'invalid-input']);
	expect(errorOf(outputOf(run)[0])).toMatchObject(expired);
	expect(service.requests).toEqual([]);
	const stopped = await sending(rows(future, past), { dryRun: true }, { onError: 'stopWorkflow' });
	expect(stopped.data.resultData.error?.description).toMatch(/^Too late: item 2\. Nothing was sent/);
	// It would be refused at any time.
	expect(endsOf(await service.run(textParameters({ text: '={{ "" }}', options: { notAfter: past, dryRun: true } })))).toEqual(['invalid-input']);
});

test('On Error = stop: the run ends there', async () => {
	const run = await sending(rows(future, past, future), { concurrency: 1 }, { onError: 'stopWorkflow' });
	expect(run.data.resultData.error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 } });
	expect(run.data.resultData.error?.description).toMatch(/ Of 3 messages: 1 accepted, 1 not sent, 1 not started\./);
	expect(service.posts).toHaveLength(1);
});

test('what a try left unknown stays so for the next one that comes too late: it says what happened to it', async () => {
	const options = { notAfter: future, idempotencyHeader: 'Idempotency-Key', maxAttempts: 1 };
	service.answer = () => 'reset';
	const settings = service.settings(textParameters({ to: '+12015550101', options }), { onError: 'stopWorkflow' });
	const failed = await startMessaging(settings, rows(1));
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(future) + 1);
	const retried = await retryFailed(settings, failed);
	expect(retried.data.resultData.error?.message).toMatch(/broke off/);
	expect(service.posts).toHaveLength(1);
});

describe('with a Message Key', () => {
	const messageKey = 'A';

	test('an item that is too late leaves the message to the next one that has time, and takes no name', async () => {
		const run = await sending(rows(past, future, past), { messageKey });
		expect(endsOf(run)).toEqual(['expired', 'sent', 'sent']);
		expect(outputOf(run)[2]?.json.duplicate).toBe(true);
		expect(service.posts).toHaveLength(1);
	});

	test('so does one whose time passes while its row is made', async () => {
		await sending(rows(future), { messageKey: 'the first of the process' });
		const soon = new Date(Date.now() + anHour).toISOString();
		memory.trouble = (moment) => {
			if (moment === 'write') jest.spyOn(Date, 'now').mockReturnValue(Date.parse(soon) + 1);
		};
		const run = await sending(rows(soon, future), { messageKey });
		expect(endsOf(run)).toEqual(['expired', 'sent']);
		expect(hintsOf(run)[0]?.message).toMatch(/^1 accepted, 1 not sent\. Not sent: the time in .* has passed: 1 of them was not tried\.$/);
	});

	test('a dry run takes an expired item for no holder of its key', async () => {
		const items = [past, future].map((until) => ({ json: { until, text: `until ${until}` } }));
		const options = { messageKey, dryRun: true, notAfter: '={{ $json.until }}' };
		expect(endsOf(await service.run(textParameters({ to: '+12015550101', text: '={{ $json.text }}', options }), items))).toEqual(['expired', 'valid']);
	});
});

describe('quiet hours', () => {
	/** Quiet hours in runs of the node: what stays, what it says, and what the other promises make of it. */

	/** From now on it is this time. */
	function itIs(written: string): void {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(written));
	}

	const night = { from: '21:00', to: '08:00' };
	const rows = (...more: object[]): INodeExecutionData[] => more.map((one) => ({ json: { to: '+12015550101', text: 'Hello', ...one } }));

	/** Sends the items, unless they come in these hours. */
	const sending = async (hours: INodeParameters, items: INodeExecutionData[], options: INodeParameters = {}, changes: Partial<NodeSettings> = {}) =>
		await service.run(textParameters({ text: '={{ $json.text }}', options: { quietHours: { hours }, concurrency: 1, ...options } }), items, { timezone: 'UTC', ...changes });

	test('three people in three time zones: who sleeps is not written to, and the output says from when on', async () => {
		itIs('2026-11-22T12:30:00Z');
		const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland'];
		const run = await sending({ ...night, timeZone: '={{ $json.zone }}' }, rows(...zones.map((zone) => ({ zone }))));
		expect(endsOf(run)).toEqual(['sent', 'quiet-hours', 'quiet-hours']);
		expect(errorOf(outputOf(run)[1])).toEqual({
			outcome: 'not_sent',
			category: 'quiet-hours',
			message: "Not sent: it is now within the 'Quiet Hours' of this item",
			description: expect.stringContaining('from 2026-11-22 08:00 on, in the time zone America/Los_Angeles'),
			sendAfter: '2026-11-22T16:00:00.000Z',
			to: '+12015550101',
		});
		expect(errorOf(outputOf(run)[2])).toMatchObject({ sendAfter: '2026-11-22T19:00:00.000Z' });
		expect(service.posts).toHaveLength(1);
	});

	// n8n saves no field that is left as it was added.
	test.each([['no time zone', { ...night, timeZone: '' }], ['nothing changed', {}]])('with %s the time zone of the workflow counts', async (_case, hours) => {
		itIs('2026-11-22T12:30:00Z');
		for (const [timezone, end] of [['Asia/Tokyo', 'quiet-hours'], ['Europe/Paris', 'sent']] as const) {
			expect(endsOf(await sending(hours, rows({}), {}, { timezone }))).toEqual([end]);
		}
	});

	// n8n drops what does not stand in the group.
	test.each([['removed', {}], ['beside their group', night]])('hours that were %s are refused, and not taken for none', async (_how, quietHours: INodeParameters) => {
		const run = await service.run(textParameters({ options: { quietHours } }), rows({}));
		expect(errorOf(outputOf(run)[0])).toMatchObject({ category: 'invalid-input', message: "'Quiet Hours' in the options: there are neither times nor days" });
	});

	test.each<[string, INodeParameters, IDataObject[], string]>([
		['both', { from: '={{ $json.from }}', to: '={{ $json.to_time }}', days: ['sunday'] }, [{}, { from: '' }, { from: null }], "'Quiet From' gives nothing"],
		['the beginning', { from: '={{ $json.from }}', to: '', days: ['sunday'] }, [{}], "'Quiet From' gives nothing"],
		['the end', { from: '', to: '={{ $json.end }}', days: ['sunday'] }, [{}], "'Quiet Until' gives nothing"],
	])('times that an expression does not give are refused, beside days too: %s', async (_which, hours, items, says) => {
		itIs('2026-11-23T23:00:00Z');
		for (const dryRun of [true, false]) {
			const run = await sending(hours, rows(...items), dryRun ? { dryRun } : {});
			for (const item of outputOf(run)) expect(errorOf(item)).toMatchObject({ category: 'invalid-input', message: `'Quiet Hours' in the options: ${says}` });
		}
		expect(service.posts).toEqual([]);
	});

	test('times that were left empty are none: only the days are quiet', async () => {
		const onSunday = { from: '', to: '', days: ['sunday'] };
		itIs('2026-11-23T23:00:00Z');
		expect(endsOf(await sending(onSunday, rows({})))).toEqual(['sent']);
		expect(endsOf(await sending({ ...onSunday, days: '={{ [$json.day] }}' }, rows({ day: 'monday' }, { day: 'sunday' })))).toEqual(['quiet-hours', 'sent']);
	});

	test('a message that still waits when they begin does not start any more', async () => {
		itIs('2026-11-22T20:59:59Z');
		// As if the first message had taken two seconds.
		service.answer = () => {
			itIs('2026-11-22T21:00:01Z');
			return undefined;
		};
		const run = await sending(night, rows({}, {}));
		expect(endsOf(run)).toEqual(['sent', 'quiet-hours']);
		expect(errorOf(outputOf(run)[1])).toMatchObject({ sendAfter: '2026-11-23T08:00:00.000Z' });
	});

	test('and one whose turn comes when they are over starts', async () => {
		itIs('2026-11-23T07:59:59Z');
		service.answer = () => {
			itIs('2026-11-23T08:00:00Z');
			return undefined;
		};
		const zones = rows({ zone: 'UTC' }, { zone: 'Europe/Berlin' }, { zone: 'UTC' });
		expect(endsOf(await sending({ ...night, timeZone: '={{ $json.zone }}' }, zones))).toEqual(['quiet-hours', 'sent', 'sent']);
	});

	test.each([
		['the moment in which they begin', '21:00:00.000', '', 'quiet-hours', /it is now within/, /^0 accepted, 2 not sent\.$/],
		['the time after which they may not start', '20:59:57', '2026-11-22T20:59:55', 'expired', /'Do Not Send After' has passed/, /has passed: 1 of them was not tried\.$/],
	])('messages that wait for the list of templates until %s do not start any more', async (_which, then, notAfter, category, message, hint) => {
		itIs('2026-11-22T20:59:50Z');
		service.answer = ({ method }) => {
			if (method === 'GET') itIs(`2026-11-22T${then}Z`);
			return method === 'GET' ? { body: { data: [orderUpdate] } } : undefined;
		};
		const run = await service.run(templateParameters({ options: { quietHours: { hours: night }, notAfter } }), recipients('+12015550101', '+12015550102'), { timezone: 'UTC' });
		expect(outputOf(run).map(errorOf)).toMatchObject(Array(2).fill({ category, message: expect.stringMatching(message) }));
		expect(hintsOf(run)[0]?.message).toMatch(hint);
		expect(service.posts).toEqual([]);
	});

	test('a second attempt does not come in them: what the first one met stays, and a message that never left says when', async () => {
		itIs('2026-11-22T20:59:50Z');
		service.answer = () => ({ status: 429, headers: { 'retry-after': '60' }, body: {} });
		const [first, second] = outputOf(await sending(night, rows({}, {}))).map(errorOf);
		expect(first).toMatchObject({ outcome: 'rejected', category: 'rate-limited', description: expect.stringContaining('or in quiet hours') });
		expect(second).toMatchObject({ outcome: 'not_sent', category: 'quiet-hours', sendAfter: '2026-11-23T08:00:00.000Z' });
		expect(service.posts).toHaveLength(1);
	});

	test('what has to start before they end expires', async () => {
		itIs('2026-11-22T22:00:00Z');
		const times = rows({ until: '2026-11-23T07:59:00Z' }, { until: '2026-11-23T08:00:00Z' }, { until: '2026-11-22T21:59:00Z' });
		const run = await sending(night, times, { notAfter: '={{ $json.until }}' });
		expect(endsOf(run)).toEqual(['expired', 'quiet-hours', 'expired']);
		expect(errorOf(outputOf(run)[0])).toMatchObject({ message: "Not sent: the time in 'Do Not Send After' comes before its 'Quiet Hours' end" });
	});

	test('what was sent before is a duplicate in them too, and what they keep back is sent under its key in the morning', async () => {
		const both = rows({ text: 'A' }, { text: 'B' });
		const keyed = async (items: INodeExecutionData[]) => await sending(night, items, { messageKey: '={{ $json.text }}-1' });
		itIs('2026-11-22T20:00:00Z');
		expect(endsOf(await keyed(rows({ text: 'A' })))).toEqual(['sent']);
		itIs('2026-11-22T22:00:00Z');
		const atNight = await keyed(both);
		expect(endsOf(atNight)).toEqual(['sent', 'quiet-hours']);
		expect(outputOf(atNight)[0]?.json).toMatchObject({ duplicate: true });
		itIs('2026-11-23T08:00:00Z');
		expect(endsOf(await keyed(both))).toEqual(['sent', 'sent']);
		expect(service.posts).toHaveLength(2);
	});

	test('what they keep back of one item leaves for another one with its key, where it is day', async () => {
		itIs('2026-11-22T22:00:00Z');
		const zones = rows({ zone: 'Europe/Berlin' }, { zone: 'America/Los_Angeles' }, { zone: 'Europe/Berlin' });
		const run = await sending({ ...night, timeZone: '={{ $json.zone }}' }, zones, { messageKey: 'A-7' });
		expect(endsOf(run)).toEqual(['quiet-hours', 'sent', 'sent']);
		expect(outputOf(run).map(({ json }) => json.duplicate)).toEqual([undefined, undefined, true]);
		expect(service.posts).toHaveLength(1);
	});

	test('a dry run says the same', async () => {
		itIs('2026-11-22T22:00:00Z');
		const zones = rows({ zone: 'UTC' }, { zone: 'Asia/Tokyo' }, { zone: 'Nowhere' });
		const run = await sending({ ...night, timeZone: '={{ $json.zone }}' }, zones, { dryRun: true });
		expect(endsOf(run)).toEqual(['quiet-hours', 'quiet-hours', 'invalid-input']);
		expect(service.requests).toEqual([]);
	});

	test('the list of time zones begins with that of the workflow and the usual ones, and names each once', async () => {
		const zones = await new Messaging().methods.loadOptions.getTimeZones.call(service.editor(textParameters()));
		expect(zones.slice(0, 2)).toMatchObject([{ value: '' }, { value: 'Europe/London' }]);
		expect(new Set(zones.map(({ value }) => value)).size).toBe(zones.length);
		expect(zones.length).toBeGreaterThan(300);
	});
});
