import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { createWorkflow, listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import type { World } from './world.mts';

/** The credential in n8n's own HTTP Request node, for what the service offers beyond this package. */
export function httpRequestTests(world: World): void {
	void test("n8n's HTTP Request node offers the credential and signs in with it", world.withPage(async (page) => {
		const { url, apiKey } = world.service;
		const name = 'For HTTP Request';
		const data = { baseUrl: url, apiKey: ` ${apiKey}\n` };
		const credential = { id: await createCredential(world.session, { name, type: 'messagingApi', data }), name };
		const workflowId = await saveRequest(world, credential);
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, 'Ask');
		await panel.execute();
		assert.equal(await panel.failure(), undefined);
		const [execution] = await listExecutions(world.session, workflowId);
		assert.match(JSON.stringify(await outputOf(world.session, execution?.id ?? '', 'Ask')), /1906000000000001/);

		await panel.parameter('nodeCredentialType').click();
		await panel.parameter('nodeCredentialType').fill('Messaging');
		await page.locator('.el-select-dropdown__item:visible', { hasText: 'Messaging API' }).first().waitFor();
	}));
}

async function saveRequest(world: World, credential: { id: string; name: string }): Promise<string> {
	const id = randomUUID();
	const node = (name: string, type: string, typeVersion: number, parameters: Record<string, unknown>) => ({
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
	});
	await createWorkflow(world.session, {
		id,
		name: `Request ${id}`,
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			{
				...node('Ask', 'n8n-nodes-base.httpRequest', 4.2, {
					url: `${world.service.url}/v1/messaging/phone_numbers`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'messagingApi',
					options: {},
				}),
				credentials: { messagingApi: credential },
			},
		],
		connections: { Start: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	return id;
}
