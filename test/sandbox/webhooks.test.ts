import { at, readJson } from '../../nodes/Messaging/text/json';
import { readStatusEvents } from '../../nodes/Messaging/webhook/statusEvent';
import { webhookForm } from '../../sandbox/state/settings';
import { startReceiver } from './support/receiver';
import { bodyOf, reporting, webhooksPath as path } from './support/reporting';
import { ada, sender } from './support/sandbox';

/** How statuses are reported: forms, retries, repeats, order and batches. */

const tests = reporting({ seed: 5 });

const { receive, register, welcome, step, inState } = tests;

const settings = (change: object) => tests.client.control('/settings', change);

/** The ids of so many messages, each of which is reported as sent. */
async function sentMessages(count: number): Promise<string[]> {
	const made: string[] = [];
	while (made.length < count) {
		const messageId = await welcome();
		made.push(messageId);
		await step(messageId, 'sent');
	}
	return made;
}

const advance = (ms: number) => tests.client.control('/clock', { advance_ms: ms });

describe('a status', () => {
	it('is reported flat by default, unsigned where there is no secret', async () => {
		const receiver = await receive();
		await register(receiver);
		const messageId = await welcome();
		await step(messageId, 'delivered');
		const [first] = await receiver.first(1);
		if (first === undefined) throw new Error('nothing received');
		expect(bodyOf(first)).toEqual({
			message_id: messageId,
			status: 'delivered',
			to: ada,
			phone_number_id: sender,
			timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		});
		expect(first.headers['content-type']).toBe('application/json');
		expect(Object.keys(first.headers).filter((name) => name.includes('signature'))).toEqual([]);
	});

	it.each(webhookForm.options)('in the form %s is read by the trigger', async (form) => {
		const receiver = await receive();
		await register(receiver, { form });
		const messageId = await welcome();
		await step(messageId, 'failed', { error: { code: 131049, message: 'Withheld' } });
		const [first] = await receiver.first(1);
		if (first === undefined) throw new Error('nothing received');
		const body = readJson(first.body);
		const { statuses, unreadable } = readStatusEvents(body.ok ? body.value : undefined);
		expect(unreadable).toBe(0);
		expect(statuses.map(({ event }) => event)).toEqual([
			expect.objectContaining({
				message_id: messageId,
				status: 'failed',
				phone_number_id: sender,
				error: expect.objectContaining({ code: 131049, message: 'Withheld' }),
			}),
		]);
	});

	it("in the form meta is nested as Meta's are", async () => {
		const receiver = await receive();
		await register(receiver, { form: 'meta' });
		const messageId = await welcome();
		await step(messageId, 'failed');
		const [first] = await receiver.first(1);
		const message = 'Message undeliverable';
		const status = {
			id: messageId,
			status: 'failed',
			timestamp: expect.stringMatching(/^\d{10}$/),
			recipient_id: ada.slice(1),
			errors: [{ code: 131026, title: message, message, error_data: { details: message } }],
		};
		const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: sender }, statuses: [status] };
		expect(first && bodyOf(first)).toEqual({
			object: 'whatsapp_business_account',
			entry: [{ id: expect.any(String), changes: [{ field: 'messages', value }] }],
		});
	});
});

describe('a receiver that does not take it', () => {
	it('is asked again, after waits that double, with the same body, until it answers 2xx', async () => {
		const receiver = await receive((place) => [500, 404, 302, 204][place - 1] ?? 204);
		await register(receiver, { secret: 's' });
		await step(await welcome(), 'sent');

		for (const [tries, waitMs] of [[1, 1000], [2, 2000], [3, 4000]] as const) {
			const delivery = await inState(0, 'retrying', tries);
			const next = Date.parse(String(at(delivery, 'next_attempt_at')));
			const last = Date.parse(String(at(delivery, 'attempts', tries - 1, 'at')));
			expect(next - last).toBeGreaterThanOrEqual(waitMs);
			expect(next - last).toBeLessThan(waitMs * 2);
			await advance(waitMs);
		}
		const delivery = await inState(0, 'delivered', 4);
		expect(at(delivery, 'next_attempt_at')).toBeNull();
		const statuses = [0, 1, 2, 3].map((place) => at(delivery, 'attempts', place, 'answer', 'status'));
		expect(statuses).toEqual([500, 404, 302, 204]);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		expect(receiver.received).toHaveLength(4);
	});

	it('because it is not there is tried until it is', async () => {
		const gone = await startReceiver();
		await gone.close();
		await register(gone);
		await step(await welcome(), 'sent');
		const delivery = await inState(0, 'retrying', 1);
		expect(at(delivery, 'attempts', 0, 'answer')).toEqual({ failure: 'ECONNREFUSED' });
	});

	it('is given up after a day', async () => {
		const receiver = await receive(() => 500);
		await register(receiver);
		await step(await welcome(), 'sent');
		await inState(0, 'retrying', 1);
		await advance(24 * 60 * 60 * 1000);
		await inState(0, 'given up', 2);
	});

	it('by pointing elsewhere is not followed there', async () => {
		const elsewhere = await receive();
		const receiver = await receive(() => ({ status: 307, headers: { location: elsewhere.url } }));
		await register(receiver, { secret: 's' });
		await step(await welcome(), 'sent');
		await inState(0, 'retrying', 1);
		expect(elsewhere.received).toEqual([]);
	});

	it('is left alone once its registration is removed', async () => {
		const receiver = await receive(() => 500);
		const id = await register(receiver);
		await step(await welcome(), 'sent');
		await inState(0, 'retrying', 1);
		await tests.client.call('DELETE', `${path}/${id}`);
		await advance(60_000);
		await inState(0, 'cancelled', 1);
		expect(receiver.received).toHaveLength(1);
	});

	it.each([
		['broken', () => 500],
		['silent', () => 'nothing' as const],
	])('because it is %s keeps no others from theirs', async (_what, answer) => {
		const [bad, good] = [await receive(answer), await receive()];
		await register(bad);
		await register(good);
		const made = await sentMessages(20);
		const arrived = (await good.first(20)).map((webhook) => at(bodyOf(webhook), 'message_id'));
		expect([...arrived].sort()).toEqual([...made].sort());
	});
});

describe('on request, webhooks', () => {
	it('repeat: the same event twice, byte for byte', async () => {
		await settings({ webhook_repeat_rate: 1 });
		const receiver = await receive();
		await register(receiver, { secret: 'whsec_c2VjcmV0', signature: { scheme: 'standardWebhooks' } });
		await step(await welcome(), 'sent');
		const [first, second] = await receiver.first(2);
		expect(second?.body).toBe(first?.body);
		expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
	});

	it('overtake each other', async () => {
		await settings({ webhook_reorder_rate: 0.5, webhook_hold_ms: 60_000 });
		const receiver = await receive();
		await register(receiver);
		const made = await sentMessages(12);
		await advance(60_000);
		const arrived = (await receiver.first(12)).map((webhook) => at(bodyOf(webhook), 'message_id'));
		expect(arrived).not.toEqual(made);
		expect([...arrived].sort()).toEqual([...made].sort());
	});

	it('come in batches', async () => {
		await settings({ webhook_batch_ms: 60_000 });
		const receiver = await receive();
		await register(receiver);
		const messageId = await welcome();
		for (const status of ['sent', 'delivered', 'read']) await step(messageId, status);
		expect(receiver.received).toEqual([]);
		await advance(60_000);
		const [batch] = await receiver.first(1);
		const { statuses } = readStatusEvents(batch && bodyOf(batch));
		expect(statuses.map(({ event }) => event.status)).toEqual(['sent', 'delivered', 'read']);

		await step(await welcome(), 'failed');
		await advance(60_000);
		const [, alone] = await receiver.first(2);
		expect(alone && bodyOf(alone)).toMatchObject({ status: 'failed' });
	});
});
