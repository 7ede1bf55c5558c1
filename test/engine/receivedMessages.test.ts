import { deliveryStatuses } from '../../nodes/Messaging/webhook/statusEvent';
import { sendingNumberId } from '../support/messages';
import { account, delivered, itemsOf, post } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';

/** What people write back: an output of its own, in the same webhooks as delivery statuses. */

const start = useTriggers();

const everything = [...deliveryStatuses, 'received'];
const taking = async (options = {}, events: readonly string[] = everything) => await start({}, { parameters: { events: [...events], options } });

const message = { id: 'wamid.1', from: '447400123456', timestamp: '1795168800', type: 'text', text: { body: 'Hello' } };
const status = { id: 'wamid.0', status: 'read', timestamp: '1795168800', recipient_id: '447400123456' };
const metadata = { display_phone_number: '12015550100', phone_number_id: sendingNumberId };
const value = (more: object) => ({ messaging_product: 'whatsapp', metadata, ...more });
const body = (...values: object[]) => ({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: values.map((one) => ({ field: 'messages', value: one })) }] });
const wrote = (...messages: object[]) => body(value({ contacts: [{ wa_id: '447400123456', profile: { name: 'Ada' } }], messages }));

const read = { message_id: 'wamid.1', from: '+447400123456', name: 'Ada', phone_number_id: sendingNumberId, type: 'text', text: 'Hello', reply_to: null };

test('a message is one item behind the statuses, with exactly these fields', async () => {
	const trigger = await taking();
	expect(await post(trigger, wrote(message))).toMatchObject({ status: 200 });
	const json = { ...read, event_id: expect.stringMatching(/^[0-9a-f]{32}$/), user_id: null, timestamp: '2026-11-20T10:00:00.000Z', button_id: null, media: null, location: null };
	expect(trigger.started).toEqual([[[], [{ json }]]]);
	expect(trigger.log).toEqual([]);
});

test('a body of both starts the workflow once, each in its own output', async () => {
	const both = body(value({ contacts: [{ wa_id: '447400123456' }], messages: [message], statuses: [status] }), value({ messages: [{ ...message, id: 'wamid.2' }] }));
	const trigger = await taking();
	const separate = await taking({ separateOutputs: true });
	for (const one of [trigger, separate]) expect(await post(one, both)).toMatchObject({ status: 200 });
	const messages = [{ message_id: 'wamid.1' }, { message_id: 'wamid.2' }];
	expect(itemsOf(trigger)).toMatchObject([[[{ status: 'read' }], messages]]);
	expect(itemsOf(separate)).toMatchObject([[[], [], [{ status: 'read' }], [], messages]]);
});

describe('not chosen', () => {
	test.each<[string, object]>([
		['a message', wrote(message)],
		['one without a sender', body(value({ messages: [{ ...message, from: undefined }] }))],
		['one by itself', { message_uuid: 'm1', from: '447400123456', message_type: 'text', text: 'Hello' }],
	])('%s is answered 200 and starts nothing', async (_what, given) => {
		const trigger = await start();
		expect(await post(trigger, given)).toMatchObject({ status: 200 });
		expect([trigger.started, trigger.log]).toEqual([[], []]);
	});

	test('the statuses beside it come as they do without it', async () => {
		const trigger = await start({ includePayload: true });
		const both = body(value({ messages: [message], statuses: [status] }));
		await post(trigger, both);
		expect(itemsOf(trigger)).toMatchObject([[[{ status: 'read', payload: both }]]]);
	});

	test('statuses start nothing where messages alone are chosen, and the output of messages stays the second', async () => {
		const trigger = await taking({}, ['received']);
		await post(trigger, body(value({ statuses: [status] })));
		expect(trigger.started).toEqual([]);
		await post(trigger, wrote(message));
		expect(itemsOf(trigger)).toMatchObject([[[], [read]]]);
	});
});

test('a forged one starts nothing', async () => {
	const trigger = await taking();
	expect(await post(trigger, wrote(message), { 'x-webhook-signature': 'a'.repeat(64) })).toMatchObject({ status: 401 });
	expect(await post(trigger, wrote(message), {})).toMatchObject({ status: 401 });
	expect(trigger.started).toEqual([]);
});

describe('a message that comes again', () => {
	test('is dropped, in whatever form and in whatever event, also within one request', async () => {
		const trigger = await taking();
		const again = [1, 2].map((number) => ({ id: `evt_${number}`, type: 'message.received', data: message }));
		for (const given of [wrote(message, message), ...again, wrote(message, { ...message, id: 'wamid.2' })]) expect((await post(trigger, given)).status).toBe(200);
		expect(itemsOf(trigger).map(([, items]) => items?.map(({ message_id: id }) => id))).toEqual([['wamid.1'], ['wamid.2']]);
	});

	test('comes again with Ignore Duplicates off', async () => {
		const trigger = await taking({ ignoreDuplicates: false });
		for (let time = 0; time < 2; time++) await post(trigger, wrote(message));
		expect(trigger.started).toHaveLength(2);
	});

	test('is no repeat of a message with its ID from somebody else, or of a status of its ID', async () => {
		const trigger = await taking();
		await post(trigger, wrote({ ...message, id: 'm1' }));
		await post(trigger, wrote({ ...message, id: 'm1', from: '12015550123' }));
		await post(trigger, delivered);
		expect(trigger.started).toHaveLength(3);
	});
});

test('of the chosen sending numbers only, and of none that is named', async () => {
	const trigger = await taking({ phoneNumberIds: '7' });
	await post(trigger, body(value({ messages: [message] }), { metadata: { phone_number_id: '7' }, messages: [{ ...message, id: 'b' }] }, { messages: [{ ...message, id: 'c' }] }));
	expect(itemsOf(trigger)).toMatchObject([[[], [{ message_id: 'b' }, { message_id: 'c' }]]]);
});

describe('a message without a sender or an ID', () => {
	test('is counted in one line of the log, beside those that can be read', async () => {
		const trigger = await taking();
		expect(await post(trigger, wrote(message, { ...message, id: undefined }, { ...message, from: 'Ada Lovelace' }))).toMatchObject({ status: 200 });
		expect(itemsOf(trigger)).toMatchObject([[[], [{ message_id: 'wamid.1' }]]]);
		expect(trigger.log).toEqual([expect.stringContaining('2 of the 3 records')]);
		expect(trigger.log[0]).not.toContain('Lovelace');
	});

	test('alone is refused with a line that says what could not be read', async () => {
		const trigger = await taking();
		expect(await post(trigger, wrote({ ...message, id: undefined }))).toMatchObject({ status: 400 });
		expect(trigger.log).toEqual([expect.stringContaining('no delivery status and no message')]);
	});
});

describe('the payload', () => {
	const order = { ...message, type: 'order', text: undefined, order: { catalog_id: '77' } };
	const payloads = async (options: object, ...bodies: object[]) => {
		const trigger = await taking(options);
		for (const one of bodies) await post(trigger, one);
		return itemsOf(trigger).flat(2).map(({ payload }) => payload);
	};

	test('is there without being asked for where the fields do not hold what was sent', async () => {
		expect(await payloads({}, wrote(message, { ...order, id: 'b' }))).toEqual([undefined, expect.objectContaining({ type: 'order', order: { catalog_id: '77' } })]);
	});

	test('is the body where it holds one event, else the record', async () => {
		const both = body(value({ messages: [{ ...message, id: 'b' }], statuses: [status] }));
		expect(await payloads({ includePayload: true }, wrote(message), both)).toEqual([wrote(message), status, { ...message, id: 'b' }]);
	});
});

test('the secrets of the account are masked in what somebody has written', async () => {
	const trigger = await start({}, { credential: { ...account, apiKey: 'sk_live_123456' }, parameters: { events: everything, options: { includePayload: true } } });
	await post(trigger, wrote({ ...message, text: { body: 'My key is sk_live_123456' }, context: { id: 'sk_live_123456' } }));
	expect(itemsOf(trigger)).toMatchObject([[[], [{ text: 'My key is ***', reply_to: '***', from: '+447400123456' }]]]);
	expect(JSON.stringify(itemsOf(trigger))).not.toContain('sk_live');
});

test('hundreds in one request are one execution with one item each', async () => {
	const trigger = await taking();
	const many = Array.from({ length: 500 }, (_, place) => ({ ...message, id: `m${place}` }));
	await post(trigger, wrote(...many));
	expect(itemsOf(trigger)).toMatchObject([[[], many.map(({ id }) => ({ message_id: id }))]]);
});
