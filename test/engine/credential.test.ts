import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials';
import { runMessaging, workflowWith } from '../support/engine';
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

test('a key that was pasted with blanks around it is sent without them', async () => {
	const service = await startService(accepting);
	await runMessaging(
		{ credential: { baseUrl: service.url, apiKey: ' key-123\n' }, parameters: textParameters() },
		recipients('+12015550123'),
	);
	await service.close();
	expect(service.requests[0]?.headers.authorization).toBe('Bearer key-123');
});
