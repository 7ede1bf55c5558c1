import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workflowFile, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { changeRows, putRows, rowsOf, type Row } from './dataTable.mts';
import { importExample, run, runWell, withQuietHours } from './exampleRuns.mts';
import { startAt, type MovedInstance } from './movedClock.mts';

const table = 'Planned messages';
const hour = 3_600_000;
const friday = Date.parse('2027-03-26T18:00:00Z');
const sunday = Date.parse('2027-03-28T18:00:00Z');
// The example's are a quarter of an hour apart. On Monday: before and after each of the mornings. In Berlin and London
// the clock was set forward in the night to Sunday.
const passes = [
	...Array.from({ length: 8 }, (_, place) => friday + place * 6 * hour),
	...[0, 1, 8, 9, 11, 12, 13, 17, 18, 20, 21].map((hours) => sunday + hours * hour),
];
const zones = ['Europe/Berlin', 'America/New_York', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland', ''];
const hours = { from: '21:00', to: '08:00', days: ['saturday', 'sunday'] };

/** A weekend of the scheduled example, in an n8n whose clock is moved over it. */
export function quietHoursTests(): void {
	void test('over nights, a weekend and a change of the clock the scheduled example writes to each person once, in their morning', async () => {
		const world = await startAt(friday);
		const file = await importExample(world, 'scheduled-send-from-a-table', (workflow) => {
			const ours = withQuietHours(cancelledLate(workflow), { ...hours, timeZone: '={{ $json.time_zone }}' });
			return { ...ours, settings: { executionOrder: 'v1', timezone: 'Europe/London' } };
		});
		await runWell(world, file.id, 'Make the table (once)');
		for (const order_id of ['A-1001', 'A-1002']) await changeRows(world, table, 'order_id', order_id, { cancelled: true });

		const due = new Map<string, number>();
		const add = async (from: number, now: number) => {
			const rows = zones.map((time_zone, place) => planned(from + place, time_zone));
			await putRows(world, table, rows);
			for (const { recipient, time_zone } of rows) due.set(recipient, firstAllowed(now, time_zone));
		};
		const sentAt = new Map<string, number>();
		const requests = async () => (await world.service.requests()).length;
		const pass = async (at: number) => {
			await world.moveTo(at);
			const [before, isAnyDue] = [await requests(), await anyDue(world, at)];
			const done = await run(world, file.id, 'Every quarter of an hour', 120_000);
			assert.deepEqual([done.status, done.failure], ['success', undefined], `at ${new Date(at).toISOString()}`);
			const sent = (await world.service.accepted()).map(({ to }) => to).filter((to) => !sentAt.has(to));
			for (const to of sent) sentAt.set(to, at);
			if (!isAnyDue) assert.equal(await requests(), before);
		};

		for (const at of passes) {
			if (at === friday) await add(0, at);
			// Everyone's weekend has begun, and then somebody is called back.
			if (at === friday + 18 * hour) await add(10, at);
			if (at === friday + 24 * hour) await changeRows(world, table, 'recipient', numberOf(11), { cancelled: true });
			await pass(at);
		}

		due.delete(numberOf(11));
		assert.deepEqual([...sentAt].map(inWords).sort(), [...due].map(([to, at]) => inWords([to, nextPass(at)])).sort());
		assert.equal((await world.service.accepted()).length, due.size);
		const states = (await rowsOf(world, table)).slice(2).map(({ state, tries }) => [state, tries]);
		assert.deepEqual(states, [...Array.from({ length: 7 }, () => ['accepted', 1]), ['later', 0], ...Array.from({ length: 4 }, () => ['accepted', 1])]);
		await world.stop();
	});
}

const numberOf = (place: number) => `+1201555${String(4300 + place)}`;
const planned = (place: number, time_zone: string) =>
	({ recipient: numberOf(place), order_id: `Q-${String(place)}`, first_name: 'Ada', order_status: 'packed', state: 'planned', time_zone }) satisfies Row;

/** The first quarter of an hour at which it is neither night nor weekend there, by the time zones of Node.js. */
function firstAllowed(from: number, timeZone: string): number {
	const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timeZone || 'Europe/London', weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
	for (let at = from; ; at += hour / 4) {
		const [weekday = '', hourOfDay = ''] = clock.format(at).split(/[, ]+/);
		if (!['Sat', 'Sun'].includes(weekday) && Number(hourOfDay) >= 8 && Number(hourOfDay) < 21) return at;
	}
}

const nextPass = (from: number) => passes.find((at) => at >= from) ?? 0;

const inWords = ([to, at]: [string, number]) => `${to} ${new Date(at).toISOString()}`;

/** Has rows be cancelled after a run has read them and before it takes them, as far as the run can tell. */
const cancelledLate = (workflow: WorkflowFile): WorkflowFile =>
	workflowFile.parse(JSON.parse(JSON.stringify(workflow).replace('!$json.cancelled && ', '')));

async function anyDue(world: MovedInstance, at: number): Promise<boolean> {
	const rows = (await rowsOf(world, table)).filter(({ cancelled }) => cancelled !== true);
	return rows.some(({ state, send_after }) => state === 'planned' || (state === 'later' && Date.parse(String(send_after)) <= at));
}
