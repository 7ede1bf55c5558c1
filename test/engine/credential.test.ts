import { stringify } from 'flatted';
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials';
import type { SignatureSchemeName } from '../../nodes/Messaging/webhook/signature';
import { testConnection } from '../support/credentialTest';
import { outputOf, runMessaging } from '../support/engine';
import { recipients, textParameters } from '../support/messages';
import { accepting, startService } from '../support/service';

describe('the connection test in n8n', () => {
	const credential = { apiKey: 'key-123' };
	const numbersPath = { customizeEndpoints: true };

	test.each<[string, (url: string) => object, string]>([
		['where n8n adds nothing', (baseUrl) => ({ baseUrl }), '/v1/messaging/phone_numbers'],
		['with a slash and blanks around the base URL', (url) => ({ baseUrl: ` ${url}/ ` }), '/v1/messaging/phone_numbers'],
		['at the default path, when customizing is off again', (baseUrl) => ({ baseUrl, customizeEndpoints: false, phoneNumbersPath: '/old' }), '/v1/messaging/phone_numbers'],
		['below the base URL, whatever the path says', (baseUrl) => ({ baseUrl, ...numbersPath, phoneNumbersPath: '//elsewhere.example.com' }), '/elsewhere.example.com'],
		['below a path', (url) => ({ baseUrl: `${url}/shop/` }), '/shop/v1/messaging/phone_numbers'],
		['with many slashes', (url) => ({ baseUrl: `${url}${'/'.repeat(80_000)}` }), '/v1/messaging/phone_numbers'],
		['at a path of its own', (baseUrl) => ({ baseUrl, ...numbersPath, phoneNumbersPath: ' v2/numbers ' }), '/v2/numbers'],
		['at the default path, where it is blank', (baseUrl) => ({ baseUrl, ...numbersPath, phoneNumbersPath: ' ' }), '/v1/messaging/phone_numbers'],
	])('asks the service %s', async (_name, changes, path) => {
		const service = await startService(() => ({ body: { data: [] } }));
		const result = await testConnection({ ...credential, ...changes(service.url) });
		await service.close();
		expect(service.requests).toMatchObject([{ method: 'GET', url: path, headers: { authorization: 'Bearer key-123' } }]);
		expect(result.status).toBe('OK');
	});

	test('is content with a service that has no numbers yet', async () => {
		const service = await startService(() => ({ body: [] }));
		expect(await testConnection({ ...credential, baseUrl: service.url })).toMatchObject({ status: 'OK' });
		await service.close();
	});

	test.each<[string, (url: string) => object]>([
		['a base URL with a query', (url) => ({ baseUrl: `${url}/?` })],
		['a base URL with a query that holds a path', (url) => ({ baseUrl: `${url}/a?to=/b` })],
		['a base URL with a fragment', (url) => ({ baseUrl: `${url}#` })],
		['a base URL with a user', (url) => ({ baseUrl: url.replace('://', '://user:password@') })],
		['a base URL with an empty user', (url) => ({ baseUrl: url.replace('://', '://@') })],
		['a base URL with a backslash', (url) => ({ baseUrl: `${url}\\@elsewhere.example` })],
		['a base URL with a line break in it', (url) => ({ baseUrl: `${url}\n/a` })],
		['a base URL without its protocol', (url) => ({ baseUrl: url.replace('http:', '') })],
		['a path with two dots', (baseUrl) => ({ baseUrl, ...numbersPath, phoneNumbersPath: '/v1/../../admin' })],
		['a path with encoded dots', (baseUrl) => ({ baseUrl, ...numbersPath, phoneNumbersPath: '/v1/%2e%2E/admin' })],
		['a path with a backslash', (baseUrl) => ({ baseUrl, ...numbersPath, phoneNumbersPath: '\\\\elsewhere.example' })],
		['a path with a query', (baseUrl) => ({ baseUrl, ...numbersPath, phoneNumbersPath: '/v1/numbers?a=b' })],
	])('sends nothing for %s, and says what to change', async (_name, changes) => {
		const service = await startService(accepting);
		const result = await testConnection({ ...credential, ...changes(service.url) });
		await service.close();
		expect(service.requests).toEqual([]);
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(/^'(Base URL|Sending Numbers Path)' (is not a|holds a).* Give /) });
	});

	test.each(['https://', 'https://api example.com', 'https://api.example.com:99999', ''])('sends nothing for %j', async (baseUrl) => {
		expect(await testConnection({ ...credential, baseUrl })).toMatchObject({ status: 'Error', message: expect.stringMatching(/^'Base URL' is not a URL.*begins with https:/) });
	});

	test.each<[number, RegExp]>([
		[401, /^The service did not accept the API key\. Check 'API Key'/],
		[403, /may not list sending numbers/],
		[404, /nothing at this address\. Check 'Base URL' \(without \/v1\).*'Sending Numbers Path'/],
		// Without words of ours: those of the status.
		[429, /^Too Many Requests$/],
		[500, /^Internal Server Error$/],
	])('says of status %d what to do', async (status, message) => {
		const service = await startService(() => ({ status, body: { error: { message: 'Out of order for key-12345' } } }));
		const result = await testConnection({ apiKey: 'key-12345', baseUrl: service.url });
		await service.close();
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});

	test.each<[string, string]>([
		['a web page', '<!doctype html><title>Our company</title>'],
		['a web page after a line break', '\n<!doctype html><title>Our company</title>'],
		['nothing', ''],
	])('says that %s is no list, though it is answered with status 200', async (_what, body) => {
		const service = await startService(() => ({ body }));
		const result = await testConnection({ ...credential, baseUrl: service.url });
		await service.close();
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(/^The response is (a web page|empty).*Check 'Base URL'.*'Sending Numbers Path'/) });
	});

	test('follows no redirect, so that the key goes nowhere else, and says so', async () => {
		const elsewhere = await startService(accepting);
		const service = await startService(() => ({ status: 301, headers: { location: `${elsewhere.url}/v1/messaging/phone_numbers` } }));
		const result = await testConnection({ ...credential, baseUrl: service.url });
		await service.close();
		await elsewhere.close();
		expect(elsewhere.requests).toEqual([]);
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(/redirect.*Check whether 'Base URL' must begin with https:/) });
	});

	test('asks for a key where there is none', async () => {
		expect(await testConnection({ baseUrl: 'https://nowhere.invalid', apiKey: ' ' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^'API Key' is empty\. Paste the API key/),
		});
	});
});

describe('an API key that was pasted', () => {
	/** A service that repeats the API key in an accepted message, and in a list. */
	const echoing = async () =>
		await startService(({ method, headers: { authorization } }) => ({
			body: method === 'POST' ? { success: true, message_id: 'm', echo: authorization } : { data: [authorization] },
		}));

	test.each<[string, string]>([
		['blanks around it', ' key-12345\n'],
		['a zero-width space', 'key-\u200b12345'],
		['a byte order mark', '\ufeffkey-12345'],
		['direction marks', '\u202akey-\u200e12345\u202c'],
		['an isolate', '\u2068key-12345\u2069'],
		['a word joiner', 'key\u2060-12345'],
		['a soft hyphen', 'key-\u00ad12345'],
		['a line break', 'key-\r\n12345'],
		['a line separator', 'key-12345\u2028'],
		['a tab and a no-break space', '\t\u00a0key-12345\u3000'],
		['control characters', 'key-\u0000\u007f\u008512345'],
		['a variation selector and a tag', 'key-\ufe0f\u{e0020}12345'],
		['half of a character', 'key-\ud83d12345'],
	])('with %s is sent without it, and masked', async (_what, apiKey) => {
		const service = await echoing();
		const credential = { baseUrl: service.url, apiKey };
		const run = await runMessaging({ credential, parameters: textParameters() }, recipients('+12015550123'));
		const tested = await testConnection(credential);
		await service.close();
		expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-12345', 'Bearer key-12345']);
		expect(outputOf(run)[0]?.json.echo).toBe('Bearer ***');
		expect(tested).toEqual({ status: 'OK', message: 'Connection successful!' });
	});

	test.each<[string, string]>([
		['bullets', 'key-••••wxyz'],
		['a typographic dash', 'key–vwxyz'],
		['an accent', 'kéy-vwxyz'],
		['an ellipsis', 'key-vwx…'],
		['an emoji', 'key-vwxyz🔑'],
		['letters of another script', 'kеy-vwxyz'],
	])('with %s is no key: nothing is sent, and no part of it is shown', async (_what, apiKey) => {
		const service = await echoing();
		const credential = { baseUrl: service.url, apiKey };
		const run = await runMessaging({ credential, parameters: textParameters() }, recipients('+12015550123'));
		const tested = await testConnection(credential);
		await service.close();
		expect(service.requests).toEqual([]);
		expect(tested.message).toMatch(/^'API Key' holds a character that cannot be sent.* Copy the API key again/);
		expect(run.data.resultData.error?.message).toMatch(/^'API Key' in the Messaging API credential holds a character that cannot be sent/);
		// Letters that no random ID in hex has.
		expect(stringify([run.data, tested])).not.toMatch(/vwx|wxyz|key-v/);
	});
});

describe('the fields for webhooks', () => {
	/** What a person needs to enter for each way to sign. */
	const needed: Record<SignatureSchemeName, readonly string[]> = {
		hmacSha256: ['webhookSecret', 'signatureHeader', 'signaturePrefix', 'signatureEncoding'],
		timestampedHmac: ['webhookSecret', 'signatureHeader', 'signaturePrefix', 'signatureTolerance'],
		standardWebhooks: ['webhookSecret', 'signatureTolerance'],
		sharedSecret: ['webhookSecret', 'signatureHeader', 'signaturePrefix'],
		none: ['unsignedNotice'],
	};

	test.each(Object.entries(needed))('%s shows those that it uses, and no other', (signatureScheme, fields) => {
		const { properties } = new MessagingApi();
		const values: INodeParameters = { signatureScheme };
		const shown = properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null)).map(({ name }) => name);
		expect(shown.slice(shown.indexOf('signatureScheme') + 1).sort()).toEqual([...fields].sort());
	});
});
