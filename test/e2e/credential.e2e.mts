import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CredentialDialog } from './credentialDialog.mts';
import type { World } from './world.mts';

/** Making a credential in n8n's dialog, with its connection test. */
export function credentialTests(world: World): void {
	void test('the credential dialog says what is wrong with a key, and when it is right', world.withPage(async (page) => {
		const dialog = await CredentialDialog.openNew(page, world.n8nUrl, 'Messaging API');
		await dialog.type('baseUrl', world.service.url);
		await dialog.type('apiKey', 'not-the-key');
		const wrong = await dialog.saveAndTest();
		assert.equal(wrong.status, 'Error');
		assert.match(wrong.shown, /did not accept the key/);
		assert.match(wrong.shown, /'API Key'/);

		await dialog.type('apiKey', world.service.apiKey);
		const right = await dialog.saveAndTest();
		assert.equal(right.status, 'OK');
		assert.match(right.shown, /Connection tested successfully/);
		await world.picture(page, 'credential-tested');
	}));
}
