import type { INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import { editorContext, outputOf, runMessaging, type NodeSettings } from '../support/engine';
import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { errorOf, textParameters } from '../support/messages';
import { ProcessedData } from '../support/processedData';
import { accepting, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';

/** Quiet hours in runs of the node: what stays, what it says, and what the other promises make of it. */

const memory = new ProcessedData();
let service: ScriptedService;
let answer: (request: ReceivedRequest) => ScriptedAnswer | undefined;

beforeAll(async () => await memory.install());

beforeEach(async () => {
	memory.clear();
	answer = () => undefined;
	service = await startService((request) => answer(request) ?? accepting(request));
});

afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

/** From now on it is this time. */
function itIs(written: string): void {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(written));
}

const night = { from: '21:00', to: '08:00' };

const settings = (hours: INodeParameters, options: INodeParameters = {}, changes: Partial<NodeSettings> = {}): NodeSettings => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: textParameters({ to: '={{ $json.to }}', text: '={{ $json.text }}', options: { quietHours: { hours }, concurrency: 1, ...options } }),
	onError: 'continueRegularOutput',
	timezone: 'UTC',
	...changes,
});

const rows = (...more: object[]): INodeExecutionData[] => more.map((one) => ({ json: { to: '+12015550101', text: 'Hello', ...one } }));

const endsOf = (run: IRun) =>
	outputOf(run).map((item) => ('error' in item.json ? errorOf(item).category : item.json.valid === true ? 'valid' : 'sent'));

test('three people in three time zones: who sleeps is not written to, and the output says from when on', async () => {
	itIs('2026-11-22T12:30:00Z');
	const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland'];
	const run = await runMessaging(settings({ ...night, timeZone: '={{ $json.zone }}' }), rows(...zones.map((zone) => ({ zone }))));
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
	expect(service.requests).toHaveLength(1);
});

// n8n saves no field that is left as it was added.
test.each([['no time zone', { ...night, timeZone: '' }], ['nothing changed', {}]])('with %s the time zone of the workflow counts', async (_case, hours) => {
	itIs('2026-11-22T12:30:00Z');
	for (const [timezone, end] of [['Asia/Tokyo', 'quiet-hours'], ['Europe/Paris', 'sent']] as const) {
		expect(endsOf(await runMessaging(settings(hours, {}, { timezone }), rows({})))).toEqual([end]);
	}
});

test('a message that still waits when they begin does not start any more', async () => {
	itIs('2026-11-22T20:59:59Z');
	// As if the first message had taken two seconds.
	answer = () => void itIs('2026-11-22T21:00:01Z');
	const run = await runMessaging(settings(night), rows({}, {}));
	expect(endsOf(run)).toEqual(['sent', 'quiet-hours']);
	expect(errorOf(outputOf(run)[1])).toMatchObject({ sendAfter: '2026-11-23T08:00:00.000Z' });
});

test('a second attempt does not come in them: what the first one met stays, and a message that never left says when', async () => {
	itIs('2026-11-22T20:59:50Z');
	answer = () => ({ status: 429, headers: { 'retry-after': '60' }, body: {} });
	const [first, second] = outputOf(await runMessaging(settings(night), rows({}, {}))).map(errorOf);
	expect(first).toMatchObject({ outcome: 'rejected', category: 'rate-limited', description: expect.stringContaining('or in quiet hours') });
	expect(second).toMatchObject({ outcome: 'not_sent', category: 'quiet-hours', sendAfter: '2026-11-23T08:00:00.000Z' });
	expect(service.requests).toHaveLength(1);
});

test('what has to start before they end expires', async () => {
	itIs('2026-11-22T22:00:00Z');
	const run = await runMessaging(
		settings(night, { notAfter: '={{ $json.until }}' }),
		rows({ until: '2026-11-23T07:59:00Z' }, { until: '2026-11-23T08:00:00Z' }, { until: '2026-11-22T21:59:00Z' }),
	);
	expect(endsOf(run)).toEqual(['expired', 'quiet-hours', 'expired']);
	expect(errorOf(outputOf(run)[0])).toMatchObject({ message: "Not sent: the time in 'Do Not Send After' comes before its 'Quiet Hours' end" });
});

test('what was sent before is a duplicate in them too, and what they keep back is sent under its key in the morning', async () => {
	const keyed = settings(night, { messageKey: '={{ $json.text }}-1' });
	itIs('2026-11-22T20:00:00Z');
	expect(endsOf(await runMessaging(keyed, rows({ text: 'A' })))).toEqual(['sent']);
	itIs('2026-11-22T22:00:00Z');
	const atNight = await runMessaging(keyed, rows({ text: 'A' }, { text: 'B' }));
	expect(endsOf(atNight)).toEqual(['sent', 'quiet-hours']);
	expect(outputOf(atNight)[0]?.json).toMatchObject({ duplicate: true });
	itIs('2026-11-23T08:00:00Z');
	expect(endsOf(await runMessaging(keyed, rows({ text: 'A' }, { text: 'B' })))).toEqual(['sent', 'sent']);
	expect(service.requests).toHaveLength(2);
});

test('no more than one a week for a person, by a key with the week in it, also over the end of a year', async () => {
	const weekly = settings({ days: ['sunday'] }, { messageKey: "=offer-{{ $json.day.toDateTime().toFormat(\"kkkk-'W'WW\") }}" });
	// The last days of 2026 are in the week of New Year's Day; Monday the 4th begins the next.
	const days = ['2026-12-21', '2026-12-23', '2026-12-28', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-04'];
	const sent: string[] = [];
	for (const day of days) {
		itIs(`${day}T12:00:00Z`);
		const before = service.requests.length;
		await runMessaging(weekly, rows({ day, text: 'Offer' }));
		if (service.requests.length > before) sent.push(day);
	}
	expect(sent).toEqual(['2026-12-21', '2026-12-28', '2027-01-04']);
});

test('a dry run says the same', async () => {
	itIs('2026-11-22T22:00:00Z');
	const run = await runMessaging(settings({ ...night, timeZone: '={{ $json.zone }}' }, { dryRun: true }), rows({ zone: 'UTC' }, { zone: 'Asia/Tokyo' }, { zone: 'Nowhere' }));
	expect(endsOf(run)).toEqual(['quiet-hours', 'quiet-hours', 'invalid-input']);
	expect(service.requests).toEqual([]);
});

test('On Error = stop: the run ends there, and the error says from when on', async () => {
	itIs('2026-11-22T22:00:00Z');
	const run = await runMessaging(settings(night, {}, { onError: 'stopWorkflow' }), rows({}, {}));
	expect(run.data.resultData.error).toMatchObject({ name: 'NodeOperationError', description: expect.stringContaining('from 2026-11-23 08:00 on') });
	expect(service.requests).toEqual([]);
});

test('the list of time zones begins with that of the workflow and the usual ones, and names each once', async () => {
	const zones = await new Messaging().methods.loadOptions.getTimeZones.call(editorContext({ credential: { baseUrl: service.url, apiKey: 'key-123' }, parameters: textParameters() }));
	expect(zones.slice(0, 2)).toMatchObject([{ value: '' }, { value: 'Europe/London' }]);
	expect(new Set(zones.map(({ value }) => value)).size).toBe(zones.length);
	expect(zones.length).toBeGreaterThan(300);
});
