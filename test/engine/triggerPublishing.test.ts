import { NodeOperationError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { workflowToPublish } from '../support/publishing';
import { account, allEvents, secret } from '../support/signedWebhook';

describe('publishing a workflow with the trigger', () => {
	const publish = async (credential: ICredentialDataDecryptedObject) =>
		await workflowToPublish({ credential, parameters: { events: allEvents } }).publish();

	test.each<[string, ICredentialDataDecryptedObject]>([
		['no secret', { baseUrl: account.baseUrl, apiKey: account.apiKey }],
		['a blank secret', { ...account, webhookSecret: ' \n' }],
		['a blank shared secret', { ...account, webhookSecret: '', signatureScheme: 'sharedSecret' }],
		['a blank secret of Standard Webhooks', { ...account, webhookSecret: '', signatureScheme: 'standardWebhooks' }],
	])('is refused with %s, and says what to do', async (_form, credential) => {
		const refusal = await publish(credential).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeOperationError);
		expect(refusal).toMatchObject({ message: expect.stringMatching(/'Webhook Secret'.*Paste the secret.*'None'/) });
	});

	const key = `whsec_${'A'.repeat(32)}`;

	test.each<[string, string, RegExp]>([
		['whsec_ alone', 'whsec_', /^Line 1 of 'Webhook Secret'.* is not a Standard Webhooks key/],
		['a masked copy', '••••••••Qw', /^Line 1 of /],
		['a line of a settings file', `WEBHOOK_SECRET=${key}`, /^Line 1 of /],
		['a secret for another scheme', secret, /^Line 1 of /],
		['a comment above the key', `# of the account in production\n${key}`, /^Line 1 of /],
		['a masked copy below the key, after a blank line', `${key}\n\n••••••••Qw`, /^Line 3 of /],
		['several such lines', `${key}\nwhsec_short\n# old`, /^Lines 2, 3 of 'Webhook Secret'.* are not Standard Webhooks keys/],
	])('is refused with what is no key of Standard Webhooks, by the number of its line: %s', async (_form, webhookSecret, words) => {
		const refusal = await publish({ ...account, webhookSecret, signatureScheme: 'standardWebhooks' }).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeOperationError);
		expect(refusal).toMatchObject({ message: expect.stringMatching(words) });
		expect(refusal).toMatchObject({ message: expect.stringMatching(/Paste the whole secret.*'None'/) });
		const lines = webhookSecret.split('\n').filter((line) => line.length > 7);
		for (const line of lines) expect(JSON.stringify(refusal)).not.toContain(line);
	});

	test('when n8n starts, a line that is no key is left out and named in the log; without any that is, it does not start', async () => {
		const restarting = (webhookSecret: string) =>
			workflowToPublish({ credential: { ...account, webhookSecret, signatureScheme: 'standardWebhooks' }, parameters: { events: allEvents } });
		const workflow = restarting(`${key}\n# the old one`);
		await workflow.restart();
		expect(workflow.log).not.toEqual([]);
		for (const line of workflow.log) expect(line).toMatch(/ignores.*line 2 of 'Webhook Secret'/);
		expect(workflow.log.join()).not.toContain('old one');
		await expect(restarting('••••••••Qw').restart()).rejects.toThrow(/^Line 1 of/);
	});

	test('succeeds with a secret, or with None chosen as signature', async () => {
		await publish(account);
		await publish({ baseUrl: account.baseUrl, apiKey: account.apiKey, signatureScheme: 'none' });
	});
});
