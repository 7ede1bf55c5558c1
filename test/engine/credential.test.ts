import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials';
import { runMessaging, workflowWith } from '../support/engine';
import { testConnection } from '../support/credentialTest';
import { recipients, textParameters } from '../support/messages';
import { accepting, startService } from '../support/service';

const { request } = new MessagingApi().test;

/** An expression of the connection test, as n8n works it out. */
function resolved(expression: unknown, credential: ICredentialDataDecryptedObject): unknown {
	const { node, workflow } = workflowWith('messaging', { credential, parameters: {} });
	const keys = { $credentials: credential };
	return workflow.expression.getSimpleParameterValue(node, String(expression), 'internal', keys, undefined, '');
}

describe('the connection test asks for the sending numbers', () => {
	test.each([
		['with a slash at the end of the base URL', { baseUrl: ' https://api.example.com/ ' }, 'https://api.example.com', '/v1/messaging/phone_numbers'],
		['at the path that was set', { baseUrl: 'https://api.example.com', customizeEndpoints: true, phoneNumbersPath: 'v2/numbers' }, 'https://api.example.com', '/v2/numbers'],
		['at the default path, when customizing is off again', { baseUrl: 'https://api.example.com', customizeEndpoints: false, phoneNumbersPath: '/old' }, 'https://api.example.com', '/v1/messaging/phone_numbers'],
		['below the base URL, whatever the path says', { baseUrl: 'https://api.example.com', customizeEndpoints: true, phoneNumbersPath: '//elsewhere.example.com' }, 'https://api.example.com', '/elsewhere.example.com'],
	])('%s', (_name, credential, baseURL, url) => {
		expect(resolved(request.baseURL, credential)).toBe(baseURL);
		expect(resolved(request.url, credential)).toBe(url);
	});

	test('and follows no redirect, so that the key goes nowhere else', () => {
		expect(request.disableFollowRedirect).toBe(true);
	});
});

describe('the connection test in n8n', () => {
	const credential = { apiKey: 'key-123' };
	const numbersPath = { customizeEndpoints: true };

	test.each<[string, (url: string) => object, string]>([
		['where n8n adds nothing', (baseUrl) => ({ baseUrl }), '/v1/messaging/phone_numbers'],
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
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(/'Base URL'.*begins with https:\/\/.*without '\?', '#' and '@'.*'Phone Numbers Path'/) });
	});

	test.each(['https://', 'https://api example.com', 'https://api.example.com:99999', ''])('sends nothing for %j', async (baseUrl) => {
		expect(await testConnection({ ...credential, baseUrl })).toMatchObject({ status: 'Error', message: expect.stringMatching(/'Base URL'|Invalid URL|ERR_INVALID_URL/) });
	});
});

test('a key that was pasted with blanks around it is sent without them', async () => {
	const service = await startService(accepting);
	await runMessaging(
		{ credential: { baseUrl: service.url, apiKey: ' key-123\n' }, parameters: textParameters() },
		recipients('+12015550123'),
	);
	await service.close();
	expect(service.requests[0]?.headers.authorization).toBe('Bearer key-123');
});
