import fc from 'fast-check';

import { testConnection } from '../support/credentialTest';
import { outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { startService, type ScriptedService } from '../support/service';

/** Where n8n's own HTTP client takes the key, for addresses of which nobody knows what they mean. */

let service: ScriptedService;
beforeAll(async () => {
	service = await startService(({ method }) => ({ body: method === 'GET' ? { data: [] } : { success: true, message_id: 'm-1' } }));
});
afterAll(async () => await service.close());
beforeEach(() => service.requests.splice(0));

const piece = fc.constantFrom('shop', 'v1', '/', '//', '\\', '..', '.', '%2e', '%2f', '?', '#', '@', ':', ';', ' ', '\t', '\n', '\0', 'user:password@', '=', '~', 'ü');
const pieces = fc.array(piece, { maxLength: 5 }).map((some) => some.join(''));
const plain = fc.array(fc.constantFrom('shop', 'v1', '/', '.a', '~', ':', '@'), { maxLength: 5 }).map((some) => some.join(''));
const entered = fc.oneof(pieces, plain);

const numbers = { resource: 'phoneNumber', operation: 'getMany', returnAll: true };

test.each(fc.sample(fc.tuple(entered, entered), { seed: 1, numRuns: 60 }))('base URL and %j, path %j', async (suffix, phoneNumbersPath) => {
	const credential = { baseUrl: `${service.url}${suffix}`, apiKey: 'key-123', customizeEndpoints: true, phoneNumbersPath };
	const onError = 'continueRegularOutput';
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
