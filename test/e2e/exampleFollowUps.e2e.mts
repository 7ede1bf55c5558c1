import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { webhookPath } from '../../scripts/start/examples.mts';
import { changeRows, dropTable, putRows, type Row, rowsOf } from './dataTable.mts';
import { another, importExample, run, runWell, webhookRuns, whilePublished } from './exampleRuns.mts';
import { tell, withFaults, withStatusesByHand } from './sandboxControl.mts';
import { postSigned } from './statusPost.mts';
import { sendAndReport } from './triggerWorkflow.mts';
import type { World } from './world.mts';

/** The examples that look after what became of messages. */
export function followUpTests(world: World): void {
	void test('the example for what is not delivered tells of each such message once', async () => {
		const table = 'Planned messages';
		await dropTable(world, table);
		const sender = await importExample(world, 'scheduled-send-from-a-table', another);
		await runWell(world, sender.id, 'Make the table (once)');
		const example = await importExample(world, 'not-delivered-after-an-hour', another);
		const pass = () => run(world, example.id, 'Every quarter of an hour');
		const [longAgo, justNow] = [new Date(Date.now() - 61 * 60_000).toISOString(), new Date(Date.now() - 55 * 60_000).toISOString()];
		const row = (order_id: string, state: string, progress: number | null, accepted_at: string | null) =>
			({ recipient: '+12015550178', order_id, state, progress, accepted_at, note: state === 'failed' ? 'Message undeliverable' : '' });
		await putRows(world, table, [
			row('D-accepted', 'accepted', 0, longAgo),
			row('D-sent', 'sent', 1, longAgo),
			row('D-failed', 'failed', 2, longAgo),
			row('D-delivered', 'delivered', 3, longAgo),
			row('D-read', 'read', 4, longAgo),
			row('D-new', 'sent', 1, justNow),
			row('D-planned', 'planned', null, null),
		]);

		const first = await pass();
		assert.equal(first.status, 'error');
		assert.equal(first.failure, '3 accepted more than an hour ago and not delivered');
		assert.deepEqual(first.why.split('\n'), [
			'D-accepted to +12015550178: accepted. ',
			'D-sent to +12015550178: sent. ',
			'D-failed to +12015550178: failed. Message undeliverable',
		]);
		assert.equal((await pass()).status, 'success');

		await changeRows(world, table, 'order_id', 'D-new', { accepted_at: longAgo });
		assert.match((await pass()).why, /^D-new to [^\n]*$/);

		// What an error has no room for is told by the next run.
		await putRows(world, table, Array.from({ length: 203 }, (_, place) => row(`M-${String(place)}`, 'sent', 1, longAgo)));
		const told = [await pass(), await pass()].map(({ why }) => why.split('\n'));
		assert.deepEqual(told.map((lines) => lines.length), [200, 3]);
		assert.equal(new Set(told.flat()).size, 203);
	});

	void test('the example for a campaign reports it once, when nothing waits and its statuses have had a day', async () => {
		const table = 'Planned messages';
		await dropTable(world, table);
		const sender = await importExample(world, 'scheduled-send-from-a-table', another);
		await runWell(world, sender.id, 'Make the table (once)');
		// Of the example's own rows.
		await changeRows(world, table, 'order_id', 'A-1001', { order_status: 'packed' });
		const example = await importExample(world, 'campaign-report', another);
		const pass = () => run(world, example.id, 'Every morning at nine');
		const [longAgo, justNow] = [new Date(Date.now() - 25 * 3_600_000).toISOString(), new Date().toISOString()];
		const row = (order_id: string, state: string, accepted_at: string | null, more: Row = {}) =>
			({ recipient: '+12015550177', order_id, order_status: 'on its way', state, accepted_at, tries: 1, note: '', ...more });
		await putRows(world, table, [
			row('C-accepted', 'accepted', longAgo),
			row('C-sent', 'sent', longAgo),
			row('C-delivered', 'delivered', longAgo),
			row('C-read', 'Read ', longAgo),
			row('C-failed', 'failed', longAgo, { note: 'Message undeliverable' }),
			row('C-failed-too', 'failed', longAgo, { note: 'Message undeliverable' }),
			row('C-unknown', 'unknown', null, { note: 'No clear response' }),
			row('C-rejected', 'rejected', null, { note: 'The template is paused' }),
			row('C-tried', 'not_sent', null, { tries: 5, note: 'Not a number' }),
			row('C-called-back', 'planned', null, { cancelled: true }),
			row('C-waits', 'later', null),
			row('C-other', 'failed', longAgo, { order_status: 'another campaign', note: 'Not of this one' }),
		]);
		assert.equal((await pass()).status, 'success');
		// It was sent a moment ago: its statuses are still to come.
		await changeRows(world, table, 'order_id', 'C-waits', { state: 'accepted', accepted_at: justNow });
		assert.equal((await pass()).status, 'success');

		await changeRows(world, table, 'order_id', 'C-waits', { state: 'delivered', accepted_at: longAgo });
		const told = await pass();
		assert.equal(told.failure, 'Report of "on its way": 11 rows. 1 accepted, 1 sent, 2 delivered, 1 read, 2 failed, 1 rejected, 1 not_sent, 1 unknown, 1 cancelled');
		assert.deepEqual(told.why.split('\n'), ['2 failed: Message undeliverable', '1 rejected: The template is paused', '1 not_sent: Not a number']);
		assert.equal((await pass()).status, 'success');
	});

	void test('the example for unknown messages asks a person, settles what they confirm, and sends nothing', () => withStatusesByHand(world, async () => {
		const [table, questions] = ['Planned messages', 'Unknown to confirm'];
		for (const name of [table, questions, 'Statuses by recipient']) await dropTable(world, name);
		const sender = await importExample(world, 'scheduled-send-from-a-table', another);
		await runWell(world, sender.id, 'Make the table (once)');
		const example = await importExample(world, 'settle-unknown-messages', another);
		await runWell(world, example.id, 'Make the tables (once)');
		const pass = () => run(world, example.id, 'Every quarter of an hour');
		const row = (order_id: string, recipient: string, state: string, message_id = '') =>
			({ recipient, order_id, order_status: 'packed', state, message_id, tries: 1, progress: message_id ? 0 : null, note: state === 'unknown' ? 'No clear response' : '' });
		const sentBefore = (await world.service.accepted()).length;
		await whilePublished(world, example.id, async () => {
			const report = async (statuses: object[]) => await postSigned(world.n8nUrl + webhookPath(example), JSON.stringify(statuses), world.status.secret);
			const status = (message_id: string, to: string, word: string) => ({ message_id, to, status: word });
			await report([status('before', '+12015550165', 'delivered')]);
			await webhookRuns(world, example.id, 1);
			await putRows(world, table, [
				row('U-found', '+1 201 555 0165', 'unknown'),
				row('U-alone', '+12015550166', 'unknown'),
				row('U-known', '+12015550165', 'accepted', 'of U-known'),
				row('U-refused', '+12015550167', 'rejected'),
			]);
			assert.equal((await pass()).status, 'success');
			await report([
				status('lost', '+12015550165', 'sent'),
				status('lost', '+12015550165', 'delivered'),
				status('of U-known', '+12015550165', 'sent'),
				status('not unknown', '+12015550167', 'sent'),
			]);
			await webhookRuns(world, example.id, 2);

			const asked = await pass();
			assert.equal(asked.failure, '1 found for unknown rows: please confirm');
			assert.equal(asked.why, 'U-found to +1 201 555 0165: message lost, sent');
			assert.equal((await pass()).status, 'success');
			const states = async () => (await rowsOf(world, table)).filter(({ order_id }) => String(order_id).startsWith('U-')).map(({ order_id, state, message_id }) => [order_id, state, message_id]);
			const others = [['U-alone', 'unknown', ''], ['U-known', 'accepted', 'of U-known'], ['U-refused', 'rejected', '']];
			assert.deepEqual(await states(), [['U-found', 'unknown', ''], ...others]);

			await changeRows(world, questions, 'message_id', 'lost', { confirmed: true });
			await runWell(world, example.id, 'Every quarter of an hour');
			assert.deepEqual(await states(), [['U-found', 'delivered', 'lost'], ...others]);
			// What a person does to the row later stays.
			await changeRows(world, table, 'order_id', 'U-found', { state: 'unknown' });
			await runWell(world, example.id, 'Every quarter of an hour');
			assert.deepEqual((await states())[0], ['U-found', 'unknown', 'lost']);
			await runWell(world, example.id, 'Every night at three');
		});
		assert.equal((await world.service.accepted()).length, sentBefore);
	}));

	void test('who opted out is noted, by an answer or by a status, and left out from then on', () => withStatusesByHand(world, async () => {
		const byHand = 'When clicking ‘Execute workflow’';
		const people = ['+12015550171', '+12015550172', '+12015550173'] as const;
		const [ada, lin, sam] = people;
		// Other tests may have sent them something too.
		const atFirst = await world.service.countsFor(people);
		const had = async () => (await world.service.countsFor(people)).map((count, place) => count - (atFirst[place] ?? 0));
		const example = await importExample(world, 'leave-out-who-opted-out', another);
		await dropTable(world, 'Opted out');
		await runWell(world, example.id, 'Make the table (once)');
		await whilePublished(world, example.id, async () => {
			const optedOut = { kind: 'error', status: 400, code: 131050, message: 'The recipient does not want marketing messages' };
			await withFaults(world, [{ ...optedOut, match: { to: lin } }], () => runWell(world, example.id, byHand));
			assert.deepEqual(await had(), [1, 0, 1]);

			const sent = (await world.service.acceptedFor(sam)).at(-1);
			const report = (id: string, code: number) => tell(world, `messages/${id}/status`, { status: 'failed', error: { code, message: 'Not delivered' } });
			await report(sent?.message_id ?? '', 131050);
			await report(await sendAndReport(world, ada, ['sent']), 131026);
			// Nobody's number: a row of it would be empty, or leave out somebody else.
			const hidden = { status: 'failed', recipient_user_id: 'US.13491208655302741918', error: { code: 131050, message: 'Not delivered' } };
			const statuses = [{ ...hidden, message_id: 'hidden-1' }, { ...hidden, message_id: 'hidden-2', to: hidden.recipient_user_id }];
			await postSigned(world.n8nUrl + webhookPath(example), JSON.stringify(statuses), world.status.secret);
			await webhookRuns(world, example.id, 3);
			const noted = (await rowsOf(world, 'Opted out')).map(({ recipient, noted_from }) => [recipient, noted_from]);
			assert.deepEqual(noted, [['12015550172', 'an answer'], ['12015550173', 'a status']]);

			// Nobody has the same promotion twice. The next one goes to who is left, and whatever else goes wrong is told.
			const before = await had();
			await runWell(world, example.id, byHand);
			assert.deepEqual(await had(), before);
			await world.session.request('PATCH', `/workflows/${example.id}`, z.unknown(), { nodes: example.nodes.map(nextPromotion) });
			const blocked = [{ kind: 'error', status: 400, message: 'This number is blocked', match: { to: ada } }];
			const stopped = await withFaults(world, blocked, () => run(world, example.id, byHand));
			assert.deepEqual([stopped.status, stopped.failure], ['error', '1 not accepted']);
			assert.match(stopped.why, /^\+12015550171: rejected\. .*This number is blocked/);
			await runWell(world, example.id, byHand);
			assert.deepEqual((await had()).map((count, place) => count - (before[place] ?? 0)), [1, 0, 0]);
			assert.equal((await rowsOf(world, 'Opted out')).length, 2);
		});
	}));
}

/** Puts the next promotion's code into the list. */
function nextPromotion(node: WorkflowFile['nodes'][number]): WorkflowFile['nodes'][number] {
	if (node.name !== 'The list') return node;
	const list = z.string().parse(node.parameters.jsonOutput).replaceAll('SPRING20', 'SUMMER10');
	return { ...node, parameters: { ...node.parameters, jsonOutput: list } };
}
