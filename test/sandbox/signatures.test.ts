import { Webhook } from 'standardwebhooks';

import { opensslHmac } from '../contract/support/openssl.mts';
import { startReceiver, type Received, type Receiver } from './support/receiver';
import { at } from '../../nodes/Messaging/text/json';
import { idOf, start, type Client } from './support/sandbox';

/** The signatures of the sandbox's webhooks, checked by implementations that are not ours. */

let client: Client;
let receiver: Receiver;

beforeAll(async () => {
	client = await start();
	receiver = await startReceiver();
});

afterAll(async () => {
	await client.sandbox.close();
	await receiver.close();
});

beforeEach(() => client.control('/reset', {}));

const signingText = 'a signing secret, with ünïcödé';

/** The webhook that a registration with this signature gets. */
async function signed(signature: object | undefined, secret = signingText): Promise<Received> {
	const before = receiver.received.length;
	const answer = await client.call('POST', '/v1/messaging/webhooks', {
		url: receiver.url,
		events: ['sent'],
		secret,
		...(signature === undefined ? {} : { signature }),
	});
	expect(answer.status).toBe(201);
	const messageId = idOf(await client.send('template', { template_name: 'welcome', language_code: 'en_US' }));
	await client.control(`/messages/${messageId}/status`, { status: 'sent' });
	const webhook = (await receiver.first(before + 1)).at(-1);
	if (webhook === undefined) throw new Error('nothing received');
	expect(at(JSON.parse(webhook.body), 'message_id')).toBe(messageId);
	return webhook;
}

const prefixed = { header: 'X-Hub-Signature-256', prefix: 'sha256=', encoding: 'base64' };

it.each<[string, object | undefined, string, (body: string) => string]>([
	['HMAC-SHA256 of the body in hex', undefined, 'x-webhook-signature', (body) => opensslHmac(signingText, Buffer.from(body))],
	['the same with another header, a prefix, and in base64', { scheme: 'hmacSha256', ...prefixed }, 'x-hub-signature-256', (body) => `sha256=${opensslHmac(signingText, Buffer.from(body), 'base64')}`],
	['the shared secret', { scheme: 'sharedSecret', header: 'X-Token', prefix: 'Bearer ' }, 'x-token', () => `Bearer ${signingText}`],
])('%s stands in its header', async (_what, signature, header, expected) => {
	const { headers, body } = await signed(signature);
	expect(headers[header]).toBe(expected(body));
});

it('the timestamped form signs time and body, in real time however the clock was moved', async () => {
	await client.control('/clock', { advance_ms: 30 * 86_400_000 });
	const before = Math.floor(Date.now() / 1000);
	const { headers, body } = await signed({ scheme: 'timestampedHmac' });
	const [, time = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-webhook-signature'])) ?? [];
	expect(signature).toBe(opensslHmac(signingText, Buffer.from(`${time}.${body}`)));
	expect(Number(time)).toBeGreaterThanOrEqual(before);
	expect(Number(time)).toBeLessThanOrEqual(Date.now() / 1000);
});

it('the Standard Webhooks form is verified by the reference library', async () => {
	const secret = `whsec_${Buffer.from('a key of twenty-four byte').toString('base64')}`;
	const { headers, body } = await signed({ scheme: 'standardWebhooks' }, secret);
	const given = Object.fromEntries(
		['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
	);
	expect(new Webhook(secret).verify(body, given)).toEqual(JSON.parse(body));
	expect(() => new Webhook(secret).verify(`${body} `, given)).toThrow('No matching signature');
});

it('none signs nothing', async () => {
	const { headers } = await signed({ scheme: 'none' });
	expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
});

it('the settings choose the scheme of registrations that do not say', async () => {
	await client.control('/settings', {
		webhook_signature: { scheme: 'hmacSha256', header: 'X-Ours', prefix: '', encoding: 'hex' },
	});
	const { headers, body } = await signed(undefined);
	expect(headers['x-ours']).toBe(opensslHmac(signingText, Buffer.from(body)));
});
