import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { opensslHmac } from '../contract/support/openssl.mts';
import { schemes } from '../support/schemes';
import { account, allEvents, delivered, itemsOf, post, secret, sign } from '../support/signedWebhook';
import { startTrigger, type TriggerServer } from '../support/webhook';

let trigger: TriggerServer | undefined;

async function start(
	credential: ICredentialDataDecryptedObject = account,
	parameters: INodeParameters = {},
): Promise<TriggerServer> {
	trigger = await startTrigger({ credential, parameters: { events: allEvents, ...parameters } });
	return trigger;
}

afterEach(async () => {
	await trigger?.close();
	trigger = undefined;
});

describe('a webhook that is verified to come from the service', () => {
	test('starts the workflow with one item of exactly the eight fields', async () => {
		const server = await start();
		expect(await post(server, delivered)).toMatchObject({ status: 200 });
		expect(server.started).toEqual([
			[
				[
					{
						json: {
							event_id: expect.stringMatching(/^\S+$/),
							message_id: 'm1',
							status: 'delivered',
							to: '+447400123456',
							user_id: null,
							phone_number_id: '200000000000002',
							timestamp: '2026-11-20T10:00:00.000Z',
							error: null,
						},
					},
				],
			],
		]);
		expect(server.log).toEqual([]);
	});

	test('starts the workflow once for a batch, one item per status', async () => {
		const server = await start();
		const batch = ['a', 'b', 'c'].map((message_id) => ({ ...delivered, message_id }));
		expect(await post(server, batch)).toMatchObject({ status: 200 });
		expect(itemsOf(server)).toMatchObject([[[{ message_id: 'a' }, { message_id: 'b' }, { message_id: 'c' }]]]);
	});

	test('brings ids beyond 2^53 exactly', async () => {
		const server = await start();
		const body = '{"message_id":9007199254740993,"status":"sent","phone_number_id":12345678901234567890}';
		expect(await post(server, body)).toMatchObject({ status: 200 });
		expect(itemsOf(server)).toMatchObject([
			[[{ message_id: '9007199254740993', phone_number_id: '12345678901234567890' }]],
		]);
	});

	test('brings the error of a message that failed', async () => {
		const server = await start();
		await post(server, { ...delivered, status: 'failed', error: { code: 131026, message: 'Undeliverable' } });
		expect(itemsOf(server)).toMatchObject([[[{ status: 'failed', error: { code: 131026, message: 'Undeliverable' } }]]]);
	});

	test('is verified over its bytes, in whatever way they are written', async () => {
		const server = await start();
		const body = '{\r\n\t"status" : "sent",  "message_id":"m\\u00e9\u00e9"}\n';
		expect(await post(server, body)).toMatchObject({ status: 200 });
		expect(itemsOf(server)).toMatchObject([[[{ message_id: 'méé' }]]]);
	});

	test.each(schemes.filter(({ name }) => name !== 'no signature'))('$name: by a secret that was pasted with characters that nobody sees', async ({ credential, sign: signed }) => {
		const { webhookSecret } = credential;
		const pasted = `\ufeff${webhookSecret.slice(0, 9)}\u200b${webhookSecret.slice(9)}\u2028`;
		const server = await start({ ...account, ...credential, webhookSecret: `old\n${pasted}` });
		const body = JSON.stringify(delivered);
		expect(await post(server, body, signed(body))).toMatchObject({ status: 200 });
		expect(server.started).toHaveLength(1);
	});

	test('by a secret in which such a character belongs to an emoji', async () => {
		const heart = 'I \u2764\ufe0f messages';
		const server = await start({ ...account, webhookSecret: heart });
		expect(await post(server, delivered, { 'x-webhook-signature': sign(JSON.stringify(delivered), heart) })).toMatchObject({ status: 200 });
	});

	test('need not say that it is JSON', async () => {
		const server = await start();
		const body = JSON.stringify(delivered);
		const headers = { 'content-type': 'text/plain', 'x-webhook-signature': sign(body) };
		expect(await post(server, body, headers)).toMatchObject({ status: 200 });
		expect(server.started).toHaveLength(1);
	});

	test('is believed with each of two secrets while one is rotated', async () => {
		const server = await start({ ...account, webhookSecret: `new-one\n${secret}` });
		const body = JSON.stringify(delivered);
		for (const by of ['new-one', secret]) {
			const body = JSON.stringify({ ...delivered, message_id: by });
			expect(await post(server, body, { 'x-webhook-signature': sign(body, by) })).toMatchObject({ status: 200 });
		}
		expect(await post(server, body, { 'x-webhook-signature': sign(body, 'old-one') })).toMatchObject({ status: 401 });
		expect(server.started).toHaveLength(2);
	});

	test.each<[string, ICredentialDataDecryptedObject, (body: string) => Record<string, string>]>([
		[
			'HMAC in base64 with a header and a prefix of its own',
			{ signatureHeader: 'X-Hub-Signature-256', signaturePrefix: 'sha256=', signatureEncoding: 'base64' },
			(body) => ({ 'x-hub-signature-256': `sha256=${opensslHmac(secret, Buffer.from(body), 'base64')}` }),
		],
		[
			'HMAC with timestamp',
			{ signatureScheme: 'timestampedHmac' },
			(body) => {
				const now = Math.floor(Date.now() / 1000);
				return { 'x-webhook-signature': `t=${now},v1=${sign(`${now}.${body}`)}` };
			},
		],
		[
			'a shared secret',
			{ signatureScheme: 'sharedSecret', signatureHeader: 'Authorization' },
			() => ({ authorization: `Bearer ${secret}` }),
		],
		[
			'a shared secret behind a prefix and a blank',
			{ signatureScheme: 'sharedSecret', signatureHeader: 'Authorization', signaturePrefix: 'Token ' },
			() => ({ authorization: `Token ${secret}` }),
		],
	])('by %s', async (_scheme, signature, headers) => {
		const server = await start({ ...account, ...signature });
		const body = JSON.stringify(delivered);
		expect(await post(server, body, headers(body))).toMatchObject({ status: 200 });
		expect(await post(server, body, {})).toMatchObject({ status: 401 });
		expect(server.started).toHaveLength(1);
	});
});

describe('a webhook that is not verified is answered 401 and starts nothing', () => {
	const body = JSON.stringify(delivered);

	test.each<[string, Record<string, string>, RegExp]>([
		['unsigned', {}, /header is missing/],
		['signed blank', { 'x-webhook-signature': ' ' }, /header is missing/],
		['forged with another secret', { 'x-webhook-signature': sign(body, 'guessed') }, /signature is wrong/],
		['signed for another body', { 'x-webhook-signature': sign(`${body} `) }, /signature is wrong/],
		['signed with half a signature', { 'x-webhook-signature': sign(body).slice(0, 32) }, /not readable/],
		['signed with one character', { 'x-webhook-signature': 'a' }, /not readable/],
		['signed under another header', { 'x-signature': sign(body) }, /header is missing/],
		['signed with an empty secret', { 'x-webhook-signature': sign(body, '') }, /signature is wrong/],
	])('%s', async (_form, headers, reason) => {
		const server = await start();
		const { status, text } = await post(server, body, headers);
		expect(status).toBe(401);
		expect(server.started).toEqual([]);

		// The answer tells the sender nothing; the log tells the user which check failed.
		expect(text).not.toMatch(reason);
		expect(server.log).toHaveLength(1);
		expect(server.log[0]).toMatch(reason);
		expect(server.log[0]).toContain('messagingTrigger');
		for (const kept of [secret, sign(body), 'm1', '447400123456']) expect(server.log[0]).not.toContain(kept);
	});

	test.each<[string, ICredentialDataDecryptedObject]>([
		['none is set', { baseUrl: account.baseUrl, apiKey: account.apiKey }],
		['it is empty', { ...account, webhookSecret: '' }],
		['it is blank', { ...account, webhookSecret: ' \n ' }],
		['a shared one is empty', { ...account, webhookSecret: '', signatureScheme: 'sharedSecret' }],
		['one with timestamp is empty', { ...account, webhookSecret: '', signatureScheme: 'timestampedHmac' }],
		['one of Standard Webhooks is empty', { ...account, webhookSecret: '', signatureScheme: 'standardWebhooks' }],
	])('all of them while there is no secret: %s', async (_form, credential) => {
		const server = await start(credential);
		for (const headers of [{}, { 'x-webhook-signature': sign(body, '') }, { 'x-webhook-signature': sign(body) }]) {
			expect(await post(server, body, headers)).toMatchObject({ status: 401 });
		}
		expect(server.started).toEqual([]);
		expect(server.log[0]).toMatch(/no secret is set/);
	});

	test('unreadable bodies too: nothing is parsed before it is verified', async () => {
		const server = await start();
		for (const unreadable of ['not JSON', '{"foo":1}', '']) {
			// As another type: what is sent as JSON and isn't, n8n itself answers with 422.
			const headers = { 'content-type': 'text/plain', 'x-webhook-signature': 'a'.repeat(64) };
			expect(await post(server, unreadable, headers)).toMatchObject({ status: 401 });
		}
	});
});

describe('a verified webhook that starts nothing', () => {
	test('of a status that was not chosen: 200', async () => {
		const server = await start(account, { events: ['failed'] });
		expect(await post(server, delivered)).toMatchObject({ status: 200 });
		expect(server.started).toEqual([]);
		expect(server.log).toEqual([]);
	});

	test('only the chosen statuses of a batch are in the items', async () => {
		const server = await start(account, { events: ['failed', 'read'] });
		const batch = allEvents.map((status) => ({ message_id: status, status }));
		expect(await post(server, batch)).toMatchObject({ status: 200 });
		expect(itemsOf(server)).toMatchObject([[[{ status: 'read' }, { status: 'failed' }]]]);
	});

	test.each<[string, unknown]>([
		['another event', { type: 'message.received', data: { id: 'm1' } }],
		['another status', { message_id: 'm1', status: 'queued' }],
		['an empty list', []],
		['another event beside a record that cannot be read', [{ type: 'message.received', data: { id: 'm1' } }, null]],
	])('of %s of the service: 200', async (_name, body) => {
		const server = await start();
		expect(await post(server, body)).toMatchObject({ status: 200 });
		expect(server.started).toEqual([]);
	});

	test.each<[string, unknown]>([
		['in an unknown form', { foo: 'bar' }],
		['without a message id', { status: 'delivered' }],
		['of records that all are unreadable', [{ status: 'delivered' }, null]],
		['of JSON that is no object', '7'],
		['of no JSON', 'status=delivered&message_id=m1'],
		['of JSON cut short', '{"message_id":"m1","status":"deliv'],
		['of nothing', ''],
	])('%s: 400', async (_form, given) => {
		const server = await start();
		const body = typeof given === 'string' ? given : JSON.stringify(given);
		// As another type: what is sent as JSON and isn't, n8n itself answers with 422.
		const headers = { 'content-type': 'text/plain', 'x-webhook-signature': sign(body) };
		expect(await post(server, body, headers)).toMatchObject({ status: 400 });
		expect(server.started).toEqual([]);
		expect(server.log).toHaveLength(1);
		expect(server.log[0]).not.toContain('m1');
	});
});

test('one bad record in a list does not spoil the others; the log counts it', async () => {
	const server = await start();
	expect(await post(server, [{ status: 'read' }, delivered, null])).toMatchObject({ status: 200 });
	expect(itemsOf(server)).toMatchObject([[[{ message_id: 'm1', status: 'delivered' }]]]);
	expect(server.log).toHaveLength(1);
	expect(server.log[0]).toContain('2 of the 3 records');
	expect(server.log[0]).not.toContain('447400123456');
});

test('with None chosen as signature, webhooks are not checked', async () => {
	const server = await start({ baseUrl: account.baseUrl, apiKey: account.apiKey, signatureScheme: 'none' });
	expect(await post(server, delivered, {})).toMatchObject({ status: 200 });
	expect(server.started).toHaveLength(1);
});
