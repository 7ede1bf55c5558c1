import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished } from './exampleRuns.mts';
import { startLanguageModel } from './languageModel.mts';
import { answer, linksSentTo, openWindowTo, questionTo, saveQuestion, start, waiting } from './question.mts';
import { into, messagingNode, nodeName, saveWorkflow, triggerName, workflowNode } from './sendingWorkflow.mts';
import type { World } from './world.mts';

/** n8n's own words for a review step, as the editor fills them in. */
const proposed = '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

const oneMoment = { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 0.03, resumeUnit: 'minutes' } } };

/** n8n offers the model the tool's own parameters beside those of the review. */
const call = (text: string) => ({ toolParameters: { text }, hitlParameters: {} });

/** n8n looks once a minute whether somebody's time is over. */
const aMinuteAndMore = 100_000;

/** A question without an answer, and an agent that has to ask before it uses a tool: the tool sends a message, so the sandbox knows whether it ran. */
export function humanReviewTests(world: World): void {
	async function startAgent(customer: string, openAiApi: { id: string; name: string }, options: object, reviewer: string): Promise<string> {
		const tool = { resource: 'message', operation: 'sendText', phoneNumberId: { __rl: true, mode: 'id', value: '1906000000000001' }, to: customer, text: "={{ $fromAI('text', '', 'string') }}" };
		const nodes = [
			workflowNode('Agent', '@n8n/n8n-nodes-langchain.agent', 3, { promptType: 'define', text: 'Offer Ada a discount.', options: {} }),
			{
				...workflowNode('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, { model: { __rl: true, mode: 'id', value: 'test' }, options: {} }),
				credentials: { openAiApi },
			},
			messagingNode(world, questionTo(reviewer, { message: proposed, options }), { name: 'Review', type: 'n8n-nodes-messaging.messagingHitlTool' }),
			messagingNode(world, tool, { name: 'Offer', type: 'n8n-nodes-messaging.messagingTool' }),
		];
		const connections = {
			[triggerName]: into('Agent'),
			Model: into('Agent', 'ai_languageModel'),
			Offer: into('Review', 'ai_tool'),
			Review: into('Agent', 'ai_tool'),
		};
		return start(world, await saveWorkflow(world, nodes, { connections }));
	}

	void test('nobody answers in time: the workflow goes on, says so, and takes no answer any more', async () => {
		const to = '+13125550178';
		await openWindowTo(world, to);
		const executionId = await start(world, await saveQuestion(world, questionTo(to, { options: oneMoment }), { retryOnFail: true }));
		const done = await finished(world, executionId, aMinuteAndMore);
		assert.deepEqual([done.status, done.output(nodeName).map(({ data }) => data)], ['success', [{ approved: false, timedOut: true }]]);
		const [link = ''] = await linksSentTo(world, to);
		assert.match(await (await answer(link, { answer: 'approve' })).text(), /No action required/);
		assert.equal((await world.service.acceptedFor(to)).length, 1);
	});

	const cases = [
		{ what: 'does not answer', customer: '+13125550184', reviewer: '+13125550187', isDeclined: false, options: oneMoment },
		{ what: 'declines', customer: '+13125550183', reviewer: '+13125550188', isDeclined: true, options: {} },
	] as const;

	for (const { what, customer, reviewer, isDeclined, options } of cases) {
		void test(`an agent asks before it uses a tool, and somebody ${what}: the tool does not run, and the model is told`, async () => {
			for (const to of [reviewer, customer]) await openWindowTo(world, to);
			const model = await startLanguageModel(world, call('Ten percent for you'));
			try {
				const executionId = await startAgent(customer, model.credential, options, reviewer);
				const [link = ''] = await linksSentTo(world, reviewer);
				const [asked] = await world.service.acceptedFor(reviewer);
				assert.match(String(asked?.body.text), /The agent wants to run this tool: Offer\n\nInput:\n\{\s*"text": "Ten percent for you"/);
				if (isDeclined) {
					await waiting(world, executionId);
					assert.equal((await answer(link, { answer: 'decline' })).status, 200);
				}
				assert.equal((await finished(world, executionId, aMinuteAndMore)).status, 'success');
				assert.equal(model.toolAnswers.length, 1);
				assert.deepEqual(await world.service.countsFor([reviewer, customer]), [1, 0]);
			} finally {
				await model.close();
			}
		});
	}

	void test('an agent that wants two things at once asks twice, and only what was approved is done', async () => {
		const [customer, reviewer] = ['+13125550185', '+13125550186'];
		for (const to of [reviewer, customer]) await openWindowTo(world, to);
		const model = await startLanguageModel(world, call('Ten percent for you'), call('Ninety percent for you'));
		try {
			const executionId = await startAgent(customer, model.credential, {}, reviewer);
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
