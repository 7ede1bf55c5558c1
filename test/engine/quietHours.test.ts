import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { outputOf, type NodeSettings } from '../support/engine';
import { errorOf, textParameters } from '../support/messages';
import { ProcessedData } from '../support/processedData';
import { endsOf, useService } from '../support/useService';

/** Quiet hours in runs of the node: what stays, what it says, and what the other promises make of it. */

const memory = new ProcessedData();
const service = useService();

beforeAll(async () => await memory.install());
beforeEach(() => memory.clear());
afterEach(() => jest.restoreAllMocks());

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

test('no more than one a week for a person, by a key with the week in it, also over the end of a year', async () => {
	const messageKey = "=offer-{{ $json.day.toDateTime().toFormat(\"kkkk-'W'WW\") }}";
	// The last days of 2026 are in the week of New Year's Day; Monday the 4th begins the next.
	const days = ['2026-12-21', '2026-12-23', '2026-12-28', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-04'];
	for (const day of days) {
		itIs(`${day}T12:00:00Z`);
		await sending({ days: ['sunday'] }, rows({ day, text: 'Offer' }), { messageKey });
	}
	expect(service.posts).toHaveLength(3);
});

test('a dry run says the same', async () => {
	itIs('2026-11-22T22:00:00Z');
	const zones = rows({ zone: 'UTC' }, { zone: 'Asia/Tokyo' }, { zone: 'Nowhere' });
	const run = await sending({ ...night, timeZone: '={{ $json.zone }}' }, zones, { dryRun: true });
	expect(endsOf(run)).toEqual(['quiet-hours', 'quiet-hours', 'invalid-input']);
	expect(service.requests).toEqual([]);
});

test('On Error = stop: the run ends there, and the error says from when on', async () => {
	itIs('2026-11-22T22:00:00Z');
	const run = await sending(night, rows({}, {}), {}, { onError: 'stopWorkflow' });
	expect(run.data.resultData.error).toMatchObject({ name: 'NodeOperationError', description: expect.stringContaining('from 2026-11-23 08:00 on') });
	expect(service.requests).toEqual([]);
});

test('the list of time zones begins with that of the workflow and the usual ones, and names each once', async () => {
	const zones = await new Messaging().methods.loadOptions.getTimeZones.call(service.editor(textParameters()));
	expect(zones.slice(0, 2)).toMatchObject([{ value: '' }, { value: 'Europe/London' }]);
	expect(new Set(zones.map(({ value }) => value)).size).toBe(zones.length);
	expect(zones.length).toBeGreaterThan(300);
});
