import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { CredentialDialog } from './credentialDialog.mts';
import { runWell } from './exampleRuns.mts';
import { NodePanel } from './nodePanel.mts';
import { saveWorkflow, triggerName, workflowNode } from './sendingWorkflow.mts';
import { saveCredential } from './triggerWorkflow.mts';
import type { World } from './world.mts';

/** Making a credential in n8n's dialog, with its connection test, and using it where nobody else tries it. */
export function credentialTests(world: World): void {
	// What the test says of each answer of a service: `test/engine/credential.test.ts`.
	void test('the credential dialog says what is wrong with a key or an address, and when all is well', world.withPage(async (page) => {
		const dialog = await CredentialDialog.openNew(page, world.n8nUrl, 'Messaging API');
		// The five fields of webhooks stand below a heading that says whose they are.
		const fields = /Customize Endpoints[^]*For the Messaging Trigger only:[^]*Webhook Signature[^]*Webhook Secret[^]*Signature Header[^]*Signature Prefix[^]*Signature Encoding/;
		await page.getByRole('dialog').filter({ hasText: fields }).waitFor();
		const key = 'not-the-key';
		const refused = [
			[world.service.url, key, /did not accept the API key[^]*'API Key'/],
			// If no response comes, n8n shows the code alone; what is no address is told before.
			[`http://127.0.0.1:${String(await findFreePort())}`, key, /ECONNREFUSED/],
			['api.example.com', key, /'Base URL' is not a URL.*begins with https:\/\//],
			[`${world.service.url}/v1/messaging/send`, key, /'Base URL' ends in \/v1\/messaging\/send,.*\. Remove it from 'Base URL'/],
			[world.service.url, `Bearer ${key}`, /'API Key' begins with Bearer, which is added by itself/],
		] as const;
		for (const [place, [baseUrl, apiKey, words]] of refused.entries()) {
			await dialog.type('baseUrl', baseUrl);
			await dialog.type('apiKey', apiKey);
			const { status, shown } = await dialog.saveAndTest();
			assert.equal(status, 'Error');
			assert.match(shown, words);
			await world.picture(page, `credential-refused-${String(place)}`);
		}
		await dialog.type('apiKey', world.service.apiKey);
		await dialog.type('baseUrl', `${world.service.url}/`);
		const right = await dialog.saveAndTest();
		assert.equal(right.status, 'OK');
		assert.match(right.shown, /Connection tested successfully/);
		await world.picture(page, 'credential-tested');
	}));

	void test("n8n's HTTP Request node offers the credential and signs in with it", world.withPage(async (page) => {
		const { url, apiKey } = world.service;
		const asking = {
			...workflowNode('Ask', 'n8n-nodes-base.httpRequest', 4.2, {
				url: `${url}/v1/messaging/phone_numbers`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'messagingApi',
				options: {},
			}),
			credentials: { messagingApi: await saveCredential(world, { apiKey: ` ${apiKey}\n` }) },
		};
		const workflowId = await saveWorkflow(world, [asking]);
		const done = await runWell(world, workflowId, triggerName);
		assert.match(JSON.stringify(done.output('Ask')), /1906000000000001/);

		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, 'Ask');
		await panel.parameter('nodeCredentialType').click();
		await panel.parameter('nodeCredentialType').fill('Messaging');
		await page.locator('.el-select-dropdown__item:visible', { hasText: 'Messaging API' }).first().waitFor();
	}));
}
