import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExecutions, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { changeRows, dropTable, rowsOf } from './dataTable.mts';
import { another, finished, importExample, runWell, webhookRuns, whilePublished } from './exampleRuns.mts';
import { startModel } from './languageModel.mts';
import { answer, linksSentTo, openWindowTo, start, waiting } from './question.mts';
import { tell, withFaults } from './sandboxControl.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

const shop = '1906000000000001';
const byHand = 'When clicking ‘Execute workflow’';

/** The examples that start with what people write back. */
export function answerExampleTests(world: World): void {
	const textsTo = async (to: string) => (await world.service.acceptedFor(to)).flatMap(({ body }) => (typeof body.text === 'string' ? [body.text] : []));
	const templatesTo = async (to: string) => (await world.service.acceptedFor(to)).filter(({ kind }) => kind === 'template');

	void test('the example that answers sends a text to who wrote within 24 hours, and the template to others', async () => {
		const table = 'Last day of messages';
		await dropTable(world, table);
		const example = await importExample(world, 'answer-by-text-or-template');
		await runWell(world, example.id, 'Make the table (once)');
		const [ada, lin] = ['+12015550141', '+12015550142'];
		const counts = async () => Promise.all([ada, lin].flatMap((to) => [templatesTo(to), textsTo(to)]).map(async (found) => (await found).length));
		await whilePublished(world, example.id, async () => {
			await runWell(world, example.id, byHand);
			assert.deepEqual(await counts(), [1, 0, 1, 0]);

			await tell(world, 'reply', { from: lin, to: shop, text: 'Where is it?' });
			await webhookRuns(world, example.id, 1);
			await runWell(world, example.id, byHand);
			assert.deepEqual(await counts(), [2, 0, 1, 1]);
			assert.deepEqual(await textsTo(lin), ['Hi Lin, your order A-1002 is on its way.']);

			// A day later.
			await changeRows(world, table, 'sender', lin.slice(1), { written_at: new Date(Date.now() - 24 * 3_600_000).toISOString() });
			await runWell(world, example.id, byHand);
			assert.deepEqual(await counts(), [3, 0, 2, 1]);

			// To another number of the account: the window is that of the number.
			await tell(world, 'reply', { from: ada, to: '1906000000000002', text: 'Hello' });
			await webhookRuns(world, example.id, 2);
			await runWell(world, example.id, byHand);
			assert.deepEqual(await counts(), [4, 0, 3, 1]);
			await runWell(world, example.id, 'Every night at three');
		});
	});

	void test("who writes STOP is told so and left out of tonight's run, until they write START", async () => {
		await dropTable(world, 'Opted out');
		const people = ['44', '46', '47'].map((end) => `+120155501${end}`) as [string, string, string];
		const list = (code: string) => (workflow: WorkflowFile): WorkflowFile => ({
			...another(workflow),
			pinData: { 'The list': [{ json: { people: people.map((to) => ({ to, first_name: 'Ada', promo_code: code })) } }] },
		});
		const sending = await importExample(world, 'leave-out-who-opted-out', list('TONIGHT'));
		await runWell(world, sending.id, 'Make the table (once)');
		const listening = await importExample(world, 'opt-out-by-message');
		await whilePublished(world, listening.id, async () => {
			await tell(world, 'reply', { from: people[0], to: shop, text: 'Please stop by tomorrow' });
			await tell(world, 'reply', { from: people[1], to: shop, text: ' Stop! ' });
			const [one, two] = await webhookRuns(world, listening.id, 2);
			assert.deepEqual([one?.failure, two?.failure], [undefined, undefined]);
			assert.deepEqual((await Promise.all(people.map(textsTo))).map(({ length }) => length), [0, 1, 0]);
			assert.deepEqual((await rowsOf(world, 'Opted out')).map(({ recipient, noted_from }) => [recipient, noted_from]), [[people[1].slice(1), 'a message']]);

			await runWell(world, sending.id, byHand);
			assert.deepEqual((await Promise.all(people.map(templatesTo))).map(({ length }) => length), [1, 0, 1]);

			await tell(world, 'reply', { from: people[1], to: shop, text: 'START' });
			await webhookRuns(world, listening.id, 3);
			await runWell(world, (await importExample(world, 'leave-out-who-opted-out', list('TOMORROW'))).id, byHand);
			assert.deepEqual((await Promise.all(people.map(templatesTo))).map(({ length }) => length), [2, 1, 2]);
		});
	});

	void test('a press on a button in the inbox lets the waiting workflow go on, once', world.withPage(async (page) => {
		const to = '+12015550145';
		await asking(world, 45 * 60, to, async (example) => {
			const executionId = await start(world, example.id, byHand);
			await waiting(world, executionId);
			await page.goto(`${world.service.url}/`);
			await page.getByRole('option').filter({ hasText: to }).click();
			const confirm = page.getByRole('button', { name: 'Confirm' });
			await confirm.click();
			const done = await finished(world, executionId);
			assert.deepEqual([done.status, done.failure], ['success', undefined]);
			await page.locator('.bubble', { hasText: 'Thank you. See you on Tuesday at 10:30.' }).waitFor();
			await world.picture(page, 'press-in-the-inbox');

			await page.getByRole('button', { name: 'Another time' }).click();
			const [again] = await webhookRuns(world, example.id, 2);
			assert.deepEqual([again?.failure, again?.output('Take the answer'), again?.output('Came too late?')], [undefined, [], []]);
			assert.deepEqual(await textsTo(to), ['Thank you. See you on Tuesday at 10:30.']);
			assert.deepEqual((await rowsOf(world, questions)).map(({ state, answer: given }) => [state, given]), [['answered', 'Confirm']]);
		});
	}));

	void test('a press that is faster than the table counts too', async () => {
		const to = '+12015550148';
		await asking(world, 45 * 60, to, async (example) => {
			const executionId = await withFaults(world, [{ kind: 'slow', delay_ms: 5000, match: { to } }], async () => {
				const id = await start(world, example.id, byHand);
				const [asked] = await until('the question', async () => {
					const found = await templatesTo(to);
					return found.length > 0 ? found : undefined;
				});
				await tell(world, `messages/${asked?.message_id ?? ''}/press`, { button: 'Another time' });
				await webhookRuns(world, example.id, 1);
				return id;
			});
			const done = await finished(world, executionId);
			assert.deepEqual([done.status, done.failure, done.outputs('Wait for the press').length], ['success', undefined, 0]);
			assert.deepEqual(await textsTo(to), ['Which day suits you better? A person will answer.']);
		});
	});

	void test('the agent example sends a prepared answer at once, and its own words to the right person only after a yes', async () => {
		const [asks, wants, boss] = ['+12015550151', '+12015550152', '+12015550199'];
		await openWindowTo(world, boss);
		const model = await startModel(world, ({ tools, words }) => {
			const named = (part: string) => tools.find((name) => name.toLowerCase().includes(part)) ?? '';
			if (words.includes('open')) return [{ name: named('prepared'), arguments: { topic: 'hours' } }];
			return [{ name: named('own_words'), arguments: { toolParameters: { text: 'You get ten percent.' }, hitlParameters: {} } }];
		});
		try {
			const { id } = await importExample(world, 'ai-agent-that-answers', (workflow) => ({
				...workflow,
				nodes: workflow.nodes.map((node) => (node.name === 'Model' ? { ...node, credentials: { openAiApi: model.credential } } : node)),
			}));
			await whilePublished(world, id, async () => {
				// Both in one webhook.
				await tell(world, 'settings', { webhook_batch_ms: 2000 });
				try {
					await tell(world, 'reply', { from: wants, to: shop, text: 'Can I have a discount?' });
					await tell(world, 'reply', { from: asks, to: shop, text: 'When are you open?' });
					const [link = ''] = await linksSentTo(world, boss);
					assert.match((await textsTo(boss)).join(), /May the agent write this to \+12015550152\?\n\n\{.*You get ten percent\./);
					assert.deepEqual(await textsTo(wants), []);
					const [running] = await listExecutions(world.session, id);
					const executionId = running?.id ?? '';
					await waiting(world, executionId);
					assert.equal((await answer(link, { answer: 'approve' })).status, 200);
					const done = await finished(world, executionId);
					assert.deepEqual([done.status, done.failure], ['success', undefined]);
				} finally {
					await tell(world, 'settings', { webhook_batch_ms: 0 });
				}
			});
			assert.deepEqual([await textsTo(wants), await textsTo(asks)], [['You get ten percent.'], ['We are open from 9 to 18, Monday to Saturday.']]);
		} finally {
			await model.close();
		}
	});
}

/** What waits for n8n to notice that a time is over. */
export function lateAnswerTests(world: World): void {
	void test('who presses after the time limit is told so, politely', async () => {
		const to = '+12015550149';
		await asking(world, 2, to, async (example) => {
			const executionId = await start(world, example.id, byHand);
			// n8n looks once a minute whether a wait is over.
			const done = await finished(world, executionId, 100_000);
			assert.deepEqual([done.status, done.output('No answer').length], ['success', 1]);
			const [asked] = await world.service.acceptedFor(to);
			await tell(world, `messages/${asked?.message_id ?? ''}/press`, { button: 'Confirm' });
			const [late] = await webhookRuns(world, example.id, 1);
			assert.deepEqual([late?.failure, late?.output('Take the answer')], [undefined, []]);
			const texts = (await world.service.acceptedFor(to)).flatMap(({ body }) => (typeof body.text === 'string' ? [body.text] : []));
			assert.deepEqual(texts, ['Thank you. This question is closed by now. Write to us, and a person will answer.']);
		});
	});
}

const questions = 'Questions with buttons';

/** Does something while the example that asks one person, and waits for so many seconds, is published with empty tables. */
async function asking(world: World, seconds: number, to: string, work: (example: WorkflowFile) => Promise<void>): Promise<void> {
	for (const table of [questions, 'Pressed buttons']) await dropTable(world, table);
	const example = await importExample(world, 'ask-with-buttons', (workflow) => ({
		...another(workflow),
		nodes: workflow.nodes.map((node) =>
			node.name === 'Wait for the press' ? { ...node, parameters: { ...node.parameters, resumeAmount: seconds, resumeUnit: 'seconds' } } : node,
		),
		pinData: { 'The appointment': [{ json: { to, first_name: 'Ada', at: 'Tuesday at 10:30' } }] },
	}));
	await runWell(world, example.id, 'Make the tables (once)');
	await whilePublished(world, example.id, () => work(example));
}
