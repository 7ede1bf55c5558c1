import { at } from '../../nodes/Messaging/text/json';
import { messageKinds } from '../../sandbox/state/message';
import { conversationView, inboxView, messageView } from '../../sandbox/views/shapes';
import { ada, examples, idOf, sender, start, useSandbox } from './support/sandbox';

/** What the inbox page is made of and asks for; the page itself is tried in a browser. */

const client = useSandbox();

const get = (path: string) => fetch(`${client.sandbox.url}${path}`);

/** What was said last in the conversation with Ada. */
const last = async () => conversationView.parse(await client.show(`/views/conversations/${sender}:${ada}`)).entries.at(-1);

/** The last message, as it is drawn. */
async function drawn() {
	const entry = await last();
	if (entry?.type !== 'message') throw new Error('no message');
	return entry.bubble;
}

/** A template as it is drawn. */
async function template(...parameters: Parameters<typeof client.template>) {
	idOf(await client.template(...parameters));
	return await drawn();
}

const sale = { body: { first_name: 'Ada', promo_code: 'X' } };

describe('the page', () => {
	it('may reach nothing but the service', async () => {
		expect((await get('/')).headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
	});

	it('has its samples, and no others', async () => {
		for (const name of ['spring.svg', 'teapot.svg', 'cup.svg', 'leaves.svg', 'receipt.pdf']) {
			expect((await get(`/_sandbox/samples/${name}`)).status).toBe(200);
		}
		expect((await get('/_sandbox/samples/toString.svg')).status).toBe(404);
		expect((await get('/_sandbox/media/media_1')).status).toBe(404);
	});
});

describe('a message is drawn', () => {
	it('with its values filled in, its header, footer and buttons', async () => {
		const values = { header: { order_id: 'A-7' }, body: { first_name: 'Ada', status: '{{status}}' } };
		expect(await template('order_update', values)).toEqual({
			header: { kind: 'text', text: 'Order A-7' },
			text: 'Hi Ada, your order is now *{{status}}*. We will write again when it moves.',
			footer: 'Example Shop',
			buttons: [],
			cards: [],
			quoted: null,
			link: null,
		});
		expect((await template('delivery_feedback', { body: { first_name: 'Ada' }, buttons: { '2': "a$&b$'c" } })).buttons).toEqual([
			{ kind: 'reply', label: 'All good', target: null },
			{ kind: 'url', label: 'Write a review', target: "https://reviews.example.com/a$&b$'c" },
			{ kind: 'url', label: 'Help', target: 'https://help.example.com' },
		]);
		expect((await template('login_code', { body: { '1': '482913' } })).buttons).toEqual([
			{ kind: 'code', label: 'Copy code', target: '482913' },
		]);
	});

	it.each(['first-name', 'prénom', ' first_name ', '1'])('with a value for the placeholder {{%s}}', async (written) => {
		const name = written.trim();
		await client.control('/templates', {
			template_name: 'greeting',
			language_code: 'en_US',
			components: [{ type: 'BODY', text: `Hi {{${written}}}!` }],
			expected_variables: { body: [{ param_name: name, example: 'Ada' }] },
		});
		expect((await template('greeting', { body: { [name]: 'Ada' } })).text).toBe('Hi Ada!');
	});

	it('with the media of its header: the default, one elsewhere, one of this service', async () => {
		expect((await template('spring_sale', sale)).header).toMatchObject({ kind: 'image', src: '/_sandbox/samples/spring.svg' });
		const elsewhere = 'https://cdn.example.com/_sandbox/sale.jpg';
		const shown = { kind: 'image', src: null, source: elsewhere, name: 'sale.jpg' };
		expect((await template('spring_sale', sale, { media_url: elsewhere })).header).toEqual(shown);
		const own = `${client.sandbox.url}/_sandbox/samples/cup.svg`;
		expect((await template('spring_sale', sale, { media_url: own })).header).toMatchObject({ src: '/_sandbox/samples/cup.svg' });
	});

	it('with a location', async () => {
		const location = { latitude: 1.5, longitude: 2.5, name: 'Cafe' };
		const { header } = await template('store_opening', { body: { customer_name: 'Ada', opening_day: 'Friday' } }, { location });
		expect(header).toEqual({ kind: 'location', latitude: 1.5, longitude: 2.5, name: 'Cafe', address: null });
	});

	it('with its cards', async () => {
		const pick = (sku: string) => ({ header: { product_retailer_id: sku } });
		const picks = { body: { '1': 'Ada' }, cards: { '1': pick('a'), '2': pick('b') } };
		expect((await template('product_picks', picks, { catalog_id: 'c' })).cards.map(({ header }) => header)).toEqual([
			{ kind: 'product', product: 'a', catalog: 'c' },
			{ kind: 'product', product: 'b', catalog: 'c' },
		]);
		const card = (name: string) => ({ media_url: 'https://example.com/a.png', body: { name, price: '1' }, buttons: { '2': name } });
		const arrivals = { body: { first_name: 'Ada' }, cards: { '1': card('x'), '2': card('y'), '3': card('z') } };
		const { cards } = await template('new_arrivals', arrivals);
		expect(cards.map(({ text, buttons }) => [text, buttons.at(-1)?.target])).toEqual(
			['x', 'y', 'z'].map((name) => [`${name}, now 1`, `https://shop.example.com/new/${name}`]),
		);
	});

	it('with what it replies to and the link it shows', async () => {
		await client.control('/reply', { from: ada, text: 'Which one?' });
		const replyId = (await last())?.id;
		idOf(await client.send('text', { text: 'See https://example.com/a', preview_url: true, reply_to_message_id: replyId }));
		expect(await drawn()).toMatchObject({ quoted: 'Which one?', link: 'https://example.com/a' });
	});
});

it.each(messageKinds)('a message of the kind %s is drawn, and the list of chats shows something of it', async (kind) => {
	await client.control('/reply', { from: ada, text: 'Hello' });
	idOf(await client.send(kind, examples[kind]));
	const { text, header } = await drawn();
	expect([text, header]).not.toEqual(['', null]);
	expect(inboxView.parse(await client.show('/views/inbox')).conversations).toMatchObject([{ preview: expect.stringMatching(/./) }]);
});

describe('the views', () => {
	it('tell each conversation with what was said last and its failures, and the sending numbers', async () => {
		idOf(await client.template('welcome'));
		const messageId = idOf(await client.template('welcome'));
		await client.control(`/messages/${messageId}/status`, { status: 'failed' });
		await client.control('/reply', { from: '+447400123456', text: 'Hello' });
		const { conversations, numbers } = inboxView.parse(await client.show('/views/inbox'));
		expect(numbers.map(({ name }) => name)).toEqual(['Example Shop', 'Example Support']);
		expect(conversations).toMatchObject([
			{ contact: ada, failed: 1, closes_at: null, last_status: 'failed' },
			{ contact: '+447400123456', preview: 'Hello', last_status: null, failed: 0, closes_at: expect.stringMatching(/Z$/) },
		]);
	});

	it('show a message with its request and its steps', async () => {
		const messageId = idOf(await client.template('welcome', undefined, {}, { 'idempotency-key': 'k' }));
		await client.control(`/messages/${messageId}/status`, { status: 'read' });
		const view = messageView.parse(await client.show(`/views/messages/${messageId}`));
		expect(view).toMatchObject({ message_id: messageId, idempotency_key: 'k', attempts: 1, webhooks: [] });
		expect(view.steps.map(({ status }) => status)).toEqual(['read']);
		expect(at(view.request, 'template_name')).toBe('welcome');
	});
});

it('closing ends open pages, silent requests and everything that is planned', async () => {
	const own = await start({ settings: { sent_after_ms: 3_600_000 } });
	const page = await fetch(`${own.sandbox.url}/_sandbox/events`);
	idOf(await own.template('welcome'));
	await own.control('/faults', { rules: [{ kind: 'no-answer' }] });
	const silent = expect(own.template('welcome')).rejects.toThrow('fetch failed');
	await own.until(async () => at(await own.show('/faults'), 'rules', 0, 'struck') === 1);
	await own.sandbox.close();
	await silent;
	await expect(page.text()).rejects.toThrow('terminated');
	await expect(fetch(own.sandbox.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});
