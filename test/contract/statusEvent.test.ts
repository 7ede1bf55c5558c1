import fc from 'fast-check';

import { readJson } from '../../nodes/Messaging/text/json';
import { readEvents } from '../../nodes/Messaging/webhook/readEvents';
import type { StatusEvent } from '../../nodes/Messaging/webhook/statusEvent';
import samples from './data/statusWebhooks.json';
import { runs } from '../support/propertyRuns';

const read = (body: unknown, signedId?: string) => readEvents(body, signedId);
const events = (body: unknown, signedId?: string): StatusEvent[] => read(body, signedId).statuses.map(({ event }) => event);

function onlyEvent(body: unknown, signedId?: string): StatusEvent {
	const [event, ...more] = events(body, signedId);
	if (event === undefined || more.length > 0) throw new Error('not exactly one status');
	return event;
}

const delivered = { message_id: 'm1', status: 'delivered' };

const change = (statuses: unknown) => ({ field: 'messages', value: { statuses } });
/** A body as Meta's, with these changes. */
const metas = (...changes: unknown[]) => ({ object: 'whatsapp_business_account', entry: [{ id: 'account_1', changes }] });

test('what the service does not say is null', () => {
	const nothingElse = { to: null, user_id: null, phone_number_id: null, timestamp: null, error: null };
	expect(onlyEvent(delivered)).toStrictEqual({ ...delivered, ...nothingElse, event_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

test.each(['sent', 'delivered', 'read', 'failed'])('the status %s is known in any case and with blanks', (status) => {
	for (const written of [status, status.toUpperCase(), ` ${status} `]) expect(onlyEvent({ ...delivered, status: written })).toMatchObject({ status });
});

test('property: ids of any shape come out as they came', () => {
	const words = fc.string({ unit: 'binary' }).filter((id) => id.trim() !== '');
	const id = fc.oneof(words, fc.bigInt({ min: 0n, max: 10n ** 40n }));
	fc.assert(
		fc.property(id, id, (messageId, eventId) => {
			fc.pre(String(messageId) !== String(eventId));
			const written = (value: string | bigint) => (typeof value === 'string' ? JSON.stringify(value) : String(value));
			const body = readJson(`{"id":${written(eventId)},"message_id":${written(messageId)},"status":"sent"}`);
			expect(onlyEvent(body.ok && body.value)).toMatchObject({ event_id: String(eventId), message_id: String(messageId) });
		}),
		runs(300),
	);
});

describe('other forms', () => {
	test.each<[string, unknown, Partial<StatusEvent>]>([
		['under data', { data: delivered }, delivered as Partial<StatusEvent>],
		['under data, with success around it', { status: 'ok', data: delivered }, delivered as Partial<StatusEvent>],
		['with data of its own beside it', { ...delivered, data: { status: 'paid' } }, delivered as Partial<StatusEvent>],
		['with an id of its own beside the data', { message_id: 'request_1', data: delivered }, delivered as Partial<StatusEvent>],
		['id, with data of its own beside it', { id: 'm1', status: 'sent', data: { price: 1 } }, { message_id: 'm1', status: 'sent' }],
		[
			'an event with type, data and a recipient_id',
			samples.keebai_like,
			{ event_id: 'evt_1', ...delivered, to: '+447400123456', phone_number_id: '200000000000002', timestamp: '2026-09-21T14:13:20.000Z' } as Partial<StatusEvent>,
		],
		[
			"YCloud's, with the code of the platform inside",
			samples.ycloud_failed,
			{
				...{ event_id: 'evt_1', message_id: 'm1', status: 'failed', to: '+447400123456' },
				error: expect.objectContaining({ code: '131056', message: 'pair rate limit hit', category: 'rate-limited' }),
			},
		],
		[
			"Meta's, with the sending number from around the status",
			samples.meta_sent,
			{ message_id: 'wamid.TEST1', status: 'sent', to: '447400123456', phone_number_id: '200000000000002', timestamp: '2026-09-21T14:13:20.000Z' },
		],
		["Meta's, with an error", samples.meta_failed, { status: 'failed', error: expect.objectContaining({ code: 131047, message: 'Re-engagement message' }) }],
		['an event with the id under data', samples.chirp_like, { message_id: 'm1', status: 'read' }],
		["Meta's, of a recipient who shows no number", metas(change([{ id: 'wamid.1', status: 'delivered', recipient_user_id: 'US.1' }])), { to: null, user_id: 'US.1' }],
		['the status in the last part of the type', { type: 'message.failed', data: { message_id: 'm1' } }, { message_id: 'm1', status: 'failed' }],
		['the same in capitals', { event: 'MESSAGE_READ', data: { messageId: 'm1' } }, { message_id: 'm1', status: 'read' }],
		['the status under data before the type', { type: 'message.sent', data: delivered }, { status: 'delivered' }],
		['payload.message_status', { type: 'message-event', payload: { id: 'm1', message_status: 'sent' } }, { message_id: 'm1', status: 'sent' }],
		['id', { id: 'm1', status: 'sent' }, { message_id: 'm1', status: 'sent' }],
		['message_status', { id: 'evt_1', message_id: 'm1', message_status: 'Sent' }, { event_id: 'evt_1', message_id: 'm1', status: 'sent' }],
		['message_status with another ID, beside data of another kind', { id: 'm1', message_status: 'read', data: { campaign: 'x' } }, { message_id: 'm1', status: 'read' }],
		['the sending number beside the data', { phone_number_id: 7, data: delivered }, { message_id: 'm1', phone_number_id: '7' }],
		['messageId', { messageId: 'm1', status: 'sent' }, { message_id: 'm1', status: 'sent' }],
		['message.id', { message: { id: 'm1' }, status: 'sent' }, { message_id: 'm1', status: 'sent' }],
	])('%s', (_form, body, expected) => {
		expect(onlyEvent(body)).toMatchObject(expected);
	});

	test('a list, in the order of the request', () => {
		const list = ['a', 'b', 'c'].map((id) => ({ message_id: id, status: 'sent' }));
		for (const body of [list, { data: list }, { type: 'message.status', data: list }, list.map((data) => ({ data }))]) {
			const reading = read(body);
			expect(reading.statuses.map(({ event }) => event.message_id)).toEqual(['a', 'b', 'c']);
			expect(reading).toMatchObject({ others: 0, unreadable: 0 });
		}
	});
});

test("Meta's form gives every status of every change of every entry, in their order", () => {
	const status = (id: string) => ({ id, status: 'read' });
	const two = [metas(change([status('a'), status('b')]), change([status('c')])).entry, metas(change([status('d')])).entry];
	const reading = read({ entry: two.flat() });
	expect(reading.statuses.map(({ event }) => event.message_id)).toEqual(['a', 'b', 'c', 'd']);
	expect(reading.statuses.map(({ record }) => record)).toContainEqual(status('c'));
	expect(reading).toMatchObject({ others: 0, unreadable: 0 });
});

test.each([
	['unix seconds', 1790000000, '2026-09-21T14:13:20.000Z'],
	['seconds with a fraction', 1790000000.5, '2026-09-21T14:13:20.500Z'],
	['milliseconds', 1790000000123, '2026-09-21T14:13:20.123Z'],
	['milliseconds before 2001', 999_999_999_999, '2001-09-09T01:46:39.999Z'],
	['ISO 8601 in UTC', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
	['ISO 8601 in another zone', '2026-11-20T10:00:00+02:00', '2026-11-20T08:00:00.000Z'],
	['ISO 8601 without a zone, wherever n8n runs', '2026-11-20T10:00:00', '2026-11-20T10:00:00.000Z'],
	['a date and a time of a database', '2026-11-20 10:00:00', '2026-11-20T10:00:00.000Z'],
	['ISO 8601 without a colon in its zone', '2026-11-20T10:00:00+0200', '2026-11-20T08:00:00.000Z'],
	['ISO 8601 to the minute', '2026-11-20T10:00Z', '2026-11-20T10:00:00.000Z'],
	['a date alone', '2026-11-20', '2026-11-20T00:00:00.000Z'],
	['blanks around it', ' 1790000000 ', '2026-09-21T14:13:20.000Z'],
	['a day that does not exist', '2026-13-40T10:00:00Z', null],
	['hex', '0x6ab1', null],
	['far beyond any calendar', 1e300, null],
	['microseconds, which as milliseconds would be the year 58692', 1790000000123456, null],
])('the time as %s', (_form, timestamp, expected) => {
	expect(onlyEvent({ ...delivered, timestamp }).timestamp).toBe(expected);
});

describe('the error', () => {
	test.each<[string, object, Partial<StatusEvent['error']>]>([
		['error with code and message', { error: { code: 131047, message: 'No' } }, { code: 131047, message: 'No' }],
		['its code as text', { errors: [{ code: '131050', title: 'No' }] }, { code: '131050', message: 'No', category: 'opted-out' }],
		['a code in words', { error: { code: 'E1', message: 'No' } }, { code: 'E1', message: 'No', category: null, description: null }],
		['error as a string', { error: 'No' }, { code: null, message: 'No', category: null, description: null }],
		['a known code in one of its own', { error: { code: 'E1', message: 'No', cause: { code: '132015', title: 'Paused' } } }, { code: '132015', message: 'No', category: 'template-blocked' }],
		['a code of its own beside a value that has one', { error: { code: 'E1', message: 'No', params: { code: '132015' } } }, { code: 'E1', message: 'No', category: null }],
		["errors[0], as Meta's", { errors: [{ code: 131047, title: 'Re-engagement message' }] }, { code: 131047, message: 'Re-engagement message' }],
		['errorCode and errorMessage', { errorCode: 470, errorMessage: 'No' }, { code: 470, message: 'No' }],
		["the platform's alone, beside the status", { whatsappApiError: { code: '131050', message: 'No' } }, { code: '131050', message: 'No', category: 'opted-out' }],
		['a code of its own beside an unknown one', { errorCode: 'E1', whatsappApiError: { code: 'X' } }, { code: 'E1', message: null }],
		...[{}, '', false, { code: null }].map((error): [string, object, object] => [
			`errors[0] beside ${JSON.stringify(error)}`, { error, errors: [{ code: 131050, title: 'No' }] }, { code: 131050, message: 'No', category: 'opted-out' },
		]),
		['a code alone', { error: { code: 0 } }, { code: 0, message: null }],
	])('as %s', (_form, given, expected) => {
		expect(onlyEvent({ message_id: 'm1', status: 'failed', ...given }).error).toMatchObject(expected ?? {});
	});

	/** What a record may say of its message, as a response says it of an error. */
	const ofMessage = { message: 'Hello', code: 131026, title: 'Order', detail: 'Paid', meta: { developerMessage: 'Hello' } };
	const none = [{}, { error: null }, { error: '' }, { errors: [] }, { error: {} }, { error: false }, { error: { code: '', message: ' ' } }, ofMessage];

	test.each(none)('%j is none', (given) => {
		expect(onlyEvent({ message_id: 'm1', status: 'failed', ...given }).error).toBeNull();
	});
});

describe('a recipient who shows no phone number', () => {
	const userId = 'US.13491208655302741918';
	const recipient = (record: object) => {
		const { to, user_id } = onlyEvent({ ...delivered, ...record });
		return { to, user_id };
	};

	test.each(['recipient_user_id', 'recipientUserId', 'user_id', 'userId', 'toUserId'])('has an ID as %s', (name) => {
		expect(recipient({ [name]: userId })).toEqual({ to: null, user_id: userId });
		expect(recipient({ to: '', [name]: userId })).toEqual({ to: null, user_id: userId });
		expect(recipient({ to: '+12015550123', [name]: userId })).toEqual({ to: '+12015550123', user_id: userId });
	});

	test.each(['to', 'recipient_id', 'recipient'])('has an ID where the number stands, as %s', (name) => {
		expect(recipient({ [name]: userId })).toEqual({ to: null, user_id: userId });
		expect(recipient({ [name]: 'us.ENT.a1' })).toEqual({ to: null, user_id: 'us.ENT.a1' });
	});

	test.each([42, 'admin', 'US.', 'USA.1', 'US.1-2', `US.${'1'.repeat(129)}`, '12015550123'])('an ID such as %j is that of something else', (other) => {
		expect(recipient({ to: '+12015550123', user_id: other })).toEqual({ to: '+12015550123', user_id: null });
	});
});

describe('the event id', () => {
	const at = (timestamp: unknown, changes = {}) => ({ ...delivered, timestamp, ...changes });
	const id = (body: unknown, signedId?: string) => onlyEvent(body, signedId).event_id;

	test('is the same for the same message, status and time, however it comes', () => {
		const one = id(at(1790000000));
		expect(id(at('1790000000'))).toBe(one);
		expect(id(at(1790000000000))).toBe(one);
		expect(id(at('2026-09-21T14:13:20Z'))).toBe(one);
		expect(id({ data: at(1790000000, { status: 'DELIVERED' }) })).toBe(one);
		expect(id(at(1790000000, { to: '+12015550123', attempt: 2 }))).toBe(one);
		expect(events([at(1790000000), at(1790000000, { message_id: 'm2' })])[0]?.event_id).toBe(one);
	});

	test('differs for another message, status or time', () => {
		const others = [at(1790000001), at(undefined), at(1790000000, { message_id: 'm2' }), at(1790000000, { status: 'read' })];
		const ids = [at(1790000000), ...others].map((body) => id(body));
		expect(new Set(ids).size).toBe(ids.length);
	});

	test("is the service's own where it gives one", () => {
		expect(id({ id: 'evt_1', ...delivered })).toBe('evt_1');
		expect(events([{ id: 'evt_1', ...delivered }, { id: 'evt_2', message_id: 'm2', status: 'read' }], 'msg_1').map(({ event_id }) => event_id)).toEqual(['evt_1', 'evt_2']);
		expect(id({ id: 'evt_1', type: 'message.status', data: delivered })).toBe('evt_1');
		// Of envelopes in a list each has its own: one of them may come again alone.
		const list = ['m1', 'm2'].map((message_id) => ({ id: `evt_${message_id}`, data: { ...delivered, message_id } }));
		expect(events(list, 'msg_1').map(({ event_id }) => event_id)).toEqual(['evt_m1', 'evt_m2']);
		expect(id(delivered, 'msg_1')).toBe('msg_1');
		expect(id([delivered], 'msg_1')).toBe('msg_1');
		expect(id({ id: 'evt_1', type: 'message.status', data: delivered }, 'msg_1')).toBe('evt_1');
		expect(id({ id: 'm1', type: 'message.status', data: delivered }, 'msg_1')).toBe('msg_1');
	});

	test('an id that is the id of the message is not that of the event', () => {
		const [sent, seen] = [id({ id: 'm1', status: 'sent' }), id({ id: 'm1', status: 'read' })];
		expect(sent).not.toBe(seen);
		expect(id({ data: { id: 'm1', status: 'sent' } })).toBe(sent);
		expect(id({ id: 'm1', data: { message_id: 'm1', status: 'sent' } })).toBe(sent);
		expect(id({ id: 'm1', message_id: 'm1', status: 'sent' })).toBe(sent);
		expect(id({ id: 'm1', message_id: null, status: 'sent' })).toBe(sent);
		expect(id({ message_id: 'm1', status: 'sent' }, 'm1')).toBe(sent);
	});

	test("the envelope's id and the signed one are nobody's when the request holds several statuses", () => {
		const other = { message_id: 'm2', status: 'delivered' };
		const enveloped = [delivered, other].map((data) => ({ id: 'account_1', data }));
		for (const body of [[delivered, other], { id: 'evt_1', data: [delivered, other] }, enveloped]) {
			const ids = events(body, 'msg_1').map(({ event_id }) => event_id);
			expect(ids).toEqual([id(delivered), id(other)]);
		}
	});

	test("the envelope's id is the event's where nothing else in the request is a status", () => {
		expect(id({ id: 'evt_1', type: 'message.status', data: [{ message_id: 'm0', status: 'queued' }, delivered] })).toBe('evt_1');
		expect(id({ id: 'evt_1', type: 'message.status', data: [null, delivered] })).toBe(id(delivered));
	});
});

const unread = (body: unknown): [string, unknown, number, number] => [JSON.stringify(body), body, 0, 1];

test.each<[string, unknown, others?: number, unreadable?: number]>([
	['another status', { message_id: 'm1', status: 'queued' }, 1],
	["another status of Meta's", { message_id: 'm1', status: 'played' }, 1],
	['a test of the service', { event: 'webhook.test', data: {} }, 1],
	['an event about something else', { type: 'contact.updated', data: { id: 'c1', status: null } }, 1],
	['a status that the name of the event denies', { type: 'message.not_delivered', data: { message_id: 'm1' } }, 1],
	['one that it denies with more words', { type: 'message.cannot_be_delivered', data: { message_id: 'm1' } }, 1],
	['one that it denies after a longer name', { event: `whatsapp.${'business.'.repeat(20)}message-un-sent`, data: { message_id: 'm1' } }, 1],
	['an empty list', []],
	['an empty list under data', { data: [] }],
	["Meta's, of another field", metas({ field: 'account_update', value: { event: 'X' } }), 1],
	["Meta's, of another product", { entry: [{ id: '1', messaging: [] }] }, 1],
	["Meta's, of another status", metas(change([{ id: 'wamid.1', status: 'deleted' }])), 1],
	["Meta's, without an entry", { object: 'whatsapp_business_account', entry: [] }],
	["Meta's, without a change", metas()],
	["Meta's, without a status", metas(change([]))],
	["Meta's, with entries that are none", { entry: [null, 7] }, 0, 2],
	["Meta's, with changes that are none", metas(null, 'x'), 0, 2],
	["Meta's, with statuses that are none", metas(change([null, { status: 'read' }])), 0, 2],
	...[{ foo: 'bar' }, {}, 'delivered', null, [[delivered]]].map(unread),
	...[undefined, ' ', {}].map((message_id) => unread({ message_id, status: 'delivered' })),
	...[{ name: 'delivered' }, null].map((status) => unread({ message_id: 'm1', status })),
	...[{ message_id: 'm1' }, 'delivered'].map((data) => unread({ data })),
	// A type that names a status, of no message.
	...[{}, { data: {} }].map((more) => unread({ type: 'message.delivered', ...more })),
])('%s starts nothing', (_name, body, others = 0, unreadable = 0) => {
	expect(read(body)).toEqual({ statuses: [], messages: [], others, unreadable, unreadableMessages: 0 });
});

const keys = ['message_id', 'messageId', 'id', 'status', 'data', 'payload', 'whatsappMessage', 'whatsappApiError', 'type', 'event', 'timestamp', 'to', 'recipient', 'user_id', 'error', 'errors', 'errorCode', 'code', 'message', '__proto__'];
const values = ['m1', 'delivered', 'read', 'message.sent', '', ' ', 0, 1790000000, 1e300, -1, null, true];
const { body: randomBody } = fc.letrec<{ body: unknown }>((tie) => ({
	body: fc.oneof(
		{ depthSize: 'medium' },
		fc.constantFrom<unknown>(...values),
		fc.dictionary(fc.constantFrom(...keys), tie('body')),
		fc.array(tie('body'), { maxLength: 4 }),
		fc.jsonValue(),
	),
}));

test('property: whatever comes, nothing is thrown, and each record is counted once', () => {
	fc.assert(
		fc.property(randomBody, fc.option(fc.string(), { nil: undefined }), (body, signedId) => {
			const received = readJson(JSON.stringify(body));
			const { statuses, messages, ...counts } = read(received.ok && received.value, signedId);
			const records = statuses.length + messages.length + counts.others + counts.unreadable + counts.unreadableMessages;
			for (const { event } of statuses) {
				expect(Object.keys(event)).toEqual(['event_id', 'message_id', 'status', 'to', 'user_id', 'phone_number_id', 'timestamp', 'error']);
				expect(['sent', 'delivered', 'read', 'failed']).toContain(event.status);
				expect(event.message_id.trim()).not.toBe('');
				expect(event.event_id.trim()).not.toBe('');
			}
			if (!Array.isArray(body) && !JSON.stringify(body).includes('[')) {
				expect(records).toBe(1);
			}
			if (Array.isArray(body) && !/"(data|payload|whatsappMessage)"/.test(JSON.stringify(body))) {
				expect(records).toBe(body.length);
			}
		}),
		runs(1000),
	);
});
