import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { finished } from './exampleRuns.mts';
import { startLanguageModel } from './languageModel.mts';
import { answer, linksSentTo, openWindowTo, questionName, questionTo, saveQuestion, saveWorkflow, start, waiting } from './question.mts';
import { workflowNode } from './sendingWorkflow.mts';
import type { World } from './world.mts';

/** n8n's own words for a review step, as the editor fills them in. */
const proposed = '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

const oneMoment = { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 0.03, resumeUnit: 'minutes' } } };

/** n8n looks once a minute whether somebody's time is over. */
const aMinuteAndMore = 100_000;

/** A question without an answer, and an agent that has to ask before it uses a tool: the tool sends a message, so the sandbox knows whether it ran. */
export function humanReviewTests(world: World): void {
	async function startAgent(customer: string, modelUrl: string, options: object, reviewer: string): Promise<string> {
		const openAi = { name: `A model for ${customer}`, type: 'openAiApi', data: { apiKey: 'none', url: modelUrl } };
		const model = { id: await createCredential(world.session, openAi), name: openAi.name };
		const messagingApi = { messagingApi: world.credential };
		const tool = { resource: 'message', operation: 'sendText', phoneNumberId: { __rl: true, mode: 'id', value: '1906000000000001' }, to: customer, text: "={{ $fromAI('text', '', 'string') }}" };
		const into = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
		const workflowId = await saveWorkflow(
			world,
			[
				workflowNode('Agent', '@n8n/n8n-nodes-langchain.agent', 3, { promptType: 'define', text: 'Offer Ada a discount.', options: {} }),
				{
					...workflowNode('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, { model: { __rl: true, mode: 'id', value: 'test' }, options: {} }),
					credentials: { openAiApi: model },
				},
				{ ...workflowNode('Review', 'n8n-nodes-messaging.messagingHitlTool', 1, questionTo(reviewer, { message: proposed, options })), credentials: messagingApi },
				{ ...workflowNode('Offer', 'n8n-nodes-messaging.messagingTool', 1, tool), credentials: messagingApi },
			],
			{
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				Model: into('Agent', 'ai_languageModel'),
				Offer: into('Review', 'ai_tool'),
				Review: into('Agent', 'ai_tool'),
			},
		);
		return start(world, workflowId);
	}

	void test('nobody answers in time: the workflow goes on, says so, and takes no answer any more', async () => {
		const to = '+13125550178';
		await openWindowTo(world, to);
		const executionId = await start(world, await saveQuestion(world, questionTo(to, { options: oneMoment }), { retryOnFail: true }));
		const done = await finished(world, executionId, aMinuteAndMore);
		assert.deepEqual([done.status, done.output(questionName).map(({ data }) => data)], ['success', [{ approved: false, timedOut: true }]]);
		const [link = ''] = await linksSentTo(world, to);
		assert.match(await (await answer(link, { answer: 'approve' })).text(), /No action required/);
		assert.equal((await world.service.acceptedFor(to)).length, 1);
	});

	const cases = [
		{ name: 'does not answer: the tool does not run', customer: '+13125550184', reviewer: '+13125550187', choice: undefined, runs: 0, options: oneMoment },
		{ name: 'approves: the tool runs', customer: '+13125550182', reviewer: '+13125550181', choice: 'approve', runs: 1, options: {} },
		{ name: 'declines: the tool does not run, and the model is told', customer: '+13125550183', reviewer: '+13125550188', choice: 'decline', runs: 0, options: {} },
	] as const;

	for (const { name, customer, reviewer, choice, runs, options } of cases) {
		void test(`an agent asks before it uses a tool, and somebody ${name}`, async () => {
			for (const to of [reviewer, customer]) await openWindowTo(world, to);
			// n8n offers the model the tool's own parameters beside those of the review.
			const model = await startLanguageModel({ toolParameters: { text: 'Ten percent for you' }, hitlParameters: {} });
			try {
				const executionId = await startAgent(customer, model.url, options, reviewer);
				const [link = ''] = await linksSentTo(world, reviewer);
				if (choice !== undefined) await waiting(world, executionId);
				assert.deepEqual(await world.service.acceptedFor(customer), []);
				const asked = (await world.service.acceptedFor(reviewer)).at(-1)?.body.text;
				assert.match(String(asked), /The agent wants to run this tool: Offer\n\nInput:\n\{\s*"text": "Ten percent for you"/);
				if (choice !== undefined) assert.equal((await answer(link, { answer: choice })).status, 200);
				const { status } = await finished(world, executionId, aMinuteAndMore);
				assert.equal(status, 'success');
				assert.equal((await world.service.acceptedFor(customer)).length, runs);
				assert.equal(model.toolAnswers.length, 1);
				assert.equal((await world.service.acceptedFor(reviewer)).length, 1);
			} finally {
				await model.close();
			}
		});
	}

	void test('an agent that wants two things at once asks twice, and only what was approved is done', async () => {
		const [customer, reviewer] = ['+13125550185', '+13125550186'];
		for (const to of [reviewer, customer]) await openWindowTo(world, to);
		const call = (text: string) => ({ toolParameters: { text }, hitlParameters: {} });
		const model = await startLanguageModel(call('Ten percent for you'), call('Ninety percent for you'));
		try {
			const executionId = await startAgent(customer, model.url, {}, reviewer);
			const decided = new Map<string, string>();
			for (const count of [1, 2]) {
				const link = (await linksSentTo(world, reviewer, count)).at(-1) ?? '';
				await waiting(world, executionId);
				const asked = String((await world.service.acceptedFor(reviewer)).at(-1)?.body.text);
				const choice = asked.includes('Ten percent') ? 'approve' : 'decline';
				decided.set(choice, link);
				assert.equal((await answer(link, { answer: choice })).status, 200);
			}
			assert.equal((await finished(world, executionId)).status, 'success');
			assert.deepEqual([...decided.keys()].sort(), ['approve', 'decline']);
			assert.deepEqual((await world.service.acceptedFor(customer)).map(({ body }) => body.text), ['Ten percent for you']);
			assert.equal((await world.service.acceptedFor(reviewer)).length, 2);
			// n8n 2.41 leaves out what was declined beside something that was approved.
			assert.ok(model.toolAnswers.some((said) => said.includes('message_id')), model.toolAnswers.join());
		} finally {
			await model.close();
		}
	});
}
