import { readOptions, usage } from '../../scripts/start/options.mts';
import { registerByHand } from '../../scripts/start/sandboxService.mts';
import { services, untilRegistered } from '../../scripts/start/services.mts';
import { at } from '../../nodes/Messaging/text/json';
import { start, type Client } from '../sandbox/support/sandbox';
import { startReceiver, verifyToken } from '../sandbox/support/webhooks';

/** `npm start -- --service …`: what n8n's credential gets, and how statuses reach n8n. */

const secrets = { webhookSecret: 's', verifyToken };

describe('the option --service', () => {
	it("is the document's unless another one is named, and says which there are", () => {
		expect(readOptions([])?.service).toBe('document');
		expect(readOptions(['--service', 'whatsapp'])?.service).toBe('whatsapp');
		expect(() => readOptions(['--service', 'other'])).toThrow('--service takes document or whatsapp, not "other".');
		expect(usage).toContain('--service');
	});
});

describe('the credential', () => {
	it('leads to the paths of the service that is played', () => {
		const numbers = '/v1/whatsapp/phone_numbers';
		expect(services.whatsapp.credential(secrets)).toEqual({
			...secrets,
			customizeEndpoints: true,
			sendPath: '/v1/whatsapp/send',
			templatesPath: `${numbers}/{phone_number_id}/templates`,
			phoneNumbersPath: numbers,
			mediaPath: `${numbers}/{phone_number_id}/templates/{template_id}/media`,
			signatureScheme: 'none',
		});
	});

	it('leads back to the defaults', () => {
		expect(services.document.credential(secrets)).toEqual({ webhookSecret: 's', customizeEndpoints: false, signatureScheme: 'hmacSha256' });
	});
});

describe('statuses', () => {
	/** The service as `npm start` runs it. */
	const serviceOf = ({ sandbox: { url, apiKey, testKey } }: Client) => ({ apiUrl: url, inboxUrl: url, apiKey, testKey });

	it.each(['document', 'whatsapp'] as const)('of the service %s are reported to n8n', async (service) => {
		const [client, receiver] = [await start({ service }), await startReceiver()];
		const said: string[] = [];
		await services[service].reportTo(receiver.url, secrets, serviceOf(client), (line) => said.push(line));
		expect(at(await client.show('/webhooks'), 'registrations', 0, 'url')).toBe(receiver.url);
		expect(said).toEqual([]);
		await Promise.all([client.sandbox.close(), receiver.close()]);
	});

	it('are registered as soon as n8n listens, and only a webhook that never answers is given up', async () => {
		const client = await start({ service: 'whatsapp' });
		let questions = 0;
		const receiver = await startReceiver(() => 200, (question) =>
			++questions < 3 ? [404, 'not registered'] : [200, question['hub.challenge'] ?? ''],
		);
		const register = () => registerByHand(receiver.url, verifyToken, serviceOf(client));
		expect(await untilRegistered(register, 0)).toMatch(/answered 404 with "not registered"/);
		expect(await untilRegistered(register)).toBeUndefined();
		expect(questions).toBe(3);
		await Promise.all([client.sandbox.close(), receiver.close()]);
	});
});
