import { readEvents } from '../../nodes/Messaging/webhook/readEvents';
import { at } from '../../nodes/Messaging/text/json';
import { ada, idOf, otherSender, refusalOf, sender, type Answer } from './support/sandbox';
import { useWebhooks, verifyToken, type Receiver } from './support/webhooks';
import { testKey, whatsappCalls } from './support/whatsapp';

/** Webhooks that are registered by hand, after a question to the URL, and what they get. */

const { client, receive, inState } = useWebhooks({ service: 'whatsapp' });
const { template } = whatsappCalls(client);

const path = '/_sandbox/webhooks';
const register = (body: object): Promise<Answer> => client.call('POST', path, body);
const registrations = async () => at(await client.show('/webhooks'), 'registrations');

/** A receiver that has passed the check. */
async function registered(...parameters: Parameters<typeof receive>): Promise<Receiver> {
	const receiver = await receive(...parameters);
	expect((await register({ url: receiver.url, verify_token: verifyToken })).status).toBe(200);
	return receiver;
}

describe('registering', () => {
	it('asks the URL once, with the three parameters, and registers it if the challenge comes back', async () => {
		const receiver = await receive();
		const { body } = await register({ url: `${receiver.url}?own=1`, verify_token: verifyToken });
		expect(receiver.asked).toEqual([
			{ own: '1', 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': expect.stringMatching(/^\w{20}$/) },
		]);
		const shown = {
			id: expect.stringMatching(/^wh_/),
			url: `${receiver.url}?own=1`,
			events: ['sent', 'delivered', 'read', 'failed', 'received'],
			form: 'platform',
			created_at: expect.any(String),
			signed: false,
		};
		expect(body).toEqual(shown);
		expect(await registrations()).toEqual([shown]);
		expect(receiver.received).toEqual([]);
	});

	it('asks with another challenge each time', async () => {
		const receivers = [await registered(), await registered()];
		const challenges = receivers.map(({ asked }) => asked[0]?.['hub.challenge']);
		expect(new Set(challenges).size).toBe(2);
	});

	it.each<[string, NonNullable<Parameters<typeof receive>[1]>, RegExp]>([
		['another status', () => [403, 'Forbidden'], /answered 403 with "Forbidden", not 200 with the challenge/],
		['another success', (question) => [201, question['hub.challenge'] ?? ''], /answered 201/],
		['another body', () => [200, '{ "message":\n "Workflow was started" }'], /answered 200 with "{ "message": "Workflow was started" }"/],
		['more than the challenge', (question) => [200, `${question['hub.challenge'] ?? ''}\n`], /answered 200/],
		['a redirect', () => [302, ''], /answered 302 without a body/],
		['a long page', () => [404, 'x'.repeat(5000)], /answered 404 with "x{200}",/],
	])('refuses a URL that answers with %s, and says with what', async (_what, answerQuestion, words) => {
		const receiver = await receive(() => 200, answerQuestion);
		const answer = await register({ url: receiver.url, verify_token: verifyToken });
		expect(refusalOf(answer)).toEqual([422, 100, expect.stringMatching(words)]);
		expect(receiver.asked).toHaveLength(1);
		expect(await registrations()).toEqual([]);
	});

	it('refuses a wrong token, and a URL where nobody answers', async () => {
		const receiver = await receive();
		expect(refusalOf(await register({ url: receiver.url, verify_token: 'wrong' }))).toEqual([422, 100, expect.stringContaining('"wrong token"')]);
		await receiver.close();
		expect(refusalOf(await register({ url: receiver.url, verify_token: verifyToken }))).toEqual([422, 100, expect.stringMatching(/did not answer: ECONNREFUSED/)]);
		expect(await registrations()).toEqual([]);
	});

	it.each([
		['no token', { url: 'http://127.0.0.1:9/', verify_token: '' }, /verify_token: must not be empty/],
		['no URL', { url: 'webhook', verify_token: 't' }, /url: must be an absolute http or https URL/],
		['an unknown field', { url: 'http://127.0.0.1:9/', verify_token: 't', events: [] }, /events/],
	])('refuses %s without a question', async (_what, body, words) => {
		expect(refusalOf(await register(body))).toEqual([400, 100, expect.stringMatching(words)]);
	});

	it('takes a URL once, also from two who ask at the same time, and gives it free when it is removed', async () => {
		const receiver = await receive();
		const answers = await Promise.all([1, 2].map(() => register({ url: receiver.url, verify_token: verifyToken })));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
		const id = String(at(await registrations(), 0, 'id'));
		expect((await client.call('DELETE', `${path}/${id}`)).body).toEqual({ removed: id });
		expect(refusalOf(await client.call('DELETE', `${path}/${id}`))).toEqual([404, 100, expect.stringContaining(id)]);
		idOf(await template('welcome'));
		await client.advance(60_000);
		expect(at(await client.show('/webhooks'), 'deliveries')).toEqual([]);
	});
});

describe('a webhook', () => {
	const unix = expect.stringMatching(/^\d{10}$/);
	const metadata = { display_phone_number: '13125550100', phone_number_id: sender };
	const bodyOf = (...values: object[]) => ({
		object: 'whatsapp_business_account',
		entry: [{ id: expect.any(String), changes: values.map((value) => ({ field: 'messages', value: { messaging_product: 'whatsapp', ...value } })) }],
	});

	it("brings a status in the platform's form, without a signature", async () => {
		const receiver = await registered();
		const id = idOf(await template('welcome'));
		await client.control(`/messages/${id}/status`, { status: 'delivered' });
		const { headers, body } = await receiver.webhook(1);
		const statuses = [{ id, status: 'delivered', timestamp: unix, recipient_id: ada.slice(1) }];
		expect(body).toEqual(bodyOf({ metadata, statuses }));
		expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
		expect(readEvents(body).statuses).toMatchObject([{ event: { message_id: id, status: 'delivered', phone_number_id: sender } }]);
	});

	it('brings what a customer writes as a message, which a text can reply to', async () => {
		const receiver = await registered();
		const reply = await client.control('/reply', { from: ada, text: 'When will it be here?' });
		const id = at(reply, 'reply_id');
		expect(id).toMatch(/^wamid\./);
		const messages = [{ from: ada.slice(1), id, timestamp: unix, type: 'text', text: { body: 'When will it be here?' } }];
		const contacts = [{ profile: { name: 'Customer 0123' }, wa_id: ada.slice(1) }];
		const { body } = await receiver.webhook(1);
		expect(body).toEqual(bodyOf({ metadata, contacts, messages }));
		expect(readEvents(body)).toMatchObject({ statuses: [], unreadable: 0, messages: [{ event: { message_id: id, from: ada, name: 'Customer 0123', text: 'When will it be here?' } }] });
		idOf(await whatsappCalls(client).send('text', { text: 'Tomorrow', reply_to_message_id: id }));
	});

	it('holds statuses and messages together where they are gathered, a part for each number', async () => {
		const receiver = await registered();
		await client.control('/settings', { webhook_batch_ms: 1000 });
		const id = idOf(await template('welcome'));
		await client.control(`/messages/${id}/status`, { status: 'sent' });
		await client.control('/reply', { from: ada, to: sender, text: 'One' });
		await client.control('/reply', { from: ada, to: sender, text: 'Two' });
		await client.control('/reply', { from: ada, to: otherSender, text: 'Three' });
		await client.advance(1000);
		const { body } = await receiver.webhook(1);
		const said = (words: string) => expect.objectContaining({ text: { body: words } });
		const contacts = [expect.objectContaining({ wa_id: ada.slice(1) })];
		expect(body).toEqual(
			bodyOf(
				{ metadata, contacts, messages: [said('One'), said('Two')], statuses: [expect.objectContaining({ id, status: 'sent' })] },
				{ metadata: { display_phone_number: '447400900100', phone_number_id: otherSender }, contacts, messages: [said('Three')] },
			),
		);
		expect(readEvents(body).statuses).toMatchObject([{ event: { message_id: id, status: 'sent' } }]);
		expect(at(await client.show('/webhooks'), 'deliveries', 0, 'statuses')).toEqual(['sent', 'received', 'received', 'received']);
	});

	it('with a message is sent again until it is taken', async () => {
		const receiver = await registered((place) => (place === 1 ? 500 : 200));
		await client.control('/settings', { webhook_retry_ms: 60_000 });
		await client.control('/reply', { from: ada, text: 'Hello' });
		await inState('retrying', 1);
		await client.advance(60_000);
		await inState('delivered', 2);
		expect(receiver.received.map(({ text }) => text)).toEqual([receiver.received[0]?.text, receiver.received[0]?.text]);
	});

	it('does not come from a message of the test key', async () => {
		const receiver = await registered();
		expect((await template('welcome', undefined, {}, testKey)).status).toBe(200);
		const id = idOf(await template('welcome'));
		await client.control(`/messages/${id}/status`, { status: 'sent' });
		await receiver.webhook(1);
		await client.advance(60_000);
		expect(at(await client.show('/webhooks'), 'deliveries')).toMatchObject([{ message_ids: [id] }]);
	});
});
