import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { importExample } from './exampleRuns.mts';
import { startLanguageModel } from './languageModel.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** The example of an AI agent, asked in n8n's own chat. */
export function agentExampleTests(world: World): void {
	void test('the agent example sends what it is asked for in the chat', world.withPage(async (page) => {
		const to = '+12015550189';
		const model = await startLanguageModel(world, { to, order_id: 'A-1001', first_name: 'Ada', status: 'packed' });
		try {
			const { id } = await importExample(world, 'ai-agent', (workflow) => withModel(workflow, model.credential));

			await page.goto(`${world.n8nUrl}/workflow/${id}`);
			const chat = page.locator('[data-test-id="workflow-chat-button"]');
			await chat.click();
			const question = page.locator('[data-test-id="chat-input"]');
			await question.fill(`Tell Ada at ${to} that order A-1001 is packed.`);
			await question.press('Enter');
			await page.locator('[data-test-id="canvas-chat-body"]').getByText('Done.').waitFor();
			await world.picture(page, 'example-ai-agent-chat');
			// Left open, it would cover half of the next page's canvas.
			await chat.click();

			const [message, ...more] = await until('the message', async () => {
				const accepted = await world.service.acceptedFor(to);
				return accepted.length > 0 ? accepted : undefined;
			});
			assert.deepEqual(message?.body, {
				to,
				phone_number_id: '1906000000000001',
				template_name: 'order_update',
				language_code: 'en_US',
				variables: { header: { order_id: 'A-1001' }, body: { first_name: 'Ada', status: 'packed' } },
			});
			assert.deepEqual(more, []);
			assert.match(model.toolAnswers.join(), new RegExp(message?.message_id ?? 'no message'));
		} finally {
			await model.close();
		}
	}));
}

/** Chooses a credential in the model, as the note asks for. */
function withModel(workflow: WorkflowFile, credential: { id: string; name: string }): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Model' ? { ...node, credentials: { openAiApi: credential } } : node,
	);
	return { ...workflow, nodes };
}
