import { type ICredentialDataDecryptedObject, type INodeParameters, NodeOperationError } from 'n8n-workflow';

import { at } from '../../nodes/Messaging/text/json';
import { useSandbox } from '../sandbox/support/sandbox';
import { type PublishingSettings, workflowToPublish } from '../support/publishing';
import { account, allEvents, secret } from '../support/signedWebhook';

/** Automatic registration at a real service, by what n8n calls when it publishes, tests and unpublishes. */

const path = '/v1/messaging/webhooks';
const productionUrl = 'https://n8n.example.com/webhook/webhook-1/webhook';
const testUrl = 'https://n8n.example.com/webhook-test/webhook-1/webhook';

const client = useSandbox();

const credential = (changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
	baseUrl: client.sandbox.url,
	apiKey: client.sandbox.apiKey,
	webhookSecret: secret,
	...changes,
});

const workflow = (parameters: INodeParameters = {}, more: Partial<PublishingSettings> = {}) =>
	workflowToPublish({
		credential: credential(),
		parameters: { events: allEvents, registration: 'automatic', ...parameters },
		...more,
	});

/** A workflow that was published. */
async function published(...given: Parameters<typeof workflow>) {
	const one = workflow(...given);
	await one.publish();
	return one;
}

const listed = (): Promise<unknown[]> =>
	client.call('GET', path).then(({ body }) => {
		const data = at(body, 'data');
		return Array.isArray(data) ? data : [];
	});
const idOfOnly = async () => {
	const [only, ...more] = await listed();
	expect(more).toEqual([]);
	return String(at(only, 'id'));
};
const registerByHand = async (body: object) => String(at((await client.call('POST', path, body)).body, 'id'));
/** Has the next request with a method to the registrations answered as the sandbox's faults say. */
const fault = async (method: string, rule: object, of = path) =>
	await client.control('/faults', { rules: [{ times: 1, match: { method, path: of }, ...rule }] });

describe('publishing', () => {
	test('registers no secret where webhooks are not signed', async () => {
		await published({}, { credential: credential({ signatureScheme: 'none', webhookSecret: 'left over' }) });
		expect(await listed()).toMatchObject([{ url: productionUrl, signed: false }]);
	});

	test('replaces the registration of the same URL that reports other events', async () => {
		const id = await registerByHand({ url: productionUrl, events: ['read'] });
		await published();
		expect(await idOfOnly()).not.toBe(id);
		expect(await listed()).toMatchObject([{ events: allEvents }]);
	});

	test('does nothing at the service while registration is manual', async () => {
		await (await published({ registration: 'manual' })).unpublish();
		expect(await requestsOf()).toEqual([]);
	});
});

describe('between publishing and unpublishing', () => {
	test('a registration that the service lost is made again', async () => {
		const one = await published();
		await client.call('DELETE', `${path}/${await idOfOnly()}`);
		await one.restart();
		expect(await listed()).toMatchObject([{ url: productionUrl, events: allEvents }]);
	});

	test('another public address of n8n, or another choice of events, replaces the registration', async () => {
		const one = await published();
		await one.restart({ publicUrl: 'https://moved.example.com' });
		expect(await listed()).toMatchObject([{ url: 'https://moved.example.com/webhook/webhook-1/webhook' }]);
		await one.publish({ parameters: { events: ['failed'], registration: 'automatic' } });
		expect(await listed()).toMatchObject([{ events: ['failed'] }]);
	});
});

describe('unpublishing', () => {
	test('removes the registration', async () => {
		const one = await published();
		for (let time = 0; time < 2; time++) expect(await one.unpublish()).toBe(true);
		expect(await listed()).toEqual([]);
		expect(await requestsOf('DELETE')).toHaveLength(1);
	});

	test('counts a registration that is gone already as removed', async () => {
		const one = await published();
		await client.call('DELETE', `${path}/${await idOfOnly()}`);
		expect(await one.unpublish()).toBe(true);
	});

	test('where n8n has kept nothing, finds the registration by its URL, or ends with a line in the log', async () => {
		const one = await published();
		one.loseStaticData();
		await fault('GET', { kind: '500' });
		expect(await one.unpublish()).toBe(false);
		expect(one.log).toEqual([expect.stringMatching(/could not find out whether .*webhook-1.* is still registered/)]);
		expect(await one.unpublish()).toBe(true);
		expect(await listed()).toEqual([]);
	});

	test('says which registration it could not remove, and can be tried again', async () => {
		const one = await published();
		const id = await idOfOnly();
		await fault('DELETE', { kind: '500' }, `${path}/${id}`);
		const words = `still registered at the service.*${id}.*${productionUrl}.*delete it in the settings of the service`;
		await expect(one.unpublish()).rejects.toThrow(new RegExp(words));
		expect(await idOfOnly()).toBe(id);
		expect(await one.unpublish()).toBe(true);
		expect(await listed()).toEqual([]);
	});
});

describe('listening for a test event', () => {
	test('registers the test URL beside the production URL, and removes it alone', async () => {
		await published();
		const stop = await workflow().listen();
		expect(await listed()).toMatchObject([{ url: productionUrl }, { url: testUrl }]);
		expect(await stop()).toBe(true);
		expect(await listed()).toMatchObject([{ url: productionUrl }]);
	});

	test('ends also where the service does not remove it, with a line in the log', async () => {
		const unpublished = workflow();
		const stop = await unpublished.listen();
		await fault('DELETE', { kind: '500' }, `${path}/${await idOfOnly()}`);
		expect(await stop()).toBe(false);
		expect(unpublished.log).toEqual([expect.stringMatching(/still registered at the service.*webhook-test/)]);
	});
});

describe('an address that cannot be reached from outside', () => {
	test.each([
		['http://localhost:5678', /only be reached from the network of n8n/],
		['http://n8n.example.com', /not HTTPS/],
	])('%s is registered, with a warning in the log', async (publicUrl, warning) => {
		const one = await published({}, { publicUrl });
		expect(await listed()).toHaveLength(1);
		expect(one.log).toEqual([expect.stringMatching(warning)]);
		await one.restart();
		expect(one.log).toHaveLength(2);
	});

	test('is named in the message where the service refuses', async () => {
		await fault('POST', { kind: 'error', status: 422, message: 'Bad url' });
		await expect(published({}, { publicUrl: 'http://localhost:5678' })).rejects.toThrow(/rejected.*"Bad url.*http:\/\/localhost:5678.*network of n8n.*'Manual'/);
	});
});

/** The requests to the registrations that came from n8n, with what they carried. */
async function requestsOf(method?: string): Promise<unknown[]> {
	const requests = at(await client.show('/requests'), 'requests');
	return (Array.isArray(requests) ? requests : []).filter(
		(one) =>
			String(at(one, 'path')).startsWith(path) &&
			(method === undefined || at(one, 'method') === method),
	);
}

describe('publishing a workflow with the trigger', () => {
	const publish = async (credential: ICredentialDataDecryptedObject) =>
		await workflowToPublish({ credential, parameters: { events: allEvents } }).publish();

	test.each<[string, ICredentialDataDecryptedObject]>([
		['no secret', { baseUrl: account.baseUrl, apiKey: account.apiKey }],
		['a blank secret of Standard Webhooks', { ...account, webhookSecret: '', signatureScheme: 'standardWebhooks' }],
	])('is refused with %s, and says what to do', async (_form, credential) => {
		const refusal = await publish(credential).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeOperationError);
		expect(refusal).toMatchObject({ message: expect.stringMatching(/'Webhook Secret'.*Paste the secret.*'None'/) });
	});

	const key = `whsec_${'A'.repeat(32)}`;

	test.each<[string, string, RegExp]>([
		['a line of a settings file', `WEBHOOK_SECRET=${key}`, /^Line 1 of .* is not a Standard Webhooks key \(base64 of at least 16 bytes, with or without whsec_\)/],
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
});
