import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { dropTable, rowsOf } from './dataTable.mts';
import { another, finished, importExample, runWell, webhookRuns, whilePublished } from './exampleRuns.mts';
import { start } from './question.mts';
import { tell, withFaults, withStatusesByHand } from './sandboxControl.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

const [codes, statuses] = ['One-time codes', 'Statuses of codes'];
const byHand = 'When clicking ‘Execute workflow’';
const [first, second] = ['1906000000000001', '1906000000000002'];
const take = 'Take it for the second channel';
const sendAgain = 'Send it from the second number';
const undeliverable = { status: 'failed', error: { code: 131026, message: 'Message undeliverable' } };

/** A one-time code that goes another way if it does not arrive. */
export function secondChannelTests(world: World): void {
	// Other tests write to some of these people too.
	const codesTo = async (to: string) => (await world.service.acceptedFor(to)).filter(({ body }) => body.template_name === 'login_code');
	const numbersOf = async (to: string) => (await codesTo(to)).map(({ phone_number_id }) => phone_number_id);
	const report = async (to: string, status: object) => {
		const [message] = await codesTo(to);
		await tell(world, `messages/${message?.message_id ?? ''}/status`, status);
	};
	const stateOf = async () => new Map((await rowsOf(world, codes)).map(({ recipient, state }) => [String(recipient), state]));

	void test('a code goes by the second channel once: after the wait, or at once if it is undeliverable; and not if it arrives', () => withStatusesByHand(world, async () => {
		const [silent, arrived, blocked, soonArrived, soonBlocked, refused] = ['1', '2', '3', '4', '5', '6'].map((end) => `+1201555026${end}`) as [string, string, string, string, string, string];
		const everybody = [silent, arrived, blocked, soonArrived, soonBlocked, refused];
		await published(world, everybody, 8, async ({ id }) => {
			const match = { path: '/v1/messaging/send', phone_number_id: first };
			const rules = [
				// Keeps the run from writing its rows until the statuses of the others have come.
				{ kind: 'slow', delay_ms: 10_000, match: { ...match, to: silent } },
				{ kind: 'error', status: 400, code: 131026, match: { ...match, to: refused } },
			];
			const { executionId, soon } = await withFaults(world, rules, async () => {
				const executionId = await start(world, id, byHand);
				await until('five messages', async () => (await Promise.all(everybody.map(numbersOf))).flat().length === 5 || undefined);
				await report(soonArrived, { status: 'delivered' });
				await report(soonBlocked, undeliverable);
				const soon = await webhookRuns(world, id, 2);
				await until('the rows', async () => (await stateOf()).size === everybody.length || undefined);
				return { executionId, soon };
			});
			assert.deepEqual(soon.flatMap((run) => [...run.output(take), ...run.output('Note that it arrived')]), [], 'the rows were faster than the statuses');

			await report(arrived, { status: 'delivered' });
			await report(blocked, undeliverable);
			const late = await webhookRuns(world, id, 4);
			assert.deepEqual(late.flatMap((run) => run.output(sendAgain)).map(({ to }) => to), [blocked]);
			const done = await finished(world, executionId);
			assert.deepEqual([done.status, done.failure], ['success', undefined]);
			const sentAgain = done.outputs(sendAgain).flat().map(({ to }) => to);
			assert.deepEqual([sentAgain.slice(0, 2).sort(), sentAgain.slice(2)], [[soonBlocked, refused], [silent]]);

			const seen = await Promise.all(everybody.map(numbersOf));
			assert.deepEqual(seen, [[first, second], [first], [first, second], [first], [first, second], [second]]);
			assert.deepEqual(await stateOf(), new Map([
				[silent, 'second channel'], [arrived, 'delivered'], [blocked, 'second channel'],
				[soonArrived, 'delivered'], [soonBlocked, 'second channel'], [refused, 'second channel'],
			]));
			const variables = (await codesTo(silent)).map(({ body }) => body.variables);
			assert.deepEqual(variables[0], variables[1]);

			// The same logins once more, as after a crash: nobody who has the code gets it again.
			await finished(world, await start(world, id, byHand));
			assert.deepEqual((await Promise.all(everybody.slice(0, 5).map(numbersOf))), seen.slice(0, 5));
			await runWell(world, id, 'Every night at three');
		});
	}));

	void test('if statuses come in the second in which the wait ends, each code still goes one way', () => withStatusesByHand(world, async () => {
		const people = Array.from({ length: 16 }, (_, place) => `+1201555${String(6100 + place)}`);
		await published(world, people, 3, async ({ id }) => {
			const executionId = await start(world, id, byHand);
			await until('the end of the wait', async () => [...(await stateOf()).values()].includes('second channel') || undefined);
			await Promise.all(people.map((to, place) => report(to, place % 2 === 0 ? { status: 'delivered' } : undeliverable)));
			const runs = [await finished(world, executionId), ...await webhookRuns(world, id, people.length)];

			const states = await stateOf();
			const taken = runs.flatMap((run) => run.outputs(take).flat()).map(({ recipient }) => recipient);
			const noted = runs.flatMap((run) => run.outputs('Note that it arrived').flat()).map(({ recipient }) => recipient);
			const inState = (state: string) => people.filter((to) => states.get(to) === state);
			assert.deepEqual([taken.sort(), noted.sort()], [inState('second channel'), inState('delivered')]);
			assert.equal(taken.length + noted.length, people.length);
			const sent = await Promise.all(people.map(numbersOf));
			assert.deepEqual(sent, people.map((to) => (states.get(to) === 'delivered' ? [first] : [first, second])));
		});
	}));
}

/** Does something while the example is published, with its codes for these people, a shorter wait and empty tables. */
async function published(world: World, people: readonly string[], waitSeconds: number, work: (example: WorkflowFile) => Promise<void>): Promise<void> {
	for (const table of [codes, statuses]) await dropTable(world, table);
	const items = people.map((recipient) => ({ json: { login_id: `login ${recipient}`, recipient, email: 'ada@example.com', code: '654321' } }));
	const example = await importExample(world, 'code-by-a-second-channel', (workflow) => ({
		...another(workflow),
		nodes: workflow.nodes.map((node) => (node.name === 'Wait a minute' ? { ...node, parameters: { ...node.parameters, amount: waitSeconds } } : node)),
		pinData: { 'The code': items },
	}));
	await runWell(world, example.id, 'Make the tables (once)');
	await whilePublished(world, example.id, () => work(example));
}
