import fc from 'fast-check';
import { stringify } from 'flatted';
import { type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials';
import { testConnection } from '../support/credentialTest';
import { outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { schemes } from '../support/schemes';
import { type ScriptedAnswer, startService } from '../support/service';
import { jsonOf, to, useService } from '../support/useService';

const service = useService();

describe('the connection test in n8n', () => {
	const numbersPath = (phoneNumbersPath: string) => ({ customizeEndpoints: true, phoneNumbersPath });
	/** Tests a credential with a base URL that is made of the service's. */
	const tested = async (changes: object = {}, baseUrl = (url: string) => url) => await testConnection(service.credential({ ...changes, baseUrl: baseUrl(service.url) }));
	const failed = (words: RegExp) => ({ status: 'Error', message: expect.stringMatching(words) });

	test.each<[string, object, (url: string) => string, string]>([
		['with a slash and blanks around the base URL', {}, (url) => ` ${url}/ `, '/v1/messaging/phone_numbers'],
		['at the default path, when customizing is off again', { customizeEndpoints: false, phoneNumbersPath: '/old' }, (url) => url, '/v1/messaging/phone_numbers'],
		['below the base URL, whatever the path says', numbersPath('//elsewhere.example.com'), (url) => url, '/elsewhere.example.com'],
		['at a path of its own', numbersPath(' v2/numbers '), (url) => url, '/v2/numbers'],
	])('asks the service %s, and is content with one that has no numbers yet', async (_name, changes, baseUrl, path) => {
		service.answer = () => ({ body: [] });
		expect(await tested(changes, baseUrl)).toMatchObject({ status: 'OK' });
		expect(service.requests).toMatchObject([{ method: 'GET', url: path, headers: { authorization: 'Bearer key-123' } }]);
	});

	// What else is refused is in test/contract/account.test.ts; the test of the credential reads it by itself.
	test.each<[string, object, (url: string) => string]>([
		['a base URL with a query that holds a path', {}, (url) => `${url}/a?to=/b`],
		['no base URL', {}, () => ''],
		['a path with two dots', numbersPath('/v1/../../admin'), (url) => url],
	])('sends nothing for %s, and says what to change', async (_name, changes, baseUrl) => {
		expect(await tested(changes, baseUrl)).toEqual(failed(/^'(Base URL|Sending Numbers Path)' (is not a|holds a).* (Give |begins with https:)/));
		expect(service.requests).toEqual([]);
	});

	const page = '<!doctype html><title>Our company</title>';
	const noList = /^The response is (a web page|empty).*Check 'Base URL'.*'Sending Numbers Path'/;

	test.each<[string, ScriptedAnswer, RegExp]>([
		['status 401', { status: 401 }, /^The service did not accept the API key\. Check 'API Key'/],
		['status 403', { status: 403 }, /may not list sending numbers/],
		['status 404', { status: 404 }, /nothing at this address\. Check 'Base URL' \(without \/v1\).*'Sending Numbers Path'/],
		// Without words of ours: those of the status.
		['status 500', { status: 500, body: { error: { message: 'Out of order for key-123' } } }, /^Internal Server Error$/],
		['a web page', { body: page }, noList],
		['nothing', { body: '' }, noList],
	])('says of %s what to do', async (_what, answer, message) => {
		service.answer = () => answer;
		expect(await tested()).toEqual(failed(message));
	});

	test('follows no redirect, so that the key goes nowhere else, and says so', async () => {
		const elsewhere = await startService(() => ({ body: [] }));
		service.answer = () => ({ status: 301, headers: { location: `${elsewhere.url}/v1/messaging/phone_numbers` } });
		expect(await tested()).toEqual(failed(/redirect.*Check whether 'Base URL' must begin with https:/));
		await elsewhere.close();
		expect(elsewhere.requests).toEqual([]);
	});

	test('asks for a key where there is none', async () => {
		expect(await tested({ apiKey: ' ' })).toEqual(failed(/^'API Key' is empty\. Paste the API key/));
	});
});

describe('an API key that was pasted', () => {
	beforeEach(() => {
		// A service that repeats the API key in an accepted message, and in a list.
		service.answer = ({ method, headers: { authorization } }) => ({
			body: method === 'POST' ? { success: true, message_id: 'm', echo: authorization } : { data: [authorization] },
		});
	});

	/** What the node and the connection test make of a key. */
	async function using(apiKey: string) {
		const credential = service.credential({ apiKey });
		const run = await service.run(textParameters(), recipients(to), { credential });
		return { run, tested: await testConnection(credential) };
	}

	test.each<[string, string]>([
		['blanks around it', ' key-12345\n'],
		['a zero-width space', 'key-\u200b12345'],
		['a byte order mark', '\ufeffkey-12345'],
		['a soft hyphen', 'key-\u00ad12345'],
		['a tab and a no-break space', '\t\u00a0key-12345\u3000'],
		['control characters', 'key-\u0000\u007f\u008512345'],
		['a variation selector and a tag', 'key-\ufe0f\u{e0020}12345'],
		['half of a character', 'key-\ud83d12345'],
	])('with %s is sent without it, and masked', async (_what, apiKey) => {
		const { run, tested } = await using(apiKey);
		expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-12345', 'Bearer key-12345']);
		expect(jsonOf(run)).toMatchObject([{ echo: 'Bearer ***' }]);
		expect(tested).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	test.each<[string, string]>([
		['bullets', 'key-••••wxyz'],
		['a typographic dash', 'key–vwxyz'],
		['an accent', 'kéy-vwxyz'],
		['letters of another script', 'kеy-vwxyz'],
	])('with %s is no key: nothing is sent, and no part of it is shown', async (_what, apiKey) => {
		const { run, tested } = await using(apiKey);
		expect(service.requests).toEqual([]);
		expect(tested.message).toMatch(/^'API Key' holds a character that cannot be sent.* Copy the API key again/);
		const message = expect.stringMatching(/^'API Key' in the Messaging API credential holds a character that cannot be sent/);
		expect(jsonOf(run)).toMatchObject([{ error: { message } }]);
		// Letters that no random ID in hex has.
		expect(stringify([run.data, tested])).not.toMatch(/vwx|wxyz|key-v/);
	});
});

test.each(schemes)('$name shows those that it uses, and no other, of the fields for webhooks, and the token of any service', ({ credential: { signatureScheme }, fields }) => {
	const { properties } = new MessagingApi();
	const values: INodeParameters = { signatureScheme };
	const shown = properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null)).map(({ name }) => name);
	expect(shown.slice(shown.indexOf('signatureScheme') + 1).sort()).toEqual([...fields, 'verifyToken'].sort());
});

/** Where n8n's own HTTP client takes the key, for addresses of which nobody knows what they mean. */

const piece = fc.constantFrom('shop', 'v1', '/', '//', '\\', '..', '.', '%2e', '%2f', '?', '#', '@', ':', ';', ' ', '\t', '\n', '\0', 'user:password@', '=', '~', 'ü');
const pieces = fc.array(piece, { maxLength: 5 }).map((some) => some.join(''));
const plain = fc.array(fc.constantFrom('shop', 'v1', '/', '.a', '~', ':', '@'), { maxLength: 5 }).map((some) => some.join(''));
const entered = fc.oneof(pieces, plain);

const numbers = { resource: 'phoneNumber', operation: 'getMany', returnAll: true };

test.each(fc.sample(fc.tuple(entered, entered), { seed: 1, numRuns: 60 }))('base URL and %j, path %j', async (suffix, phoneNumbersPath) => {
	const credential = { baseUrl: `${service.url}${suffix}`, apiKey: 'key-123', customizeEndpoints: true, phoneNumbersPath };
	const onError = 'continueRegularOutput';
	service.answer = ({ method }) => ({ body: method === 'GET' ? { data: [] } : { success: true, message_id: 'm-1' } });
	const sent = await runMessaging({ credential, parameters: textParameters(), onError }, recipients('+12015550123'));
	await runMessaging({ credential, parameters: numbers, onError });
	const bySending = service.requests.splice(0);
	const tested = await testConnection(credential);
	const byTesting = service.requests.splice(0);

	if (bySending.length === 0) {
		const { message, outcome } = errorOf(outputOf(sent)[0]);
		expect(outcome).toBe('not_sent');
		expect(message).toMatch(/^'(Base URL|Sending Numbers Path)' in the Messaging API credential/);
		expect(tested.status).toBe('Error');
		expect(byTesting).toEqual([]);
		return;
	}
	const below = new URL(`${credential.baseUrl.trim().replace(/\/+$/, '')}/`).pathname;
	expect(bySending.map(({ method }) => method)).toEqual(['POST', 'GET']);
	expect(bySending[0]?.url).toBe(`${below}v1/messaging/send/text`);
	expect(byTesting).toMatchObject([{ method: 'GET', url: bySending[1]?.url }]);
	for (const { url, headers } of [...bySending, ...byTesting]) {
		expect(url.startsWith(below)).toBe(true);
		expect(headers.authorization).toBe('Bearer key-123');
	}
});
