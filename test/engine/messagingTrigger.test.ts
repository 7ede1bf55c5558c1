import { type ICredentialDataDecryptedObject, type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { MessagingTrigger } from '../../nodes/Messaging/MessagingTrigger.node';
import { opensslHmac } from '../contract/support/openssl.mts';
import { workflowWith } from '../support/engine';
import { schemes } from '../support/schemes';
import { account, allEvents, delivered, itemsOf, post, secret, sign } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import type { TriggerServer } from '../support/webhook';

const start = useTriggers();
const signedBy = async (credential: ICredentialDataDecryptedObject) => await start({}, { credential: { ...account, ...credential } });

const body = JSON.stringify(delivered);
/** As another type: what is sent as JSON and isn't, n8n itself answers with 422. */
const asText = (signature: string) => ({ 'content-type': 'text/plain', 'x-webhook-signature': signature });

describe('a webhook that is verified to come from the service', () => {
	test('starts the workflow with one item of exactly the eight fields', async () => {
		const server = await start();
		expect(await post(server, delivered)).toMatchObject({ status: 200 });
		const json = {
			event_id: expect.stringMatching(/^\S+$/),
			message_id: 'm1',
			status: 'delivered',
			to: '+447400123456',
			user_id: null,
			phone_number_id: '200000000000002',
			timestamp: '2026-11-20T10:00:00.000Z',
			error: null,
		};
		expect(server.started).toEqual([[[{ json }]]]);
		expect(server.log).toEqual([]);
	});

	test.each<[string, string, object]>([
		['names that JavaScript gives to every object as names only', `{"__proto__":{"status":"read"},"constructor":1,${body.slice(1)}`, { message_id: 'm1', status: 'delivered' }],
		['what is signed, in whatever way it is written', '{\r\n\t"status" : "sent",  "message_id":"m\\u00e9\u00e9"}\n', { message_id: 'méé' }],
	])('brings %s', async (_what, given, json) => {
		const server = await start();
		expect(await post(server, given)).toMatchObject({ status: 200 });
		expect(itemsOf(server)).toMatchObject([[[json]]]);
	});

	test.each(schemes.filter(({ name }) => name !== 'no signature'))('$name: by a secret that was pasted with characters that nobody sees', async ({ credential, sign: signed }) => {
		const { webhookSecret } = credential;
		const pasted = `\ufeff${webhookSecret.slice(0, 9)}\u200b${webhookSecret.slice(9)}\u2028`;
		const server = await signedBy({ ...credential, webhookSecret: `old\n${pasted}` });
		expect(await post(server, body, signed(body))).toMatchObject({ status: 200 });
		expect(server.started).toHaveLength(1);
	});

	const heart = 'I \u2764\ufe0f messages';

	test.each<[string, ICredentialDataDecryptedObject, Record<string, string>]>([
		[
			'HMAC in base64 with a header and a prefix of its own, which were pasted',
			{ signatureHeader: '\u200bX-Hub-Signature-256\ufeff', signaturePrefix: 'sha256=\u200e', signatureEncoding: 'base64' },
			{ 'x-hub-signature-256': `sha256=${opensslHmac(secret, Buffer.from(body), 'base64')}` },
		],
		['a secret in which a character that nobody sees belongs to an emoji', { webhookSecret: heart }, { 'x-webhook-signature': sign(body, heart) }],
	])('by %s', async (_scheme, credential, headers) => {
		const server = await signedBy(credential);
		expect(await post(server, body, headers)).toMatchObject({ status: 200 });
		expect(server.started).toHaveLength(1);
	});
});

describe('a verified webhook that starts nothing', () => {
	test('only the chosen statuses of a batch are in the items, and one without any is answered 200', async () => {
		const server = await start({}, { parameters: { events: ['failed', 'read'] } });
		expect(await post(server, delivered)).toMatchObject({ status: 200 });
		expect(server.started).toEqual([]);
		expect(server.log).toEqual([]);
		expect(await post(server, allEvents.map((status) => ({ message_id: status, status })))).toMatchObject({ status: 200 });
		expect(itemsOf(server)).toMatchObject([[[{ status: 'read' }, { status: 'failed' }]]]);
	});

	test.each<[string, unknown]>([
		['another event', { type: 'message.received', data: { id: 'm1' } }],
		['an empty list', []],
		['another event beside a record that cannot be read', [{ type: 'message.received', data: { id: 'm1' } }, null]],
	])('of %s of the service: 200', async (_name, given) => {
		const server = await start();
		expect(await post(server, given)).toMatchObject({ status: 200 });
		expect(server.started).toEqual([]);
	});

	test.each<[string, string]>([
		['in an unknown form', '{"foo":"bar"}'],
		['of JSON that is nested too deeply to be read', '['.repeat(200_000) + ']'.repeat(200_000)],
		['of JSON cut short', '{"message_id":"m1","status":"deliv'],
	])('%s: 400, or 401 before anything is parsed if it is not verified', async (_form, given) => {
		const server = await start();
		expect(await post(server, given, asText('a'.repeat(64)))).toMatchObject({ status: 401 });
		server.log.splice(0);
		expect(await post(server, given, asText(sign(given)))).toMatchObject({ status: 400 });
		expect(server.started).toEqual([]);
		expect(server.log).toHaveLength(1);
		expect(server.log[0]).not.toContain('m1');
	});
});

test('one bad record in a list does not spoil the others; the log counts it', async () => {
	const server = await start();
	expect(await post(server, [{ status: 'read' }, delivered, null])).toMatchObject({ status: 200 });
	expect(itemsOf(server)).toMatchObject([[[{ message_id: 'm1', status: 'delivered' }]]]);
	expect(server.log).toEqual([expect.stringContaining('2 of the 3 records')]);
	expect(server.log[0]).not.toContain('447400123456');
});

/* What a user asks the trigger for: statuses, sending numbers, outputs, payload. */

const numbered = (...ids: Array<string | undefined>) =>
	ids.map((phone_number_id, place) => ({ message_id: `m${place}`, status: 'sent', phone_number_id }));
const senders = (trigger: TriggerServer) => itemsOf(trigger).flat(2).map(({ phone_number_id }) => phone_number_id);

describe('sending numbers', () => {
	test.each<[string, INodeParameters['x'], Array<string | null>]>([
		['one', '1', ['1', null]],
		['several', '1,3', ['1', '3', null]],
		['with blanks and a comma at the end', ' 3 , 1 ,', ['1', '3', null]],
		['a list from an expression', '={{ ["1", 3] }}', ['1', '3', null]],
		['a number from an expression', '={{ 3 }}', ['3', null]],
		['none', '', ['1', '2', '3', null]],
	])('%s: only their events, and those that name none', async (_form, phoneNumberIds, expected) => {
		const trigger = await start({ phoneNumberIds });
		expect((await post(trigger, numbered('1', '2', '3', undefined))).status).toBe(200);
		expect(senders(trigger)).toEqual(expected);
	});

	test('an id beyond 2^53 is compared exactly', async () => {
		const trigger = await start({ phoneNumberIds: '9007199254740993' });
		await post(
			trigger,
			'[{"message_id":"a","status":"sent","phone_number_id":9007199254740992},{"message_id":"b","status":"sent","phone_number_id":9007199254740993}]',
		);
		expect(senders(trigger)).toEqual(['9007199254740993']);
	});
});

describe('separate outputs', () => {
	const mixed = ['read', 'sent', 'failed', 'sent', 'delivered'].map((status, place) => ({ message_id: `m${place}`, status }));
	const byOutput = (trigger: TriggerServer) => itemsOf(trigger).map((outputs) => outputs.map((items) => items.map(({ status }) => status)));

	test('are always the four, in the order sent, delivered, read, failed', async () => {
		const trigger = await start({ separateOutputs: true });
		await post(trigger, mixed);
		expect(byOutput(trigger)).toEqual([[['sent', 'sent'], ['delivered'], ['read'], ['failed']]]);
	});

	test('of statuses that were not chosen stay empty', async () => {
		const trigger = await start({}, { parameters: { events: ['failed', 'delivered'], options: { separateOutputs: true } } });
		await post(trigger, mixed);
		expect(byOutput(trigger)).toEqual([[[], ['delivered'], [], ['failed']]]);
	});

	test.each<[string, INodeParameters, string[]]>([
		['one without the option', {}, ['main']],
		['four with it', { options: { separateOutputs: true } }, ['Sent', 'Delivered', 'Read', 'Failed']],
		['one more for messages', { events: ['received'] }, ['Status', 'Message']],
		['one more for messages behind the four', { events: ['received', 'read'], options: { separateOutputs: true } }, ['Sent', 'Delivered', 'Read', 'Failed', 'Message']],
	])('the editor draws %s', (_name, parameters, expected) => {
		const { node, workflow } = workflowWith('messagingTrigger', { credential: account, parameters: { events: ['read'], ...parameters } });
		const outputs = NodeHelpers.getNodeOutputs(workflow, node, new MessagingTrigger().description);
		expect(outputs.map((output) => (typeof output === 'string' ? output : output.displayName))).toEqual(expected);
	});
});

describe('the payload', () => {
	const payloads = (trigger: TriggerServer) => itemsOf(trigger).flat(2).map(({ payload }) => payload);
	const b = { message_id: 'b', status: 'read', price: '0.01' };

	test('is the body where it holds one status, with numbers beyond 2^53 as they are, and left out unless it is asked for', async () => {
		const body = { id: 'evt_1', type: 'message.delivered', data: delivered };
		const exact = '{"message_id":"a","status":"sent","conversation":12345678901234567890}';
		for (const includePayload of [true, false]) {
			const trigger = await start({ includePayload, ignoreDuplicates: false });
			await post(trigger, body);
			await post(trigger, exact);
			expect(payloads(trigger)).toEqual(includePayload ? [body, { ...JSON.parse(exact), conversation: '12345678901234567890' }] : [undefined, undefined]);
		}
	});

	test("is the item's own record where it holds several, also when one alone was chosen", async () => {
		const trigger = await start({ includePayload: true });
		await post(trigger, { data: [delivered, b] });
		expect(payloads(trigger)).toEqual([delivered, b]);
		const picky = await start({}, { parameters: { events: ['read'], options: { includePayload: true } } });
		await post(picky, { data: [delivered, b] });
		expect(payloads(picky)).toEqual([b]);
	});
});

test('thousands of statuses in one request are one execution with one item each', async () => {
	const trigger = await start();
	const batch = Array.from({ length: 5000 }, (_, place) => ({ message_id: `m${place}`, status: 'sent' }));
	expect((await post(trigger, [...batch, { status: 'sent' }])).status).toBe(200);
	expect(trigger.started).toHaveLength(1);
	expect(itemsOf(trigger).flat(2).map(({ message_id }) => message_id)).toEqual(batch.map(({ message_id }) => message_id));
});

test("n8n's list of nodes offers the trigger by what happens to a message", () => {
	const choices = new MessagingTrigger().description.properties.find(({ name }) => name === 'events')?.options ?? [];
	const actions = choices.map((choice) => ('action' in choice ? choice.action : undefined));
	expect(actions).toEqual(['delivered', 'failed', 'received', 'read', 'sent'].map((event) => `On message ${event}`));
});
