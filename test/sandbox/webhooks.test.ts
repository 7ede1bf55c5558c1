import { at } from '../../nodes/Messaging/text/json';
import { readEvents } from '../../nodes/Messaging/webhook/readEvents';
import { webhookForm } from '../../sandbox/state/settings';
import { opensslHmac } from '../contract/support/openssl.mts';
import { ada, refusalOf, sender, idOf } from './support/sandbox';
import { allEvents, startReceiver, useWebhooks, webhooksPath as path, type Receiver } from './support/webhooks';

/** Registration of webhooks, and how statuses are reported: forms, signatures, retries, repeats, order and batches. */

const { client, receive, register, registered, report, inState } = useWebhooks({ seed: 5 });

const settings = (change: object) => client.control('/settings', change);

/** The ids of so many messages, each of which is reported as sent. */
async function sentMessages(count: number): Promise<string[]> {
	const made: string[] = [];
	while (made.length < count) made.push(await report('sent'));
	return made;
}

const idsOf = ({ received }: Receiver) => received.map(({ body }) => String(at(body, 'message_id')));

describe('a registration', () => {
	it('is listed, shown, the only one of its URL, and removed, and never tells its secret', async () => {
		const receiver = await receive();
		const id = await register(receiver, { secret: 's-3-c-r-e-t' });
		const shown = { id, url: receiver.url, events: allEvents, created_at: expect.stringMatching(/Z$/), signed: true };
		expect((await client.call('GET', path)).body).toEqual({ data: [shown], paging: {} });
		expect((await client.call('GET', `${path}/${id}`)).body).toEqual(shown);
		const second = await client.call('POST', path, { url: receiver.url, events: ['sent'] });
		expect(refusalOf(second)).toEqual([409, 100, expect.stringContaining(id)]);
		expect((await client.call('DELETE', `${path}/${id}`)).status).toBe(204);
		for (const method of ['GET', 'DELETE']) {
			expect(refusalOf(await client.call(method, `${path}/${id}`))).toEqual([404, 100, expect.stringContaining(id)]);
		}
		expect((await client.call('GET', path)).body).toEqual({ data: [], paging: {} });
	});

	it.each([
		['a URL and no events', {}, /url: Required; events: Required/],
		['a URL that is not on the web, and an empty list of events', { url: 'file:///tmp/x', events: [] }, /url: must be.*; events: /],
		['an unknown event', { url: 'http://127.0.0.1:9/', events: ['opened'] }, /events\.0/],
		['an empty secret', { url: 'http://127.0.0.1:9/', events: allEvents, secret: '' }, /secret/],
		['an unknown scheme', { url: 'http://127.0.0.1:9/', events: allEvents, signature: { scheme: 'md5' } }, /signature\.scheme/],
		['an unknown field', { url: 'http://127.0.0.1:9/', events: allEvents, active: true }, /active/],
	])('is refused for %s', async (_what, body, details) => {
		expect(refusalOf(await client.call('POST', path, body))).toEqual([400, 100, expect.stringMatching(details)]);
	});

	it('gets the statuses it asked for and no others', async () => {
		const [onlyRead, everything] = [await registered({ events: ['read'] }), await registered()];
		await report('sent', 'delivered', 'read');
		await everything.webhook(3);
		expect((await onlyRead.webhook(1)).body).toMatchObject({ status: 'read' });
		expect(at(await client.show('/webhooks'), 'deliveries')).toHaveLength(4);
	});
});

describe('a status', () => {
	it('is reported flat by default, unsigned if there is no secret', async () => {
		const receiver = await registered();
		const messageId = await report('delivered');
		const { headers, body } = await receiver.webhook(1);
		expect(body).toEqual({
			message_id: messageId,
			status: 'delivered',
			to: ada,
			phone_number_id: sender,
			timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		});
		expect(headers['content-type']).toBe('application/json');
		expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
	});

	it.each(webhookForm.options)('in the form %s is read by the trigger', async (form) => {
		const receiver = await registered({ form });
		const messageId = await report('failed');
		const { statuses, unreadable } = readEvents((await receiver.webhook(1)).body);
		expect(unreadable).toBe(0);
		expect(statuses).toMatchObject([
			{ event: { message_id: messageId, status: 'failed', phone_number_id: sender, error: { code: 131026, message: 'Message undeliverable' } } },
		]);
	});

	it("in the form meta is nested as Meta's are", async () => {
		const receiver = await registered({ form: 'meta' });
		const id = await report('failed');
		const message = 'Message undeliverable';
		const errors = [{ code: 131026, title: message, message, error_data: { details: message } }];
		const status = { id, status: 'failed', timestamp: expect.stringMatching(/^\d{10}$/), recipient_id: ada.slice(1), errors };
		const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: sender }, statuses: [status] };
		expect((await receiver.webhook(1)).body).toEqual({
			object: 'whatsapp_business_account',
			entry: [{ id: expect.any(String), changes: [{ field: 'messages', value }] }],
		});
	});
});

describe('what a customer writes', () => {
	const everything = ['sent', 'received'];
	const asked = () => client.template('delivery_feedback', { body: { first_name: 'Ada' }, buttons: { '2': 'A-1001' } });

	it('is reported to nobody who has not asked for it', async () => {
		await registered();
		await client.control('/reply', { from: ada, text: 'Hello' });
		await client.advance(60_000);
		expect(at(await client.show('/webhooks'), 'deliveries')).toEqual([]);
	});

	it.each(webhookForm.options)('in the form %s is read by the trigger, and so is a press on a button', async (form) => {
		const receiver = await registered({ form, events: everything });
		const written = at(await client.control('/reply', { from: ada, text: 'Hello' }), 'reply_id');
		const by = { from: ada, name: 'Customer 0123', phone_number_id: sender };
		expect(readEvents((await receiver.webhook(1)).body)).toMatchObject({
			...{ statuses: [], others: 0, unreadable: 0, unreadableMessages: 0 },
			messages: [{ event: { ...by, message_id: written, type: 'text', text: 'Hello', button_id: null, reply_to: null } }],
		});
		const id = idOf(await asked());
		const pressed = await client.control(`/messages/${id}/press`, { button: 'All good' });
		expect(readEvents((await receiver.webhook(2)).body)).toMatchObject({
			messages: [{ isWhole: true, event: { ...by, message_id: at(pressed, 'reply_id'), type: 'button', text: 'All good', button_id: 'All good', reply_to: id } }],
		});
	});

	it('is signed as a status is', async () => {
		const secret = 'a signing secret';
		const receiver = await registered({ secret, events: everything });
		await client.control('/reply', { from: ada, text: 'Hello' });
		const { headers, text } = await receiver.webhook(1);
		expect(headers['x-webhook-signature']).toBe(opensslHmac(secret, Buffer.from(text)));
	});

	it('opens the window by a press too', async () => {
		const id = idOf(await asked());
		expect((await client.send('text', { text: 'Thank you' })).status).toBe(409);
		await client.control(`/messages/${id}/press`, { button: 'All good' });
		idOf(await client.send('text', { text: 'Thank you' }));
	});

	it.each([
		['a button that the message does not have', 'Something else', /There is "All good"/],
		['a button that opens a link', 'Write a review', /There is "All good"/],
	])('%s is refused', async (_what, button, words) => {
		const id = idOf(await asked());
		const answer = await client.call('POST', `/_sandbox/messages/${id}/press`, { button });
		expect(answer.status).toBe(404);
		expect(at(answer.body, 'error', 'details')).toMatch(words);
	});
});

describe('a signature', () => {
	const secret = 'a signing secret, with ünïcödé';

	/** The webhook that a registration with this signature gets. */
	async function signed(signature?: object) {
		const receiver = await registered({ secret, signature });
		await report('sent');
		return await receiver.webhook(1);
	}

	const hub = { header: 'X-Hub-Signature-256', prefix: 'sha256=', encoding: 'base64' };

	it.each<[string, object | undefined, string, (body: Buffer) => string]>([
		['HMAC-SHA256 of the body in hex', undefined, 'x-webhook-signature', (body) => opensslHmac(secret, body)],
		['it in base64', { scheme: 'hmacSha256', ...hub }, 'x-hub-signature-256', (body) => `sha256=${opensslHmac(secret, body, 'base64')}`],
		['the shared secret', { scheme: 'sharedSecret', header: 'X-Token', prefix: 'Bearer ' }, 'x-token', () => `Bearer ${secret}`],
	])('%s stands in its header', async (_what, signature, header, expected) => {
		const { headers, text } = await signed(signature);
		expect(headers[header]).toBe(expected(Buffer.from(text)));
	});

	it('is timestamped in real time, however the clock was moved', async () => {
		await client.advance(30 * 86_400_000);
		const before = Math.floor(Date.now() / 1000);
		const { headers } = await signed({ scheme: 'timestampedHmac' });
		const [, time] = /^t=(\d+),v1=[0-9a-f]{64}$/.exec(String(headers['x-webhook-signature'])) ?? [];
		expect(Number(time)).toBeGreaterThanOrEqual(before);
		expect(Number(time)).toBeLessThanOrEqual(Date.now() / 1000);
	});

	it('is as the settings say for registrations that do not say, and can be left out', async () => {
		await settings({ webhook_signature: { scheme: 'hmacSha256', header: 'X-Ours', prefix: '', encoding: 'hex' } });
		const { headers, text } = await signed();
		expect(headers['x-ours']).toBe(opensslHmac(secret, Buffer.from(text)));
		expect(Object.keys((await signed({ scheme: 'none' })).headers)).not.toContain('x-ours');
	});
});

describe('a receiver that does not take it', () => {
	/** After so many tries, the next one is planned so many milliseconds after the last. */
	async function waitsFor(ms: number, tries: number): Promise<void> {
		const delivery = await inState('retrying', tries);
		const next = Date.parse(String(at(delivery, 'next_attempt_at')));
		const last = Date.parse(String(at(delivery, 'attempts', tries - 1, 'at')));
		expect(next - last).toBeGreaterThanOrEqual(ms);
		expect(next - last).toBeLessThan(ms * 1.9);
	}

	it('is asked again, after waits that double, with the same body, until it answers 2xx', async () => {
		const receiver = await registered({}, (place) => [500, 404, 302, 204][place - 1] ?? 204);
		await report('sent');
		for (const [tries, waitMs] of [[1, 1000], [2, 2000], [3, 4000]] as const) {
			await waitsFor(waitMs, tries);
			await client.advance(waitMs);
		}
		const delivery = await inState('delivered', 4);
		expect(at(delivery, 'next_attempt_at')).toBeNull();
		expect([0, 1, 2, 3].map((place) => at(delivery, 'attempts', place, 'answer', 'status'))).toEqual([500, 404, 302, 204]);
		expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
		expect(receiver.received).toHaveLength(4);
	});

	it('because it is not there is tried for a day, after five minutes at the latest', async () => {
		await settings({ webhook_retry_ms: 290_000 });
		const gone = await startReceiver();
		await gone.close();
		await register(gone);
		await report('sent');
		expect(at(await inState('retrying', 1), 'attempts', 0, 'answer')).toEqual({ failure: 'ECONNREFUSED' });
		await client.advance(23 * 60 * 60 * 1000);
		await waitsFor(300_000, 2);
		await client.advance(60 * 60 * 1000);
		await inState('given up', 3);
	});

	it('by pointing elsewhere is not followed there', async () => {
		const elsewhere = await receive();
		await registered({}, () => ({ status: 307, headers: { location: elsewhere.url } }));
		await report('sent');
		await inState('retrying', 1);
		expect(elsewhere.received).toEqual([]);
	});

	it('is left alone once its registration is removed', async () => {
		const receiver = await receive(() => 500);
		const id = await register(receiver);
		await report('sent');
		await inState('retrying', 1);
		await client.call('DELETE', `${path}/${id}`);
		await client.advance(60_000);
		await inState('cancelled', 1);
		expect(receiver.received).toHaveLength(1);
	});

	it('keeps no others from theirs, not even by its silence', async () => {
		await registered({}, () => 'nothing');
		const good = await registered();
		const made = await sentMessages(20);
		await good.webhook(20);
		expect(idsOf(good).sort()).toEqual(made.sort());
	});
});

describe('on request, webhooks', () => {
	it('repeat: the same event twice, byte for byte', async () => {
		await settings({ webhook_repeat_rate: 1 });
		const receiver = await registered({ secret: 'whsec_c2VjcmV0', signature: { scheme: 'standardWebhooks' } });
		await report('sent');
		const [first, second] = [await receiver.webhook(1), await receiver.webhook(2)];
		expect(second.text).toBe(first.text);
		expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
	});

	it('overtake each other', async () => {
		await settings({ webhook_reorder_rate: 0.5, webhook_hold_ms: 60_000 });
		const receiver = await registered();
		const made = await sentMessages(12);
		await client.advance(60_000);
		await receiver.webhook(12);
		expect(idsOf(receiver)).not.toEqual(made);
		expect(idsOf(receiver).sort()).toEqual(made.sort());
	});

	it('come in batches', async () => {
		await settings({ webhook_batch_ms: 60_000 });
		const receiver = await registered();
		await report('sent', 'delivered', 'read');
		expect(receiver.received).toEqual([]);
		await client.advance(60_000);
		const { statuses } = readEvents((await receiver.webhook(1)).body);
		expect(statuses.map(({ event }) => event.status)).toEqual(['sent', 'delivered', 'read']);

		await report('failed');
		await client.advance(60_000);
		expect((await receiver.webhook(2)).body).toMatchObject({ status: 'failed' });
	});
});
