import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { CredentialDialog } from './credentialDialog.mts';
import type { World } from './world.mts';

/** Making a credential in n8n's dialog, with its connection test. */
export function credentialTests(world: World): void {
	void test('the credential dialog says what is wrong with a key, an address or a right, and when all is well', world.withPage(async (page) => {
		const dialog = await CredentialDialog.openNew(page, world.n8nUrl, 'Messaging API');
		// The five fields of webhooks stand below a heading that says whose they are.
		const fields = /Customize Endpoints[^]*For the Messaging Trigger only:[^]*Webhook Signature[^]*Webhook Secret[^]*Signature Header[^]*Signature Prefix[^]*Signature Encoding/;
		await page.getByText('Signature Encoding').waitFor();
		assert.match(await page.getByRole('dialog').innerText(), fields);
		await dialog.type('baseUrl', world.service.url);
		await dialog.type('apiKey', 'not-the-key');
		const wrong = await dialog.saveAndTest();
		assert.equal(wrong.status, 'Error');
		assert.match(wrong.shown, /did not accept the API key/);
		assert.match(wrong.shown, /'API Key'/);

		await dialog.type('apiKey', world.service.apiKey);
		await dialog.type('baseUrl', `${world.service.url}/nowhere`);
		const lost = await dialog.saveAndTest();
		assert.equal(lost.status, 'Error');
		assert.match(lost.shown, /nothing at this address/);
		assert.match(lost.shown, /'Base URL'.*'Sending Numbers Path'/);

		await dialog.type('baseUrl', world.service.url);
		await world.service.refuseOnce('/v1/messaging/phone_numbers', 403);
		const forbidden = await dialog.saveAndTest();
		assert.equal(forbidden.status, 'Error');
		assert.match(forbidden.shown, /may not list sending numbers/);
		await world.picture(page, 'credential-refused');

		// If no response comes, n8n shows the code alone; what is no address is told before.
		const unreached = [
			[`http://127.0.0.1:${String(await findFreePort())}`, /ECONNREFUSED/],
			['https://nowhere.invalid', /ENOTFOUND|EAI_AGAIN/],
			['api.example.com', /'Base URL' is not a URL.*begins with https:\/\//],
		] as const;
		for (const [baseUrl, words] of unreached) {
			await dialog.type('baseUrl', baseUrl);
			const { status, shown } = await dialog.saveAndTest();
			assert.equal(status, 'Error');
			assert.match(shown, words);
		}
		await world.picture(page, 'credential-no-scheme');

		await dialog.type('baseUrl', `${world.service.url}/`);
		const right = await dialog.saveAndTest();
		assert.equal(right.status, 'OK');
		assert.match(right.shown, /Connection tested successfully/);
		await world.picture(page, 'credential-tested');
	}));
}
