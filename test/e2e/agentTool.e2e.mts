import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { createWorkflow } from '../../scripts/n8n/workflows.mts';
import { startLanguageModel } from './languageModel.mts';
import { NodePanel } from './nodePanel.mts';
import { workflowNode } from './sendingWorkflow.mts';
import type { World } from './world.mts';

const byModel = (name: string, type = 'string') => `={{ $fromAI('${name}', '', '${type}') }}`;

/** The Messaging node as a tool: the model gives what a person would choose from the lists. */
const toolParameters = {
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumberId: { __rl: true, mode: 'id', value: byModel('sendingNumber') },
	to: byModel('to'),
	template: { __rl: true, mode: 'name', value: byModel('template') },
	languageCode: byModel('language'),
	variablesMode: 'json',
	variablesJson: byModel('variables', 'json'),
};

const variables = { header: { order_id: 'D-4004' }, body: { first_name: 'Lin', status: 'packed' } };

/** An AI agent that sends messages. */
export function agentToolTests(world: World): void {
	void test('an AI agent sends a template as a tool, choosing number, template and language by expression', world.withPage(async (page) => {
		const to = '+12015550160';
		const model = await startLanguageModel({
			sendingNumber: '1906000000000001',
			to,
			template: 'order_update',
			language: 'en_US',
			variables,
		});
		try {
			const workflowId = await saveAgent(world, model.url);
			const panel = await NodePanel.open(page, world.n8nUrl, workflowId, 'Agent');
			await panel.execute();
			assert.equal(await panel.failure(), undefined);
			const accepted = await world.service.acceptedFor(to);
			assert.deepEqual(accepted.map(({ body }) => body), [
				{
					to,
					phone_number_id: '1906000000000001',
					template_name: 'order_update',
					language_code: 'en_US',
					variables,
				},
			]);
			assert.match(model.toolAnswers.join(), new RegExp(accepted[0]?.message_id ?? 'no message'));
		} finally {
			await model.close();
		}
	}));
}

async function saveAgent(world: World, modelUrl: string): Promise<string> {
	const openAi = { name: 'A model', type: 'openAiApi', data: { apiKey: 'none', url: modelUrl } };
	const modelCredential = { id: await createCredential(world.session, openAi), name: openAi.name };
	const id = randomUUID();
	await createWorkflow(world.session, {
		id,
		name: `Agent ${id}`,
		nodes: [
			workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			workflowNode('Agent', '@n8n/n8n-nodes-langchain.agent', 2, { promptType: 'define', text: 'Tell Lin that the order is packed.', options: {} }),
			{
				...workflowNode('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, { model: { __rl: true, mode: 'id', value: 'test' }, options: {} }),
				credentials: { openAiApi: modelCredential },
			},
			{
				...workflowNode('Send', 'n8n-nodes-messaging.messagingTool', 1, toolParameters),
				credentials: { messagingApi: world.credential },
			},
		],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			Send: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
	});
	return id;
}
