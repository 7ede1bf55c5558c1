import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import type { WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { readExamples } from '../../scripts/start/examples.mts';
import { NodePanel } from './nodePanel.mts';
import { withFaults } from './sandboxControl.mts';
import { nodeName, saveSendingWorkflow } from './sendingWorkflow.mts';
import { saveCredential } from './triggerWorkflow.mts';
import type { World } from './world.mts';

type Parameters = WorkflowFile['nodes'][number]['parameters'];

/** What the panel makes of a failure. What each failure says is shown in the engine. */
export function refusalTests(world: World): void {
	void test('a service that is down is explained in the panel, and nothing is sent', world.withPage(async (page) => {
		const nowhere = await saveCredential(world, { baseUrl: `http://127.0.0.1:${String(await findFreePort())}` });
		const workflowId = await saveSendingWorkflow(world, await exampleParameters(), { credential: nowhere });
		const before = await world.service.acceptedCount();
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
		await panel.execute();
		const failure = await panel.failure();
		await world.picture(page, 'refused');
		assert.match(failure?.message ?? '', /reach|connect/i);
		assert.match(failure?.description ?? '', /'Base URL'|running/i);
		assert.equal(await world.service.acceptedCount(), before);
	}));

	// n8n shows the description as HTML in the panel, and the message as HTML in a notification.
	for (const [whose, to, rules] of linksFrom) {
		void test(`words of ${whose} are no link, in the panel and in n8n's notification`, world.withPage(async (page) => {
			const { phoneNumberId } = await exampleParameters();
			const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendText', phoneNumberId, to, text: 'Hello' });
			const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
			await withFaults(world, rules, async () => await panel.execute());
			await page.locator('.el-notification', { hasText: nodeName }).waitFor();
			await world.picture(page, `no link from ${whose}`);
			assert.equal(await page.locator('a[href*="example.com"]').count(), 0);
			const failure = await panel.failure();
			assert.ok(`${failure?.message} ${failure?.description}`.includes(link.replaceAll('<', '‹')));
		}));
	}
}

const link = '<a href="https://example.com/x">Session expired: sign in again</a>';
const linksFrom = [
	['a recipient', link, []],
	['the service', '+12015550177', [{ kind: 'error', status: 422, message: link }]],
] as const;

async function exampleParameters(): Promise<Parameters> {
	const { sendTemplate } = await readExamples();
	const node = sendTemplate.nodes.find(({ type }) => type === 'n8n-nodes-messaging.messaging');
	assert.ok(node);
	return node.parameters;
}
