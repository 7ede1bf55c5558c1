import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import type { WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { webhookPath } from '../../scripts/start/examples.mts';
import { findPostgres, startPostgres } from '../queue/databases.mts';
import { dropTable, putRows, rowsOf } from './dataTable.mts';
import { another, atAnyHour, importExample, run, runWell, whilePublished, withQuietHours, type FinishedRun } from './exampleRuns.mts';
import { start } from './question.mts';
import { tell, withFaults, withStatusesByHand } from './sandboxControl.mts';
import { patience, reasonOf, StatusStorm } from './statusStorm.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

const table = 'Planned messages';
const byHand = 'When clicking ‘Execute workflow’';
const makeTable = 'Make the table (once)';
const makeTables = 'Make the tables (once)';
const peopleFrom = (from: number, length: number) => Array.from({ length }, (_, place) => ({ to: `+1201555${String(from + place)}`, order_id: `S-${String(place)}` }));

/** Two workflows that write the same row: the one that sends a message, and the one that its statuses start. */
export function statusRowTests(world: World): void {
	void test('in the data table each row ends with its furthest status, whenever its statuses come', () => inStorm(world, async () => {
		const people = peopleFrom(5000, 60);
		const sender = await importExample(world, 'scheduled-send-from-a-table', (workflow) => atAnyHour(another(workflow)));
		const receiver = await importExample(world, 'statuses-into-the-table', another);
		for (const name of [table, 'Message statuses']) await dropTable(world, name);
		await runWell(world, sender.id, makeTable);
		await putRows(world, table, people.map(({ to, order_id }) => ({ recipient: to, order_id, first_name: 'Ada', order_status: 'packed', state: 'planned' })));
		const { done, expected } = await reportedWhileSent(world, receiver, people, () => run(world, sender.id, 'Every quarter of an hour', patience));
		const rows = (await rowsOf(world, table)).filter(({ order_id }) => String(order_id).startsWith('S-'));
		assert.deepEqual(rows.map((row) => [row.order_id, row.recipient, row.message_id, row.state, row.note]), expected);
		assert.ok(done.outputs('Add them').flat().length > 0, 'no status was faster than its row');
		await runWell(world, receiver.id, 'Every night at three');
	}));

	void test('in PostgreSQL each row ends with its furthest status, whenever its statuses come', () => inStorm(world, () => withPostgres(world, async (database) => {
		const people = peopleFrom(5400, 120);
		const example = await importExample(world, 'messages-in-postgres', (workflow) => withOrders(bearingRepeats(inPostgres(atAnyHour(another(workflow)), database)), people));
		await runWell(world, example.id, makeTables);
		await runWell(world, example.id, makeTables);
		const { expected } = await reportedWhileSent(world, example, people, () => run(world, example.id, byHand, patience));
		const columns = "order_id, recipient, message_id, status, coalesce(reason, '')";
		assert.deepEqual(await database.rows(`SELECT ${columns} FROM message_with_status ORDER BY substr(order_id, 3)::int`), expected);

		// Once more: all of it is done.
		await runWell(world, example.id, byHand);
		assert.equal((await world.service.acceptedFor('+12015555400')).length, 1);
	})));

	void test('in PostgreSQL a killed run leaves each message its order, the next one goes on, and a person decides on the rest', () => withStatusesByHand(world, () => withPostgres(world, async (database) => {
		const people = peopleFrom(5800, 160);
		const example = await importExample(world, 'messages-in-postgres', (workflow) => withOrders(inPostgres(atAnyHour(another(workflow)), database), people));
		await runWell(world, example.id, makeTables);
		const had = () => world.service.countsFor(people.map(({ to }) => to));
		const sentSoFar = async () => (await world.service.accepted()).length;
		const states = async () => new Map((await database.rows('SELECT recipient, state FROM message')).map(([to = '', state]) => [to, state]));

		await tell(world, 'settings', { latency_ms: 200 });
		const before = await sentSoFar();
		await start(world, example.id, byHand);
		await until('the middle of the run', async () => (await sentSoFar()) > before + 110 || undefined);
		await world.crashN8n();
		await tell(world, 'settings', { latency_ms: 0 });
		const known = await states();
		assert.deepEqual((await had()).map((count, place) => count === 0 || known.has(people[place]?.to ?? '')), people.map(() => true));

		const tooOften = people.at(-1)?.to ?? '';
		const next = await withFaults(world, [{ kind: 'too-frequent', match: { to: tooOften } }], () => run(world, example.id, byHand, patience));
		assert.equal((await states()).get(tooOften), 'later');
		const unknown = [...await states()].filter(([to, state]) => state !== 'accepted' && to !== tooOften);
		assert.ok(unknown.length > 0 && unknown.length <= 10 && unknown.every(([, state]) => state === 'unknown'), JSON.stringify(unknown));
		assert.match(next.failure ?? '', new RegExp(`^1 later, ${String(unknown.length)} unknown, [0-9]+ sent without an ID$`));
		for (const [to] of unknown) assert.ok(next.why.includes(` to ${to}: unknown. `), to);
		const arrived = await had();
		assert.deepEqual(arrived.filter((count) => count > 1), []);
		// Also a run that has nothing to do with them: the one that wrote them may have been killed too.
		const again = await run(world, example.id, byHand, patience);
		assert.match(again.failure ?? '', new RegExp(`${String(unknown.length)} unknown, ${/[0-9]+ sent without an ID$/.exec(next.failure ?? '')?.[0] ?? 'some'}$`));

		// As the note says: whoever has a message is noted, whoever has none gets one under another key.
		const missing = people.filter((_, place) => arrived[place] === 0).map(({ to }) => `'${to}'`);
		await database.rows(`UPDATE message SET state = 'planned', message_key = message_key || '-2' WHERE state = 'unknown' AND recipient IN (${['NULL', ...missing].join()})`);
		await database.rows("UPDATE message SET state = 'accepted' WHERE state = 'unknown'");
		await database.rows("UPDATE message SET message_id = 'not known' WHERE state = 'accepted' AND message_id IS NULL");
		await runWell(world, example.id, byHand);
		assert.deepEqual(await had(), people.map(({ to }) => (to === tooOften ? 0 : 1)));
		await database.rows("UPDATE message SET send_after = now() WHERE state = 'later'");
		await runWell(world, example.id, byHand);
		assert.deepEqual(await had(), people.map(() => 1));
	})));

	void test('in PostgreSQL an order waits for its own morning, and one that is cancelled stays', () => withStatusesByHand(world, () => withPostgres(world, async (database) => {
		const people = ['UTC', 'UTC', 'Etc/GMT+12'].map((time_zone, place) => ({ to: `+1201555${String(6300 + place)}`, order_id: `W-${String(place)}`, time_zone }));
		const hour = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString().slice(11, 16);
		const quiet = { from: hour(-1), to: hour(1), timeZone: '={{ $json.time_zone }}' };
		const [now, later] = await Promise.all([quiet, undefined].map((hours) => importExample(world, 'messages-in-postgres', (workflow) =>
			withOrders(inPostgres(withQuietHours(another(workflow), hours), database), people))));
		const had = () => world.service.countsFor(people.map(({ to }) => to));
		assert.ok(now && later);
		await runWell(world, now.id, makeTables);

		const waiting = await run(world, now.id, byHand);
		assert.equal(waiting.failure, '2 later');
		assert.match(waiting.why, /W-0 to \+12015556300: later\. /);
		assert.deepEqual(await had(), [0, 0, 1]);
		const [[hours = ''] = []] = await database.rows("SELECT round(extract(epoch FROM send_after - now()) / 3600) FROM message WHERE order_id = 'W-0'");
		assert.equal(hours, '1');

		await database.rows("UPDATE message SET cancelled = true WHERE order_id = 'W-1'");
		await runWell(world, later.id, byHand);
		assert.deepEqual(await had(), [0, 0, 1]);
		await database.rows("UPDATE message SET send_after = now() WHERE state = 'later'");
		await runWell(world, later.id, byHand);
		assert.deepEqual(await had(), [1, 0, 1]);
	})));
}

interface Database {
	/** Of n8n, for its Postgres nodes. */
	readonly credential: { id: string; name: string };
	/** What a statement gives, as text. */
	rows(statement: string): Promise<string[][]>;
}

/** Has a PostgreSQL of its own for a test. */
async function withPostgres(world: World, work: (database: Database) => Promise<void>): Promise<void> {
	const programs = findPostgres();
	assert.ok(programs, 'PostgreSQL not found: apt-get install --yes postgresql');
	const port = await findFreePort();
	const postgres = await startPostgres({ postgres: programs }, port);
	const data = { host: '127.0.0.1', port, database: 'postgres', user: 'n8n', password: '', ssl: 'disable' };
	const credential = { id: await createCredential(world.session, { name: 'Postgres', type: 'postgres', data }), name: 'Postgres' };
	const rows = async (statement: string) => (await postgres.query(statement)).split('\n').slice(0, -1).map((line) => line.split('|'));
	try {
		await work({ credential, rows });
	} finally {
		await postgres.kill();
	}
}

/** Only the test reports statuses, and the service takes its time, so that some are there before their row is. */
function inStorm(world: World, work: () => Promise<void>): Promise<void> {
	return withStatusesByHand(world, async () => {
		await tell(world, 'settings', { latency_ms: 100 });
		try {
			await work();
		} finally {
			await tell(world, 'settings', { latency_ms: 0 });
		}
	});
}

/**
 * Sends to people while a workflow is published that their statuses start, which come in a storm.
 * @returns the run that sent, and what each row ends as: order, recipient, message, status and reason
 */
function reportedWhileSent(
	world: World,
	receiver: WorkflowFile,
	people: ReadonlyArray<{ to: string; order_id: string }>,
	send: () => Promise<FinishedRun>,
) {
	return whilePublished(world, receiver.id, async () => {
		const storm = new StatusStorm(world, world.n8nUrl + webhookPath(receiver), people.map(({ to }) => to));
		const sending = send();
		await storm.during(sending);
		const done = await sending;
		assert.equal(done.failure, undefined, done.why);
		await storm.after();
		await storm.handled(receiver.id);
		assert.ok(storm.reported >= 5 * people.length, String(storm.reported));

		const ledger = new Map((await world.service.accepted()).map((message) => [message.to, message.message_id]));
		const expected = people.map(({ to, order_id }) => {
			const messageId = ledger.get(to) ?? '';
			const status = storm.furthest.get(messageId);
			return [order_id, to, messageId, status, status === 'failed' ? reasonOf(messageId) : ''];
		});
		return { done, expected };
	});
}

/** Has the trigger let repeats pass, as those of another process or of yesterday do. */
function bearingRepeats(workflow: WorkflowFile): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.type === 'n8n-nodes-messaging.messagingTrigger' ? { ...node, parameters: { ...node.parameters, options: { ignoreDuplicates: false } } } : node);
	return { ...workflow, nodes };
}

/** Chooses a credential in the Postgres nodes, as the note asks for. */
function inPostgres(workflow: WorkflowFile, { credential }: Database): WorkflowFile {
	const nodes = workflow.nodes.map((node) => (node.type === 'n8n-nodes-base.postgres' ? { ...node, credentials: { postgres: credential } } : node));
	return { ...workflow, nodes };
}

/** Puts the test's own orders in the place of the example's. */
function withOrders(workflow: WorkflowFile, people: ReadonlyArray<{ to: string; order_id: string }>): WorkflowFile {
	const orders = people.map((person) => ({ ...person, first_name: 'Ada', order_status: 'packed' }));
	const nodes = workflow.nodes.map((node) =>
		node.name === 'The orders' ? { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify({ orders }) } } : node);
	return { ...workflow, nodes };
}
