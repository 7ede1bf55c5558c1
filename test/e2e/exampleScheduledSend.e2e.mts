import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCredential, workflowFile, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { changeRows, dropTable, putRows, rowsOf, type Row } from './dataTable.mts';
import { another, atAnyHour, importExample, run, runWell } from './exampleRuns.mts';
import { start } from './question.mts';
import { tell, withFaults, withStatusesByHand } from './sandboxControl.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

const table = 'Planned messages';
const schedule = 'Every quarter of an hour';
const makeTable = 'Make the table (once)';
const batch = 20;

/** The nightly job, over nights on which something different goes wrong each time. */
export function scheduledSendTests(world: World): void {
	void test('the scheduled example sends each row once, whatever the nights are like, and tells of each failure', () => withStatusesByHand(world, async () => {
		const file = await importExample(world, 'scheduled-send-from-a-table', (workflow) => quicker(atAnyHour(another(workflow))));
		const onePass = () => run(world, file.id, schedule, 120_000);
		await dropTable(world, table);
		await runWell(world, file.id, makeTable);
		const people = Array.from({ length: 150 }, (_, place) => `+1201555${String(4000 + place)}`);
		const sentSoFar = async () => (await world.service.accepted()).length;
		const plan = (from: number, to: number) => putRows(world, table, people.slice(from, to).map((recipient, place) => planned(recipient, from + place)));

		// The first night: the first batch can't read the templates, in the second some are refused and two answers get
		// lost, in the third a person gets too much and the service wants to be left alone, and only the last one has
		// nothing to bear.
		await plan(0, 78);
		const [refused, lost, tooOften, asksForRest] = [people.slice(20, 23), people.slice(30, 32), people[40] ?? '', people[41] ?? ''];
		const first = await withFaults(world, [
			{ kind: 'reset-before', times: 4, match: { method: 'GET', path: '/v1/messaging/templates' } },
			...refused.map((to) => ({ kind: 'error', status: 400, message: 'This number is blocked', match: { to } })),
			...lost.map((to) => ({ kind: 'reset-after', match: { to } })),
			{ kind: 'too-frequent', match: { to: tooOften } },
			{ kind: '429', retry_after: 900, match: { to: asksForRest } },
		], () => onePass());
		const afterFirst = await compare(world);
		assert.deepEqual([afterFirst.rejected, afterFirst.unknown, afterFirst.later, afterFirst.planned, afterFirst.sending], [3, 2, 2, undefined, undefined]);
		assert.ok((afterFirst.not_sent ?? 0) >= batch);
		assert.equal(first.status, 'error');
		assert.equal(first.failure, `${String(afterFirst.not_sent)} not_sent, 3 rejected, 2 unknown`);
		assert.match(first.why, /N-20 to \+12015554020: rejected, try 1\. .*This number is blocked/);

		// Whoever may have a message only later is left out until then, and whatever was not sent for an hour.
		const waiting = async () => (await rowsOf(world, table)).filter(({ send_after }) => send_after !== null);
		const early = await waiting();
		assert.deepEqual(early.filter((row) => hoursUntil(row) > 1).map((row) => [row.recipient, row.state, hoursUntil(row)]), [[tooOften, 'later', 24]]);
		assert.equal(early.length, 2 + (afterFirst.not_sent ?? 0));

		// The second night has more rows, is started twice at once, and n8n is killed in the middle of it.
		await plan(78, 150);
		await tell(world, 'settings', { latency_ms: 300 });
		const before = await sentSoFar();
		await Promise.all([start(world, file.id, schedule), start(world, file.id, schedule)]);
		await until('the middle of the second night', async () => (await sentSoFar()) > before + batch || undefined);
		await world.crashN8n();
		await tell(world, 'settings', { latency_ms: 0 });
		const afterCrash = await compare(world);
		assert.ok((afterCrash.sending ?? 0) > 0, JSON.stringify(afterCrash));
		assert.deepEqual(await waiting(), early);
		for (const { order_id } of early) await changeRows(world, table, 'order_id', String(order_id), { send_after: new Date().toISOString() });

		// The third night ends what the others began. What nobody can know is told once, and what a killed run had no
		// time to tell is told by the next one.
		await runWell(world, file.id, makeTable);
		await changeRows(world, table, 'recipient', lost[0] ?? '', { told_at: null });
		const third = await onePass();
		const afterThird = await compare(world);
		assert.deepEqual(Object.keys(afterThird).sort(), ['accepted', 'rejected', 'unknown']);
		assert.equal(afterThird.rejected, 3);
		assert.deepEqual(await waiting(), []);
		assert.equal(third.status, 'error');
		assert.equal(third.failure, `${String((afterThird.unknown ?? 0) - 1)} unknown`);
		for (const { order_id, state, recipient } of await rowsOf(world, table)) {
			if (state === 'unknown') assert.equal(third.why.includes(`${String(order_id)} to `), recipient !== lost[1], String(order_id));
		}

		// They have looked: whoever has no message gets one with another key, and only they. A row that can't be sent is
		// given up with its fifth try: told once more, then left alone.
		const decided = (await rowsOf(world, table)).filter(({ state }) => state === 'unknown');
		for (const { order_id, message_key, recipient } of decided) {
			const arrived = (await world.service.acceptedFor(String(recipient))).length > 0;
			await changeRows(world, table, 'order_id', String(order_id), arrived ? { state: 'accepted' } : { state: 'planned', message_key: `${String(message_key)}-2` });
		}
		await putRows(world, table, [{ ...planned('not a number', 999), state: 'not_sent', tries: 4 }]);
		const fourth = await onePass();
		const sent = await sentSoFar();
		assert.deepEqual(Object.keys(await compare(world)).sort(), ['accepted', 'not_sent', 'rejected']);
		assert.equal(fourth.failure, '1 not_sent');
		assert.match(fourth.why, /^N-999 to not a number: not_sent, try 5\. /);
		const last = await onePass();
		assert.deepEqual([last.status, last.failure, await sentSoFar()], ['success', undefined, sent]);
	}));

	void test('where the node fails as a whole, the scheduled example takes no row for accepted', async () => {
		const gone = { id: 'gone', name: 'Deleted since' };
		const { id } = await importExample(world, 'scheduled-send-from-a-table', (workflow) =>
			withCredential(another(workflow), 'messagingApi', gone));
		await dropTable(world, table);
		await runWell(world, id, makeTable);
		const failed = await run(world, id, schedule);
		assert.equal(failed.failure, '2 not_sent');
		const rows = (await rowsOf(world, table)).map(({ state, tries, accepted_at }) => [state, tries, accepted_at]);
		assert.deepEqual(rows, [['not_sent', 1, null], ['not_sent', 1, null]]);
	});

	void test('the scheduled example sends a row on its day, and names the rows that no run would ever send', () => withStatusesByHand(world, async () => {
		const file = await importExample(world, 'scheduled-send-from-a-table', (workflow) => atAnyHour(another(workflow)));
		await dropTable(world, table);
		await runWell(world, file.id, makeTable);
		const now = Date.now();
		const clock = (hours: number) => new Date(now + hours * 3_600_000).toISOString().slice(0, 16);
		const due = [
			{ state: null },
			{ state: '' },
			{ state: ' Planned ', cancelled: false },
			{ send_on: clock(-48).slice(0, 10) },
			{ send_on: clock(-2), time_zone: 'UTC' },
			{ send_on: clock(0).replace('T', ' '), time_zone: 'Etc/GMT-12' },
		];
		const waiting = [{ send_on: clock(48).slice(0, 10) }, { send_on: clock(0), time_zone: 'Etc/GMT+12' }, { state: 'Accepted' }, { cancelled: true }, { state: 'soon', cancelled: true }];
		const never = [{ send_on: 'soon' }, { state: 'plannd' }, { state: '', send_on: clock(-2), time_zone: 'Mars' }];
		const changes: Row[] = [...due, ...waiting, ...never];
		const people = changes.map((_row, place) => `+1201555${String(4300 + place)}`);
		const rows = changes.map((row, place) => ({ ...planned(people[place] ?? '', place), ...row }));
		await putRows(world, table, rows);
		const first = await run(world, file.id, schedule);
		assert.deepEqual([first.failure, first.why.split('\n')], ['3 never due', [
			`N-11 to +12015554311: never due: 'send_on' is "soon", time zone ""`,
			`N-12 to +12015554312: never due: 'state' is "plannd"`,
			`N-13 to +12015554313: never due: 'send_on' is "${clock(-2)}", time zone "Mars"`,
		]]);
		await runWell(world, file.id, schedule);
		assert.deepEqual(await world.service.countsFor(people), people.map((_row, place) => (place < due.length ? 1 : 0)));

		// A person corrects what was named.
		await changeRows(world, table, 'order_id', 'N-11', { send_on: '' });
		await runWell(world, file.id, schedule);
		assert.equal((await world.service.acceptedFor('+12015554311')).length, 1);
	}));
}

const hoursUntil = (row: Row | undefined) => Math.round((Date.parse(String(row?.send_after)) - Date.now()) / 3_600_000);

/** The example with smaller batches and a shorter hour, so that a test sees several of each. */
function quicker(workflow: WorkflowFile): WorkflowFile {
	const text = JSON.stringify(workflow).replace('"batchSize":100', `"batchSize":${String(batch)}`).replace('{ hours: 1 }', '{ seconds: 5 }');
	return workflowFile.parse(JSON.parse(text));
}

const planned = (recipient: string, place: number): Row => ({
	recipient,
	order_id: `N-${String(place)}`,
	first_name: 'Ada',
	order_status: 'packed',
	state: 'planned',
});

/**
 * Holds each row of the table against the service's ledger: nobody has two messages, whoever is `accepted` has one,
 * with the id that the row says, and nobody else has any, but those who may.
 * @returns how many rows are in each state
 */
async function compare(world: World): Promise<Partial<Record<string, number>>> {
	const sent = new Map<string, string[]>();
	for (const { to, message_id } of await world.service.accepted()) sent.set(to, [...(sent.get(to) ?? []), message_id]);
	const states: Record<string, number> = {};
	for (const row of await rowsOf(world, table)) {
		const state = String(row.state);
		const messages = sent.get(String(row.recipient).replaceAll(' ', '')) ?? [];
		const fits =
			state === 'accepted'
				? messages.length === 1 && (row.message_id === '' || row.message_id === messages[0])
				: messages.length <= (['unknown', 'sending'].includes(state) ? 1 : 0);
		assert.ok(fits, `${JSON.stringify(row)} has ${JSON.stringify(messages)}`);
		states[state] = (states[state] ?? 0) + 1;
	}
	return states;
}
