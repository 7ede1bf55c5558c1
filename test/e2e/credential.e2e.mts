import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CredentialDialog } from './credentialDialog.mts';
import type { World } from './world.mts';

/** Making a credential in n8n's dialog, with its connection test. */
export function credentialTests(world: World): void {
	void test('the credential dialog says what is wrong with a key, an address or a right, and when all is well', world.withPage(async (page) => {
		const dialog = await CredentialDialog.openNew(page, world.n8nUrl, 'Messaging API');
		await dialog.type('baseUrl', world.service.url);
		await dialog.type('apiKey', 'not-the-key');
		const wrong = await dialog.saveAndTest();
		assert.equal(wrong.status, 'Error');
		assert.match(wrong.shown, /did not accept the key/);
		assert.match(wrong.shown, /'API Key'/);

		await dialog.type('apiKey', world.service.apiKey);
		await dialog.type('baseUrl', `${world.service.url}/nowhere`);
		const lost = await dialog.saveAndTest();
		assert.equal(lost.status, 'Error');
		assert.match(lost.shown, /nothing at this address/);
		assert.match(lost.shown, /'Base URL'.*'Phone Numbers Path'/);

		await dialog.type('baseUrl', world.service.url);
		await world.service.refuseOnce('/v1/messaging/phone_numbers', 403);
		const forbidden = await dialog.saveAndTest();
		assert.equal(forbidden.status, 'Error');
		assert.match(forbidden.shown, /may not list sending numbers/);
		await world.picture(page, 'credential-refused');

		await dialog.type('baseUrl', `${world.service.url}/`);
		const right = await dialog.saveAndTest();
		assert.equal(right.status, 'OK');
		assert.match(right.shown, /Connection tested successfully/);
		await world.picture(page, 'credential-tested');
	}));
}
