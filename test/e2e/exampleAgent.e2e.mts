import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { finished, importExample } from './exampleRuns.mts';
import { startModelThat } from './languageModel.mts';
import { answer, linksSentTo, openWindowTo, start, waiting } from './question.mts';
import type { World } from './world.mts';

const [customer, friend, boss] = ['+12015550189', '+12015550177', '+12015550196'];
const status = 'packed and leaves tomorrow';

/** The example of an AI agent, run as its note says. */
export function agentExampleTests(world: World): void {
	void test('the agent example looks at a draft, asks the boss, and sends it to the person in the row, once', async () => {
		await openWindowTo(world, boss);
		const askedBefore = (await world.service.acceptedFor(boss)).length;
		// Asks for a draft, and then twice for the message.
		const model = await startModelThat(world, ({ tools, answers }) => {
			const named = (part: string) => tools.find((name) => name.startsWith(part)) ?? '';
			if (answers.length === 0) return [{ name: named('Preview'), arguments: { status } }];
			return answers.length < 3 ? [{ name: named('Send'), arguments: { toolParameters: { status }, hitlParameters: {} } }] : [];
		});
		try {
			const { id } = await importExample(world, 'ai-agent', (workflow) => withModel(workflow, model.credential));
			const executionId = await start(world, id, 'When clicking ‘Execute workflow’');
			for (const count of [1, 2]) {
				const link = (await linksSentTo(world, boss, (await linksBefore(askedBefore)) + count)).at(-1) ?? '';
				await waiting(world, executionId);
				assert.equal((await world.service.acceptedFor(customer)).length, count - 1);
				assert.match(String((await world.service.acceptedFor(boss)).at(-1)?.body.text), new RegExp(`May the agent write to Ada: order A-1001 is ${status}\\?`));
				assert.equal((await answer(link, { answer: 'approve' })).status, 200);
			}
			assert.equal((await finished(world, executionId)).status, 'success');
			const [message, ...more] = await world.service.acceptedFor(customer);
			assert.deepEqual(message?.body, {
				to: customer,
				phone_number_id: '1906000000000001',
				template_name: 'order_update',
				language_code: 'en_US',
				variables: { header: { order_id: 'A-1001' }, body: { first_name: 'Ada', status } },
			});
			assert.deepEqual(more, []);
			assert.deepEqual(await world.service.countsFor([friend]), [0]);
			assert.match(model.toolAnswers[0] ?? '', /Hi Ada, your order is now \*packed and leaves tomorrow\*/);
			assert.match(model.toolAnswers[1] ?? '', new RegExp(message?.message_id ?? 'no message'));
		} finally {
			await model.close();
		}
	});

	/** How many of the messages that the boss got before have a link. */
	const linksBefore = async (count: number): Promise<number> =>
		(await world.service.acceptedFor(boss)).slice(0, count).filter(({ body }) => /http\S+/.test(String(body.text))).length;
}

/** Chooses a credential in the model, as the note asks for. */
function withModel(workflow: WorkflowFile, credential: { id: string; name: string }): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Model' ? { ...node, credentials: { openAiApi: credential } } : node,
	);
	return { ...workflow, nodes };
}
