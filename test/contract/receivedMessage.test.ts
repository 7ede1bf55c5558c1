import fc from 'fast-check';

import { readJson } from '../../nodes/Messaging/text/json';
import { readEvents } from '../../nodes/Messaging/webhook/readEvents';
import { readNumber, type ReceivedMessage } from '../../nodes/Messaging/webhook/receivedMessage';
import { runs } from '../support/propertyRuns';
import samples from './data/receivedMessages.json';
import statusSamples from './data/statusWebhooks.json';

const messagesIn = (body: unknown) => readEvents(body).messages;

function onlyMessage(body: unknown) {
	const [message, ...more] = messagesIn(body);
	if (message === undefined || more.length > 0) throw new Error('not exactly one message');
	return message;
}

const ada = { profile: { name: 'Ada' }, wa_id: '447400123456' };
const metadata = { display_phone_number: '12015550100', phone_number_id: '200000000000002' };
const value = (more: object) => ({ messaging_product: 'whatsapp', metadata, ...more });
/** A body as the platform's, with these values. */
const platform = (...values: object[]) => ({
	object: 'whatsapp_business_account',
	entry: [{ id: '100000000000001', changes: values.map((one) => ({ field: 'messages', value: one })) }],
});
const message = { from: '447400123456', id: 'wamid.TEST1', timestamp: '1790000000', type: 'text', text: { body: 'Hello' } };
const written = (changes: object, contacts: readonly unknown[] = [ada]) => platform(value({ contacts, messages: [{ ...message, ...changes }] }));

const nothing = { text: null, button_id: null, reply_to: null, media: null, location: null };
const file = { id: null, mime_type: null, url: null, file_name: null };

describe('a message of the platform', () => {
	test('is an item of exactly these fields', () => {
		expect(onlyMessage(written({})).event).toStrictEqual({
			event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
			message_id: 'wamid.TEST1',
			from: '+447400123456',
			user_id: null,
			name: 'Ada',
			phone_number_id: '200000000000002',
			timestamp: '2026-09-21T14:13:20.000Z',
			type: 'text',
			...nothing,
			text: 'Hello',
		});
	});

	const { platform: types } = samples;

	test.each<[string, object, Partial<ReceivedMessage>, boolean?]>([
		['a text', types.text, { text: 'Does it come in green?' }],
		['a text that answers', types.answer, { text: 'Yes, please', reply_to: 'wamid.OURS' }],
		["a press on a template's button", types.button, { text: 'Confirm', button_id: 'confirm-A-1001', reply_to: 'wamid.OURS' }],
		['a press on a button', types.button_reply, { text: 'Tomorrow', button_id: 'slot-2', reply_to: 'wamid.OURS' }],
		['a row that was chosen', types.list_reply, { text: 'Green', button_id: 'row-7' }],
		['an image', types.image, { text: 'Like this one', media: { ...file, id: '2754859441498128', mime_type: 'image/jpeg' } }],
		['a video', types.video, { media: { ...file, id: '2754859441498129', mime_type: 'video/mp4' } }],
		['a voice message', types.voice, { media: { ...file, id: '2754859441498130', mime_type: 'audio/ogg; codecs=opus' } }],
		['a document', types.document, { text: 'The order', media: { id: '2754859441498131', mime_type: 'application/pdf', url: 'https://lookaside.example/order', file_name: 'order.pdf' } }],
		['a sticker', types.sticker, { media: { ...file, id: '2754859441498132', mime_type: 'image/webp' } }],
		['a place', types.location, { location: { latitude: 52.52, longitude: 13.405, name: 'Office', address: 'A street 1' } }],
		['a reaction', types.reaction, { text: '\ud83d\udc4d', reply_to: 'wamid.OURS' }],
		['a reaction that was taken back', types.reaction_taken_back, { reply_to: 'wamid.OURS' }],
		['cards of contacts', types.contacts, { text: 'Ada L., Grace' }, false],
		['a form that was filled in', types.flow, { text: 'Sent' }, false],
		['an order', types.order, {}, false],
		['a notice of the system', types.system, {}, false],
		['what the platform does not pass on', types.unsupported, {}, false],
		['a text without one', { type: 'text', text: {} }, {}, false],
		['a file without an ID and a URL', { type: 'image', image: { caption: 'Lost' } }, { text: 'Lost' }, false],
		['a place without its longitude', { type: 'location', location: { latitude: 1 } }, {}, false],
	])('%s', (_what, given, expected, isWhole = true) => {
		const sent = { id: 'wamid.TEST1', from: '447400123456', timestamp: '1790000000', ...given };
		const read = onlyMessage(platform(value({ contacts: [ada], messages: [sent] })));
		const type = 'type' in given ? given.type : null;
		expect(read.event).toMatchObject({ ...nothing, type, from: '+447400123456', ...expected });
		// What no field holds comes as it was sent.
		expect(read).toMatchObject({ isWhole, record: sent });
	});
});

describe('other forms', () => {
	const who = { from: '+447400123456', name: 'Ada' };

	test.each<[string, unknown, Partial<ReceivedMessage>]>([
		["the platform's value by itself, as 360dialog's", samples.dialog360, { ...who, message_id: 'ABGGFlA5FpafAgo6tHcNmNjXmuSf', text: 'Hello', timestamp: '2026-09-21T14:13:20.000Z' }],
		[
			"YCloud's",
			samples.ycloud,
			{
				...who, event_id: 'evt_1', message_id: '63f872f6741c165b4342a751', user_id: 'GB.13491208655302741918', timestamp: '2026-11-20T10:00:00.000Z', type: 'image',
				text: 'Like this one', reply_to: 'wamid.OURS', media: { id: 'm-1', mime_type: 'image/jpeg', url: 'https://files.example/1', file_name: null },
			},
		],
		[
			"Gupshup's, answering the ID that it gave when our message was sent",
			samples.gupshup,
			{ ...who, type: 'list_reply', text: 'Green', button_id: 'colour-green', reply_to: '9b71295f-f7af-4c1f-b2b4-31b4a4867bad', timestamp: '2026-11-20T10:00:00.000Z' },
		],
		[
			"Vonage's",
			samples.vonage,
			{ ...who, message_id: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab', type: 'reply', text: 'Tomorrow', button_id: 'slot-2', reply_to: 'bbbbbbbb-bbbb-4ccc-8ddd-0123456789ab' },
		],
		["Vonage's of a type that nobody knows", { ...samples.vonage, message_type: 'unsupported', reply: undefined }, { ...who, type: 'unsupported', text: null }],
		['an event about a message with a status of its own', samples.waspy, { ...who, message_id: 'm1', phone_number_id: '200000000000002', text: 'Hello', timestamp: null }],
		['flat', { message_id: 'm1', from: '+447400123456', from_name: 'Ada', type: 'button', text: 'Confirm', button_id: 'yes', reply_to: 'm0', phone_number_id: 7 }, { ...who, message_id: 'm1', text: 'Confirm', button_id: 'yes', reply_to: 'm0', phone_number_id: '7' }],
		['flat, named by the event', { event: 'message.received', id: 'm1', from: '447400123456', text: 'Hi' }, { message_id: 'm1', text: 'Hi', type: 'text' }],
		['flat, with the file beside the sender', { id: 'm1', from: '447400123456', type: 'image', url: 'https://a.example/1', name: 'a.png' }, { name: null, media: { ...file, url: 'https://a.example/1' } }],
		['under data', { id: 'evt_2', type: 'message.received', data: { message_id: 'm1', from: '447400123456', type: 'text', text: { body: 'Hi' } } }, { event_id: 'evt_2', message_id: 'm1', text: 'Hi' }],
		['under data.message, beside its conversation', { type: 'whatsapp.message.received', data: { message: { id: 'm1', type: 'text', text: 'Hi' }, conversation: { phone_number: '+447400123456' }, phone_number_id: '7' } }, { from: '+447400123456', text: 'Hi', phone_number_id: '7' }],
		['under data.message, beside its sender and another contact', { type: 'message.received', data: { from: '447400123456', message: { id: 'm1', type: 'text', text: 'Hi' }, contact: { phone_number: '+12015550123' } } }, { from: '+447400123456', message_id: 'm1', text: 'Hi' }],
		['a direction alone', { data: { id: 'm1', direction: 'INBOUND', from: '447400123456', text: 'Hi' } }, { message_id: 'm1', text: 'Hi' }],
	])('%s', (_form, body, expected) => {
		expect(onlyMessage(body).event).toMatchObject(expected);
		expect(readEvents(body)).toMatchObject({ statuses: [], others: 0, unreadable: 0, unreadableMessages: 0 });
	});

	test('several in one body, in their order, beside statuses', () => {
		const two = [{ ...message, id: 'a' }, { ...message, id: 'b', from: '12015550123' }];
		const status = { id: 'c', status: 'read' };
		const body = platform(value({ contacts: [ada, { profile: { name: 'Bo' }, wa_id: '12015550123' }], messages: two, statuses: [status] }), value({ messages: [{ ...message, id: 'd' }] }));
		const { statuses, messages } = readEvents(body);
		expect(messages.map(({ event }) => [event.message_id, event.name])).toEqual([['a', 'Ada'], ['b', 'Bo'], ['d', null]]);
		expect(statuses.map(({ event }) => event.message_id)).toEqual(['c']);
		expect(messagesIn([samples.vonage, samples.ycloud])).toHaveLength(2);
	});
});

describe('who has sent it', () => {
	const sender = (changes: object, contacts: readonly unknown[] = []) => {
		const { from, user_id, name } = onlyMessage(written(changes, contacts)).event;
		return { from, user_id, name };
	};
	const userId = 'GB.13491208655302741918';
	const hidden = { from: null, user_id: userId };

	test.each<[string, object, readonly unknown[], object]>([
		['a person who shows no number', { from: undefined, from_user_id: userId }, [{ profile: { name: 'Ada' }, user_id: userId }], { ...hidden, name: 'Ada' }],
		['an ID in the place of the number', { from: userId }, [], hidden],
		['an ID that only the contact has', { from: undefined }, [{ user_id: userId }], hidden],
		['both', { from_user_id: userId }, [ada], { from: '+447400123456', user_id: userId, name: 'Ada' }],
		['a number and an ID of the contact', {}, [{ ...ada, user_id: userId }], { from: '+447400123456', user_id: userId }],
		['a contact whose ID is another spelling of the number', { from: '5511912345678' }, [{ ...ada, wa_id: '551112345678' }], { from: '+5511912345678', name: 'Ada' }],
	])('%s', (_who, changes, contacts, expected) => {
		expect(sender(changes, contacts)).toMatchObject(expected);
	});

	test('a contact of somebody else gives no name', () => {
		const contacts = [{ profile: { name: 'Bo' }, wa_id: '12015550123' }, { profile: { name: 'Cy' }, wa_id: '12015550124' }];
		expect(sender({}, contacts)).toEqual({ from: '+447400123456', user_id: null, name: null });
	});

	test.each<[unknown, string | undefined]>([
		['447400123456', '+447400123456'],
		[447400123456, '+447400123456'],
		['+44 7400 123-456', '+447400123456'],
		['+1 (201) 555-0123', '+12015550123'],
		['00447400123456', '+447400123456'],
		['whatsapp:+447400123456', '+447400123456'],
		['447400123456@c.us', '+447400123456'],
		['\u202a+447400123456\u202c', '+447400123456'],
		// Mexican mobiles, as the platform writes them.
		['5215512345678', '+525512345678'],
		['5491123456789', '+5491123456789'],
		...['07400123456', '447400123456.0', 44740012345.6, -447400123456, '-447400123456', '4.474e11', '447400123456,12015550123', '447400123456/8', '4474001234567890', '12345', 'Ada', '+', '', ' ', true, null, {}].map((none): [unknown, undefined] => [none, undefined]),
	])('%j is the number %j', (given, expected) => {
		expect(readNumber(given)).toBe(expected);
	});
});

/** A message of ours as some services show it beside what became of it: from the sending number, with its content. */
const ours = { id: 'm1', from: '12015550100', to: '447400123456', type: 'text', text: { body: 'Hello' } };

test.each(['sent', 'delivered', 'read', 'failed'])('a message of ours, of which an event says that it was %s, is a status', (status) => {
	for (const data of [ours, [ours]]) {
		expect(readEvents({ event: `message.${status}`, data })).toMatchObject({ messages: [], statuses: [{ event: { message_id: 'm1', status, to: '447400123456' } }] });
	}
});

describe('no message of somebody is', () => {
	test.each<[string, unknown]>([
		['what the account itself has sent, by its direction', { type: 'message.received', data: { id: 'm1', from: '447400123456', direction: 'outbound', type: 'text', text: 'Hi' } }],
		['the same in a list of messages', { messages: [{ ...message, from_me: true }] }],
		["the platform's echo of what was sent from an app", platform(value({ message_echoes: [{ ...message, from: '12015550100', to: '447400123456' }] }))],
		['a message from the very number that was written to', platform(value({ contacts: [ada], messages: [{ ...message, from: '12015550100' }] }))],
		['an event about what was sent', { type: 'message.sent.received', data: { id: 'm1', from: '12015550100', text: 'Hi' } }],
		['what an event says of our message in other words', { event: 'messageSent', data: ours }],
		['the same beside the type of the content', { ...ours, event: 'message.delivered' }],
		["Gupshup's event of a message of ours", { type: 'message', payload: { id: 'm1', type: 'text', source: '447400123456', direction: 'out', payload: { text: 'Hi' } } }],
	])('%s', (_what, body) => {
		expect(readEvents(body)).toMatchObject({ messages: [], unreadable: 0, unreadableMessages: 0, others: 1 });
	});

	test('a status in a list of messages is a status', () => {
		expect(readEvents({ messages: [{ id: 'm1', status: 'delivered', to: '447400123456' }] })).toMatchObject({ messages: [], statuses: [{ event: { status: 'delivered' } }] });
		expect(readEvents({ type: 'message.received', data: { message_id: 'm1', status: 'delivered' } })).toMatchObject({ messages: [], statuses: [{ event: { status: 'delivered' } }] });
	});
});

test.each<[string, unknown, number?]>([
	['without a sender', written({ from: undefined }, [])],
	['whose sender is no number', written({ from: 'Ada' }, [])],
	// Its contact may be somebody else.
	['whose sender is no number, beside a contact', written({ from: '12345' })],
	['without an ID', written({ id: ' ' })],
	['that is none', platform(value({ messages: [null] }))],
	['in an envelope of its own, without a sender', { type: 'whatsapp.inbound_message.received', whatsappInboundMessage: { id: 'm1' } }],
	['in a batch, without senders', statusSamples.kapso_batch_like, 2],
])('a message %s is counted', (_what, body, unreadableMessages = 1) => {
	expect(readEvents(body)).toEqual({ statuses: [], messages: [], others: 0, unreadable: 0, unreadableMessages });
});

describe('the event id', () => {
	const id = (body: unknown, signedId?: string) => readEvents(body, signedId).messages[0]?.event.event_id;

	test('is the same for the same message, however it comes, and differs for another', () => {
		const one = id(written({}));
		expect(id(written({ timestamp: '1790000999', text: { body: 'Changed' } }))).toBe(one);
		expect(id({ data: { ...message, direction: 'inbound' } })).toBe(one);
		expect(id(written({ id: 'wamid.TEST2' }))).not.toBe(one);
		expect(id(written({ from: '12015550123' }))).not.toBe(one);
		expect(id(platform(value({ messages: [message], statuses: [{ id: 'a', status: 'read' }] })), 'msg_1')).toBe(one);
	});

	test('is the signed one of the only event', () => {
		expect(id(written({}), 'msg_1')).toBe('msg_1');
	});
});

const numbers = ['447400123456', '12015550123', '5511912345678'];
const own = '12015550100';
const decoys = ['33612345678', '+4915112345678', 15112345678];

test('property: whatever stands around it, a message has the number of its own sender, or none', () => {
	const decoy = fc.constantFrom<unknown>(...decoys, 'US.13491208655302741918', null, { phone: '33612345678' });
	const noise = fc.dictionary(fc.constantFrom('to', 'recipient_id', 'context', 'contacts', 'text', 'referral', 'phone', 'wa_id', 'conversation', 'name', 'button', 'errors', 'profile', 'metadata'), decoy);
	const record = fc.record({ from: fc.constantFrom<unknown>(...numbers, Number(numbers[0]), `+${numbers[1]}`, undefined, 'Ada', ''), noise, id: fc.constantFrom('m1', 'm2', 7) }).map(({ from, noise: more, id }) => ({ ...more, id, from, type: 'text' }));
	const contacts = fc.array(fc.record({ wa_id: decoy, profile: fc.record({ name: decoy }) }), { minLength: 2, maxLength: 4 });
	fc.assert(
		fc.property(fc.array(record, { maxLength: 4 }), contacts, (messages, all) => {
			const bodies = [platform(value({ contacts: all, messages })), { contacts: all, messages, metadata }, messages.map((data) => ({ type: 'message.received', data: { ...data, conversation: undefined, contact: undefined } }))];
			for (const body of bodies) {
				const received = readJson(JSON.stringify(body));
				const read = messagesIn(received.ok && received.value);
				const readable = messages.filter(({ from }) => readNumber(from) !== undefined);
				const senders = read.map(({ event }) => event.from);
				expect(senders.filter((from) => from !== null)).toEqual(readable.map(({ from }) => readNumber(from)));
			}
		}),
		runs(500),
	);
});

const keys = ['entry', 'changes', 'value', 'messages', 'statuses', 'contacts', 'whatsappInboundMessage', 'data', 'payload', 'message', 'from', 'source', 'sender', 'phone', 'id', 'message_id', 'type', 'message_type', 'event', 'direction', 'status', 'text', 'body', 'button', 'interactive', 'button_reply', 'image', 'location', 'latitude', 'reaction', 'context', 'profile', 'name', 'timestamp', '__proto__'];
const values = ['m1', 'text', 'button', 'interactive', 'image', 'location', 'message', 'message.received', 'inbound', 'delivered', numbers[0], own, '', ' ', 0, 447400123456, 1e300, -1, null, true];
const { body: randomBody } = fc.letrec<{ body: unknown }>((tie) => ({
	body: fc.oneof(
		{ depthSize: 'large' },
		fc.constantFrom<unknown>(...values),
		fc.dictionary(fc.constantFrom(...keys), tie('body')),
		fc.array(tie('body'), { maxLength: 4 }),
		fc.jsonValue(),
	),
}));

test('property: whatever comes, nothing is thrown, and each message has an ID and a sender', () => {
	fc.assert(
		fc.property(fc.oneof(randomBody, fc.array(randomBody).map((messages) => platform(value({ messages })))), (body) => {
			const received = readJson(JSON.stringify(body));
			for (const { event } of messagesIn(received.ok && received.value)) {
				expect(Object.keys(event)).toEqual(['event_id', 'message_id', 'from', 'user_id', 'name', 'phone_number_id', 'timestamp', 'type', 'text', 'button_id', 'reply_to', 'media', 'location']);
				expect(event.message_id.trim()).not.toBe('');
				expect(event.event_id.trim()).not.toBe('');
				if (event.from === null) expect(event.user_id).not.toBeNull();
				else expect(event.from).toMatch(/^\+[1-9]\d{6,14}$/);
			}
		}),
		runs(1000),
	);
});
