import { at } from '../../nodes/Messaging/text/json';
import { conversationView, inboxView, liveMessage, messageView, type EntryView } from '../../sandbox/views/shapes';
import { ada, idOf, sender, start, useSandbox } from './support/sandbox';

/** What the inbox page is made of and asks for; the page itself is tried in a browser. */

const client = useSandbox();

const get = (path: string) => fetch(`${client.sandbox.url}${path}`);

const conversation = async (contact = ada, query = '') =>
	conversationView.parse(await client.show(`/views/conversations/${encodeURIComponent(`${sender}:${contact}`)}${query}`));

/** The last message of a conversation, as it is drawn. */
async function drawn(contact = ada): Promise<Extract<EntryView, { type: 'message' }>['bubble']> {
	const last = (await conversation(contact)).entries.at(-1);
	if (last?.type !== 'message') throw new Error('no message');
	return last.bubble;
}

/** A template as it is drawn. */
async function template(...parameters: Parameters<typeof client.template>) {
	idOf(await client.template(...parameters));
	return await drawn();
}

const sale = { body: { first_name: 'Ada', promo_code: 'X' } };

describe('the page', () => {
	it('comes whole from the service and may reach nothing else', async () => {
		const page = await get('/');
		expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
		const html = await page.text();
		const references = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, reference]) => reference);
		expect(references).toEqual(['data:,', '/_sandbox/inbox.css', '/_sandbox/inbox.js']);
		expect(await (await get('/_sandbox/inbox.css')).text()).not.toMatch(/url\(|@import/);
		expect((await get('/_sandbox/inbox.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
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
		const replyId = (await conversation()).entries.at(-1)?.id;
		idOf(await client.send('text', { text: 'See https://example.com/a', preview_url: true, reply_to_message_id: replyId }));
		expect(await drawn()).toMatchObject({ quoted: 'Which one?', link: 'https://example.com/a' });
	});
});

describe('the views', () => {
	it('tell each conversation with its last message, its window and its failures', async () => {
		idOf(await client.template('welcome'));
		const messageId = idOf(await client.template('welcome'));
		await client.control(`/messages/${messageId}/status`, { status: 'failed' });
		let now = Date.now();
		// A moment passes each time that somebody looks at the clock.
		const passing = jest.spyOn(Date, 'now').mockImplementation(() => now++);
		await client.control('/reply', { from: '+447400123456', text: 'Hello' });
		passing.mockRestore();
		const { conversations, numbers, api_key: key } = inboxView.parse(await client.show('/views/inbox'));
		expect(key).toBe(client.sandbox.apiKey);
		expect(numbers.map(({ name }) => name)).toEqual(['Example Shop', 'Example Support']);
		expect(conversations).toEqual([
			expect.objectContaining({ contact: ada, failed: 1, closes_at: null, last_status: 'failed' }),
			expect.objectContaining({ contact: '+447400123456', preview: 'Hello', last_status: null, failed: 0 }),
		]);
		const [, open] = conversations;
		expect(Date.parse(open?.closes_at ?? '') - Date.parse(open?.last_at ?? '')).toBe(24 * 60 * 60 * 1000);
	});

	it('show a long conversation in parts, the newest first', async () => {
		for (let count = 0; count < 70; count++) await client.control('/reply', { from: ada, text: `Reply ${count}` });
		const texts = async (query: string) => {
			const { start: from, entries } = await conversation(ada, query);
			return [from, entries.map((entry) => (entry.type === 'reply' ? entry.text : ''))] as const;
		};
		const [start60, newest] = await texts('');
		expect([start60, newest.length, newest.at(-1)]).toEqual([10, 60, 'Reply 69']);
		expect(await texts('?end=12&limit=2')).toEqual([10, ['Reply 10', 'Reply 11']]);
		expect((await get(`/_sandbox/views/conversations/${sender}:${ada}?limit=200`)).status).toBe(200);
		expect((await get(`/_sandbox/views/conversations/${sender}:${ada}?limit=201`)).status).toBe(404);
	});

	it('show a message with its request and its steps', async () => {
		const messageId = idOf(await client.template('welcome', undefined, {}, { 'idempotency-key': 'k' }));
		await client.control(`/messages/${messageId}/status`, { status: 'read' });
		const view = messageView.parse(await client.show(`/views/messages/${messageId}`));
		expect(view).toMatchObject({ message_id: messageId, idempotency_key: 'k', attempts: 1, webhooks: [] });
		expect(view.steps.map(({ status }) => status)).toEqual(['read']);
		expect(at(view.request, 'template_name')).toBe('welcome');
	});

	/** The events that an open page is told, each once it is there. */
	async function* events(signal: AbortSignal) {
		const stream = await fetch(`${client.sandbox.url}/_sandbox/events`, { signal });
		let text = '';
		for await (const piece of stream.body ?? []) {
			text += Buffer.from(piece).toString();
			const whole = text.split('\n\n');
			text = whole.pop() ?? '';
			for (const event of whole) yield event.startsWith('data: ') ? liveMessage.parse(JSON.parse(event.slice(6))) : undefined;
		}
	}

	it('tell an open page what has changed, and after a reset or a move of the clock to load everything', async () => {
		const leaving = new AbortController();
		const told = events(leaving.signal);
		const next = async () => (await told.next()).value;
		await next();
		const messageId = idOf(await client.template('welcome'));
		expect(await next()).toMatchObject({ conversations: [{ contact: ada, last_status: 'accepted' }], registrations: 0 });
		await client.control(`/messages/${messageId}/status`, { status: 'delivered' });
		expect(await next()).toMatchObject({ conversations: [{ contact: ada, last_status: 'delivered' }] });
		await client.control('/reset', {});
		expect(await next()).toMatchObject({ reload: true });
		await client.advance(1);
		expect(await next()).toEqual({ now: expect.stringMatching(/Z$/), reload: true });
		leaving.abort();
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
