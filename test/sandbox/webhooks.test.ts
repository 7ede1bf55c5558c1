import { at, readJson } from '../../nodes/Messaging/contract/json';
import { readStatusEvents } from '../../nodes/Messaging/contract/statusEvent';
import { startReceiver, type Received, type Receiver } from './support/receiver';
import { ada, idOf, refusalOf, sender, start, type Client } from './support/sandbox';

let client: Client;
let receivers: Receiver[] = [];

beforeAll(async () => {
	client = await start({ seed: 5 });
});

afterAll(() => client.sandbox.close());

beforeEach(() => client.control('/reset', {}));

afterEach(async () => {
	await Promise.all(receivers.map((receiver) => receiver.close()));
	receivers = [];
});

const path = '/v1/messaging/webhooks';
const all = ['sent', 'delivered', 'read', 'failed'];

async function receive(...parameters: Parameters<typeof startReceiver>): Promise<Receiver> {
	const receiver = await startReceiver(...parameters);
	receivers.push(receiver);
	return receiver;
}

async function register(receiver: Receiver, more: object = {}): Promise<string> {
	const answer = await client.call('POST', path, { url: receiver.url, events: all, ...more });
	expect(answer.status).toBe(201);
	return String(at(answer.body, 'id'));
}

const welcome = async () =>
	idOf(await client.send('template', { template_name: 'welcome', language_code: 'en_US' }));

const step = (messageId: string, status: string, more: object = {}) =>
	client.control(`/messages/${messageId}/status`, { status, ...more });

const bodyOf = ({ body }: Received): unknown => JSON.parse(body);

const settings = (change: object) => client.control('/settings', change);

const advance = (ms: number) => client.control('/clock', { advance_ms: ms });

const deliveries = async (): Promise<readonly unknown[]> => {
	const shown = at(await client.show('/webhooks'), 'deliveries');
	return Array.isArray(shown) ? shown : [];
};

/** Waits until the so-manieth delivery is in a state. */
const inState = (place: number, state: string, tries: number) =>
	client.until(async () => {
		const delivery = (await deliveries())[place];
		return at(delivery, 'state') === state && at(delivery, 'tries') === tries ? { delivery } : undefined;
	});

describe('a registration', () => {
	it('is listed, shown and removed, and never tells its secret', async () => {
		const receiver = await receive();
		const id = await register(receiver, { secret: 's-3-c-r-e-t' });
		const shown = {
			id,
			url: receiver.url,
			events: all,
			created_at: expect.stringMatching(/Z$/),
			signed: true,
		};
		expect((await client.call('GET', path)).body).toEqual({ data: [shown], paging: {} });
		const one = await client.call('GET', `${path}/${id}`);
		expect(one.body).toEqual(shown);
		expect((await client.call('DELETE', `${path}/${id}`)).status).toBe(204);
		expect(refusalOf(await client.call('GET', `${path}/${id}`))).toEqual([404, 100, expect.stringContaining(id)]);
		expect(refusalOf(await client.call('DELETE', `${path}/${id}`))).toEqual([404, 100, expect.stringContaining(id)]);
		expect((await client.call('GET', path)).body).toEqual({ data: [], paging: {} });
	});

	it.each([
		['no URL', { events: all }, /url: Required/],
		['a URL that is none', { url: 'example.com', events: all }, /url: must be/],
		['a URL that is not on the web', { url: 'file:///tmp/x', events: all }, /url: must be/],
		['no events', { url: 'http://127.0.0.1:9/' }, /events: Required/],
		['an empty list of events', { url: 'http://127.0.0.1:9/', events: [] }, /events/],
		['an unknown event', { url: 'http://127.0.0.1:9/', events: ['opened'] }, /events\.0/],
		['an empty secret', { url: 'http://127.0.0.1:9/', events: all, secret: '' }, /secret/],
		['an unknown scheme', { url: 'http://127.0.0.1:9/', events: all, signature: { scheme: 'md5' } }, /signature\.scheme/],
		['an unknown field', { url: 'http://127.0.0.1:9/', events: all, active: true }, /active/],
	])('is refused with %s', async (_what, body, details) => {
		const answer = await client.call('POST', path, body);
		expect(refusalOf(answer)).toEqual([400, 100, expect.stringMatching(details)]);
	});

	it('is refused for a URL that is registered already, naming the other one', async () => {
		const receiver = await receive();
		const id = await register(receiver);
		const answer = await client.call('POST', path, { url: receiver.url, events: ['sent'] });
		expect(refusalOf(answer)).toEqual([409, 100, expect.stringContaining(id)]);
	});

	it('gets the statuses it asked for and no others', async () => {
		const [onlyRead, everything] = [await receive(), await receive()];
		await register(onlyRead, { events: ['read'] });
		await register(everything);
		const messageId = await welcome();
		for (const status of ['sent', 'delivered', 'read']) await step(messageId, status);
		await everything.first(3);
		const got = await onlyRead.first(1);
		expect(got.map(bodyOf)).toEqual([expect.objectContaining({ status: 'read' })]);
		await inState(3, 'delivered', 1);
		expect(onlyRead.received).toHaveLength(1);
	});
});

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

	it('of failure carries the error', async () => {
		const receiver = await receive();
		await register(receiver);
		await step(await welcome(), 'failed', { error: { code: 131049, message: 'Withheld' } });
		const [first] = await receiver.first(1);
		expect(first && bodyOf(first)).toMatchObject({ status: 'failed', error: { code: 131049, message: 'Withheld' } });
	});

	it.each(['flat', 'data'])('in the form %s is read by the trigger', async (form) => {
		const receiver = await receive();
		await register(receiver, { form });
		const messageId = await welcome();
		await step(messageId, 'failed');
		const [first] = await receiver.first(1);
		if (first === undefined) throw new Error('nothing received');
		const body = readJson(first.body);
		const { statuses, unreadable } = readStatusEvents(body.ok ? body.value : undefined, first.headers);
		expect(unreadable).toBe(0);
		expect(statuses.map(({ event }) => event)).toEqual([
			expect.objectContaining({
				message_id: messageId,
				status: 'failed',
				phone_number_id: sender,
				error: { code: 131026, message: 'Message undeliverable' },
			}),
		]);
	});
});

describe('a status in the form meta', () => {
	it("is nested as Meta's are", async () => {
		const receiver = await receive();
		await register(receiver, { form: 'meta' });
		const messageId = await welcome();
		await step(messageId, 'failed');
		const [first] = await receiver.first(1);
		expect(first && bodyOf(first)).toEqual({
			object: 'whatsapp_business_account',
			entry: [
				{
					id: expect.any(String),
					changes: [
						{
							field: 'messages',
							value: {
								messaging_product: 'whatsapp',
								metadata: { phone_number_id: sender },
								statuses: [
									{
										id: messageId,
										status: 'failed',
										timestamp: expect.stringMatching(/^\d{10}$/),
										recipient_id: ada.slice(1),
										errors: [
											{
												code: 131026,
												title: 'Message undeliverable',
												message: 'Message undeliverable',
												error_data: { details: 'Message undeliverable' },
											},
										],
									},
								],
							},
						},
					],
				},
			],
		});
	});
});

describe('a receiver that does not take it', () => {
	it('is asked again, after waits that double, with the same body, until it answers 2xx', async () => {
		const receiver = await receive((place) => [500, 404, 302, 204][place - 1] ?? 204);
		await register(receiver, { secret: 's' });
		await step(await welcome(), 'sent');

		for (const [tries, waitMs] of [[1, 1000], [2, 2000], [3, 4000]] as const) {
			const { delivery } = await inState(0, 'retrying', tries);
			const next = Date.parse(String(at(delivery, 'next_attempt_at')));
			const last = Date.parse(String(at(delivery, 'attempts', tries - 1, 'at')));
			expect(next - last).toBeGreaterThanOrEqual(waitMs);
			expect(next - last).toBeLessThan(waitMs * 2);
			await advance(waitMs);
		}
		const { delivery } = await inState(0, 'delivered', 4);
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
		const { delivery } = await inState(0, 'retrying', 1);
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
		await client.call('DELETE', `${path}/${id}`);
		await advance(60_000);
		await inState(0, 'cancelled', 1);
		expect(receiver.received).toHaveLength(1);
	});

	it('does not keep others from theirs', async () => {
		const [broken, whole] = [await receive(() => 500), await receive()];
		await register(broken);
		await register(whole);
		const messageId = await welcome();
		await step(messageId, 'sent');
		expect((await whole.first(1)).map(bodyOf)).toEqual([expect.objectContaining({ message_id: messageId })]);
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
		const made: string[] = [];
		for (let count = 0; count < 12; count++) {
			const messageId = await welcome();
			made.push(messageId);
			await step(messageId, 'sent');
		}
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
		const { statuses } = readStatusEvents(batch && bodyOf(batch), {});
		expect(statuses.map(({ event }) => event.status)).toEqual(['sent', 'delivered', 'read']);

		await step(await welcome(), 'failed');
		await advance(60_000);
		const [, alone] = await receiver.first(2);
		expect(alone && bodyOf(alone)).toMatchObject({ status: 'failed' });
	});
});
