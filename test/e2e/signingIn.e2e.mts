import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { createWorkflow, listExecutions, outputOf, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { workflowNode } from './sendingWorkflow.mts';
import type { World } from './world.mts';

/** The credential where nobody else tries it: in n8n's own HTTP Request node, and for files. */
export function signingInTests(world: World): void {
	void test("n8n's HTTP Request node offers the credential and signs in with it", world.withPage(async (page) => {
		const { url, apiKey } = world.service;
		const name = 'For HTTP Request';
		const data = { baseUrl: url, apiKey: ` ${apiKey}\n` };
		const credential = { id: await createCredential(world.session, { name, type: 'messagingApi', data }), name };
		const asking = {
			...workflowNode('Ask', 'n8n-nodes-base.httpRequest', 4.2, {
				url: `${url}/v1/messaging/phone_numbers`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'messagingApi',
				options: {},
			}),
			credentials: { messagingApi: credential },
		};
		const workflowId = await saveChain(world, [asking]);
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, 'Ask');
		await panel.execute();
		assert.equal(await panel.failure(), undefined);
		assert.match(await lastOutput(world, workflowId, 'Ask'), /1906000000000001/);

		await panel.parameter('nodeCredentialType').click();
		await panel.parameter('nodeCredentialType').fill('Messaging');
		await page.locator('.el-select-dropdown__item:visible', { hasText: 'Messaging API' }).first().waitFor();
	}));

	void test('a file that an earlier node made is uploaded', world.withPage(async (page) => {
		const workflowId = await saveChain(world, [
			workflowNode('Text', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: '{ "text": "Your invoice" }', options: {} }),
			workflowNode('File', 'n8n-nodes-base.convertToFile', 1.1, { operation: 'toText', sourceProperty: 'text', options: {} }),
			{
				...workflowNode('Upload', 'n8n-nodes-messaging.messaging', 1, {
					resource: 'media',
					operation: 'upload',
					phoneNumberId: { __rl: true, mode: 'id', value: '1906000000000001' },
					binaryPropertyName: 'data',
				}),
				credentials: { messagingApi: world.credential },
			},
		]);
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, 'Upload');
		await panel.execute();
		assert.equal(await panel.failure(), undefined);
		assert.match(await lastOutput(world, workflowId, 'Upload'), /"media_id":"[^"]+"/);
	}));
}

/** Saves a workflow of a manual trigger and these nodes, one after the other. */
async function saveChain(world: World, nodes: WorkflowFile['nodes']): Promise<string> {
	const id = randomUUID();
	const all = [workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1, {}), ...nodes];
	const links = nodes.map(({ name }, place) => [all[place]?.name ?? '', { main: [[{ node: name, type: 'main', index: 0 }]] }] as const);
	await createWorkflow(world.session, {
		id,
		name: `Chain ${id}`,
		nodes: all,
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	});
	return id;
}

async function lastOutput(world: World, workflowId: string, name: string): Promise<string> {
	const [execution] = await listExecutions(world.session, workflowId);
	return JSON.stringify(await outputOf(world.session, execution?.id ?? '', name));
}
