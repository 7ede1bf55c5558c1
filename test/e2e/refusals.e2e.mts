import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import type { WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { readExamples } from '../../scripts/start/examples.mts';
import { NodePanel } from './nodePanel.mts';
import { withFaults } from './sandboxControl.mts';
import { nodeName, saveSendingWorkflow } from './sendingWorkflow.mts';
import type { World } from './world.mts';

type Parameters = WorkflowFile['nodes'][number]['parameters'];

interface Refusal {
	title: string;
	/** What is wrong in a node that is filled in like the example. */
	parameters: (example: Parameters) => Parameters;
	/** The world's own unless given. */
	credential?: (world: World) => Promise<{ id: string; name: string }>;
	/** What the panel must say has happened. */
	says: RegExp;
	/** What the panel must say is to be done. */
	advises: RegExp;
}

const refusals: Refusal[] = [
	{
		title: 'an invalid recipient',
		parameters: (example) => ({ ...example, to: '12345' }),
		says: /12345/,
		advises: /country code/,
	},
	{
		title: 'a placeholder without a value',
		parameters: (example) => ({ ...example, variables: withoutFirstName(example.variables) }),
		says: /first_name/,
		advises: /value/,
	},
	{
		title: 'a template that the service does not have',
		parameters: (example) => ({ ...example, template: { __rl: true, mode: 'name', value: 'no_such' } }),
		says: /no_such/,
		advises: /template/i,
	},
	{
		title: 'a text outside the open window',
		// Someone who never wrote.
		parameters: ({ phoneNumberId }) => ({ resource: 'message', operation: 'sendText', phoneNumberId, to: '+12015550177', text: 'Hello' }),
		says: /window/i,
		advises: /template/i,
	},
	{
		title: 'a wrong key',
		parameters: (example) => example,
		credential: (world) => saveCredential(world, { baseUrl: world.service.url, apiKey: 'not-the-key' }),
		says: /key/i,
		advises: /'API Key'|credential/i,
	},
	{
		title: 'a service that is down',
		parameters: (example) => example,
		credential: async (world) =>
			saveCredential(world, { baseUrl: `http://127.0.0.1:${String(await findFreePort())}`, apiKey: 'any' }),
		says: /reach|connect/i,
		advises: /'Base URL'|running/i,
	},
];

/** Bad input and bad circumstances: the panel says what happened and what to do, and nothing was sent. */
export function refusalTests(world: World): void {
	for (const { title, parameters, credential, says, advises } of refusals) {
		void test(`${title} is explained in the panel, and nothing is sent`, world.withPage(async (page) => {
			const workflowId = await saveSendingWorkflow(world, parameters(await exampleParameters()), { credential: await credential?.(world) });
			const before = await world.service.acceptedCount();
			const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
			await panel.execute();
			const failure = await panel.failure();
			assert.ok(failure, 'the run did not fail');
			await world.picture(page, `refused - ${title}`);
			assert.match(failure.message, says);
			assert.match(`${failure.message} ${failure.description}`, advises);
			assert.equal(await world.service.acceptedCount(), before);
		}));
	}

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

function withoutFirstName(mapper: unknown) {
	const { value, ...rest } = z.object({ value: z.record(z.string()) }).passthrough().parse(mapper);
	return { ...rest, value: { ...value, 'body.first_name': '' } };
}

async function saveCredential(world: World, data: { baseUrl: string; apiKey: string }) {
	const name = `Messaging at ${data.baseUrl}`;
	return { id: await createCredential(world.session, { name, type: 'messagingApi', data }), name };
}
