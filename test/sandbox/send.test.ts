import { sendPath } from '../../nodes/Messaging/request/messageKinds';
import { nestValues, readPlaceholders } from '../../nodes/Messaging/template/placeholders';
import { at } from '../../nodes/Messaging/text/json';
import { componentOf, type TemplateRecord } from '../../sandbox/fixtures/templateRecord';
import { createCatalogue } from '../../sandbox/state/catalogue';
import { ada, examples, idOf, inWindow, otherSender, refusalOf, sender, useSandbox } from './support/sandbox';

const client = useSandbox({ settings: { rate_limit_per_second: 0 } });

const hourMs = 60 * 60 * 1000;
const reply = (more: object = {}) => client.control('/reply', { from: ada, text: 'Hello', ...more });

describe('a template message', () => {
	const order = { header: { order_id: 'A-1' }, body: { first_name: 'Ada', status: 'packed' } };
	const opening = { body: { customer_name: 'Ada', opening_day: 'Friday' } };
	const sale = { body: { first_name: 'Ada', promo_code: 'X' } };
	const card = { media_url: 'https://example.com/a.png', body: { name: 'Cup', price: '1' }, buttons: { '2': 'x' } };
	const arrivals = (second: object) => ({ body: { first_name: 'Ada' }, cards: { '1': card, '2': { ...card, ...second }, '3': card } });
	const pick = { header: { product_retailer_id: 'sku-1' } };
	const place = { latitude: 37.4, longitude: -122.1 };

	it('is accepted, answered as documented, and stands in the ledger as it was sent', async () => {
		const answer = await client.template('order_update', order, {}, { 'idempotency-key': 'k-1' });
		const messageId = idOf(answer);
		expect(answer.body).toEqual({
			success: true,
			message_id: messageId,
			to: ada,
			template: 'order_update',
			inbox_url: `${client.sandbox.url}/#${encodeURIComponent(`${sender}:${ada}`)}`,
		});
		expect(await client.ledger()).toEqual([
			expect.objectContaining({
				message_id: messageId,
				kind: 'template',
				to: ada,
				phone_number_id: sender,
				body: { to: ada, phone_number_id: sender, template_name: 'order_update', language_code: 'en_US', variables: order },
				status: 'accepted',
				idempotency_key: 'k-1',
				attempts: 1,
				accepted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			}),
		]);
	});

	it('with values that the platform does not take is refused only if the sandbox is strict', async () => {
		const unfit = { ...order, body: { first_name: 'Ada\nLovelace', status: 'a\tb' } };
		const long = { ...order, body: { first_name: 'Ada', status: 'x'.repeat(1024) } };
		for (const values of [unfit, long]) expect((await client.template('order_update', values)).status).toBe(200);
		await client.control('/settings', { strict_values: true });
		expect((await client.template('order_update', order)).status).toBe(200);
		expect(refusalOf(await client.template('order_update', unfit))).toEqual([422, 132012, expect.stringMatching(/first_name' has a line break.*status' has a tab/)]);
		expect(refusalOf(await client.template('order_update', long))).toEqual([422, 132005, expect.anything()]);
	});

	const formatOf = ({ components }: TemplateRecord) => componentOf(components, 'HEADER')?.format ?? 'TEXT';

	it.each(createCatalogue().templates().map((one) => ({ name: `${one.template_name} ${one.language_code}`, one })))(
		'$name takes its own examples, and neither one less nor one more, once it is approved',
		async ({ one }) => {
			const values = readPlaceholders(one.expected_variables)
				.filter(({ path }) => path.at(-1) !== 'media_id')
				.map(({ path, example = '' }) => [path, path.at(-1) === 'media_url' ? 'https://example.com/a.png' : example] as const);
			const answerTo = (given: typeof values) =>
				client.template(one.template_name, given.length === 0 ? undefined : nestValues(given), {
					language_code: one.language_code,
					location: formatOf(one) === 'LOCATION' ? place : undefined,
					media_url: ['IMAGE', 'VIDEO', 'DOCUMENT'].includes(formatOf(one)) ? 'https://example.com/a' : undefined,
					catalog_id: at(one.expected_variables, 'cards', 0, 'header') === undefined ? undefined : 'catalog-1',
				});
			if (one.status !== 'APPROVED') {
				expect(refusalOf(await answerTo(values))).toEqual([422, 132015, expect.stringContaining(one.status)]);
				return;
			}
			idOf(await answerTo(values));
			for (const left of values) {
				const fewer = await answerTo(values.filter((value) => value !== left));
				expect(refusalOf(fewer)).toEqual([422, 132000, expect.stringContaining(`missing: ${left[0].join('.')}`)]);
			}
			const more = await answerTo([...values, [['body', 'surplus'], 'x']]);
			expect(refusalOf(more)).toEqual([422, 132000, expect.stringMatching(/not expected: body\.surplus|no placeholders/)]);
			expect(await client.ledger()).toHaveLength(1);
		},
	);

	it.each<[string, string, object | undefined, object, number, number, RegExp]>([
		['both media_url and media_id', 'spring_sale', sale, { media_url: 'https://example.com/a', media_id: 'm' }, 400, 100, /one of the two/],
		['an unknown sending number', 'order_update', order, { phone_number_id: '1' }, 404, 33, /"1"/],
		['an unknown language', 'order_update', order, { language_code: 'en' }, 404, 132001, /"order_update" in "en"/],
		[
			'a misspelt placeholder', 'order_update', { ...order, body: { firstname: 'Ada', status: 'x' } }, {},
			422, 132000, /missing: body\.first_name; not expected: body\.firstname/,
		],
		['a blank value', 'order_update', { ...order, header: { order_id: ' ' } }, {}, 422, 132000, /empty: header\.order_id/],
		['a number as a value', 'order_update', { ...order, header: { order_id: 7 } }, {}, 400, 100, /variables\.header\.order_id/],
		['empty variables for a template without placeholders', 'welcome', {}, {}, 422, 132000, /leave variables out/],
		['a media URL without a media header', 'order_update', order, { media_url: 'https://example.com/a.png' }, 422, 132012, /no media header/],
		['a media URL that is not on the web', 'spring_sale', sale, { media_url: 'file:///etc/hosts' }, 422, 131009, /media_url/],
		['an unknown media id', 'spring_sale', sale, { media_id: 'media_1' }, 422, 131053, /media_1/],
		['no location for a location header', 'store_opening', opening, {}, 422, 132012, /missing: location/],
		['a location without a location header', 'order_update', order, { location: place }, 422, 132012, /no location header/],
		['a latitude beyond the pole', 'store_opening', opening, { location: { ...place, latitude: 90.1 } }, 400, 100, /location\.latitude/],
		[
			'a product carousel without its catalog', 'product_picks', { body: { '1': 'Ada' }, cards: { '1': pick, '2': pick } }, {},
			422, 132012, /missing: catalog_id/,
		],
		['a catalog without a product carousel', 'order_update', order, { catalog_id: 'c' }, 422, 132012, /leave catalog_id out/],
		['a card with its media twice', 'new_arrivals', arrivals({ media_id: 'm' }), {}, 422, 132000, /given twice: cards\.2/],
		[
			'a card with an unknown media id', 'new_arrivals', arrivals({ media_url: undefined, media_id: 'm' }), {},
			422, 131053, /cards\.2\.media_id/,
		],
		['the sending number as recipient', 'order_update', order, { to: '+13125550100' }, 422, 131021, /13125550100/],
		['a recipient that is not E.164', 'order_update', order, { to: '2015550123' }, 400, 100, /^to: /],
		[
			'a field too few, one too many and one of another type', 'order_update', order, { to: undefined, phone_number_id: 19, colour: 'red' },
			400, 100, /^to: Required; phone_number_id: .*; .*colour/,
		],
	])('is refused with %s', async (_what, name, variables, more, status, code, details) => {
		expect(refusalOf(await client.template(name, variables, more))).toEqual([status, code, expect.stringMatching(details)]);
		expect(await client.ledger()).toEqual([]);
	});
});

describe('a text or media message in an open window', () => {
	beforeEach(() => reply());

	const photo = examples.media;

	it.each([
		['the longest text', 'text', { text: 'x'.repeat(4096) }],
		['a video with the longest caption', 'media', { media_type: 'video', media_url: 'https://example.com/a.mp4', caption: 'x'.repeat(1024) }],
		['a document with its name', 'media', { media_type: 'document', media_url: 'https://example.com/a.pdf', filename: 'a.pdf' }],
	] as const)('%s is accepted', async (_what, kind, body) => {
		const answer = await client.send(kind, body);
		expect(answer.body).toMatchObject({ success: true, message_id: idOf(answer), to: ada });
		expect(await client.ledger()).toEqual([expect.objectContaining({ kind, body: { to: ada, phone_number_id: sender, ...body } })]);
	});

	it.each([
		['a blank text', 'text', { text: ' \n' }, 422, 131009, /text: must not be blank/],
		['a text of one character more', 'text', { text: 'x'.repeat(4097) }, 422, 131009, /4096/],
		['a text with wrong fields', 'text', { text: 'Hi', preview_url: 'yes', caption: 'x' }, 400, 100, /preview_url.*caption/],
		['a reply to an unknown message', 'text', { text: 'Hi', reply_to_message_id: 'msg_1' }, 422, 131009, /reply_to_message_id/],
		['a text from an unknown number', 'text', { text: 'Hi', phone_number_id: '1' }, 404, 33, /"1"/],
		['media from an unknown number', 'media', { ...photo, phone_number_id: '1' }, 404, 33, /"1"/],
		['media of no known type', 'media', { media_type: 'sticker', media_id: 'm' }, 400, 100, /media_type.*media_url: Required.*media_id/],
		['media that are not on the web', 'media', { ...photo, media_url: 'ftp://example.com/a.png' }, 422, 131009, /media_url/],
		['a caption of an audio', 'media', { ...photo, media_type: 'audio', caption: 'x' }, 422, 131009, /caption/],
		['a caption of one character more', 'media', { ...photo, caption: 'x'.repeat(1025) }, 422, 131009, /1024/],
		['a file name of an image', 'media', { ...photo, filename: 'a.png' }, 422, 131009, /filename/],
	] as const)('%s is refused', async (_what, kind, body, status, code, details) => {
		expect(refusalOf(await client.send(kind, body))).toEqual([status, code, expect.stringMatching(details)]);
		expect(await client.ledger()).toEqual([]);
	});

	it('a text replies to a message of its own conversation only', async () => {
		const first = idOf(await client.send('text', { text: 'One' }));
		idOf(await client.send('text', { text: 'Two', reply_to_message_id: first }));
		await reply({ to: otherSender });
		const answer = await client.send('text', { phone_number_id: otherSender, text: 'Three', reply_to_message_id: first });
		expect(refusalOf(answer)).toEqual([422, 131009, expect.stringContaining('reply_to_message_id')]);
	});
});

describe('the 24-hour window', () => {
	const text = { text: 'Hi' };
	const closed = [409, 131047, expect.stringContaining('template')];

	it.each(inWindow)('is opened for 24 hours by the clock, each time that the customer writes: %s', async (kind, body) => {
		await reply();
		await client.advance(20 * hourMs);
		await reply({ text: 'Still there?' });
		await client.advance(23 * hourMs);
		idOf(await client.send(kind, body));
		await client.advance(hourMs);
		expect(refusalOf(await client.send(kind, body))).toEqual(closed);
	});

	it('belongs to one recipient and one sending number, and is not opened by a template', async () => {
		idOf(await client.template('welcome'));
		await reply({ to: otherSender });
		idOf(await client.send('text', { ...text, phone_number_id: otherSender }));
		for (const more of [{}, { phone_number_id: otherSender, to: '+447400123456' }]) {
			for (const [kind, body] of inWindow) expect(refusalOf(await client.send(kind, { ...body, ...more }))).toEqual(closed);
		}
		expect(await client.ledger()).toHaveLength(2);
	});

	it('is opened at the number that wrote last if the customer names none', async () => {
		for (const number of [sender, otherSender]) idOf(await client.template('welcome', undefined, { phone_number_id: number }));
		await reply();
		idOf(await client.send('text', { ...text, phone_number_id: otherSender }));
		expect(refusalOf(await client.send('text', text))).toEqual(closed);
	});

	it('opens again when the clock is set back to now, for no more than 24 hours', async () => {
		await reply();
		await client.advance(25 * hourMs);
		await reply({ text: 'Tomorrow' });
		await client.control('/clock', { to_now: true });
		expect(Math.abs(Date.parse(String(at(await client.show('/clock'), 'now'))) - Date.now())).toBeLessThan(hourMs);
		const closesAt = Date.parse(String(at(await client.show('/views/inbox'), 'conversations', 0, 'closes_at')));
		expect(closesAt).toBeLessThanOrEqual(Date.now() + 24 * hourMs);
		idOf(await client.send('text', text));
		await expect(client.control('/clock', {})).rejects.toThrow(/400.*either/);
	});
});

describe('an Idempotency-Key', () => {
	const send = (key: string, more: object = {}) => client.template('welcome', undefined, more, { 'idempotency-key': key });
	const honour = () => client.control('/settings', { idempotency: true });

	it('is not honored unless the settings say so: each request is a message, and the ledger has the key of each', async () => {
		expect(idOf(await send('k'))).not.toBe(idOf(await send('k')));
		expect((await client.ledger()).map((message) => at(message, 'idempotency_key'))).toEqual(['k', 'k']);
	});

	it('that is repeated gets the first answer for a day, which counts how often it was asked for', async () => {
		await honour();
		const first = await send('k');
		const repeats = await Promise.all([1, 2, 3].map(() => send('k')));
		for (const repeat of repeats) expect(repeat.body).toEqual(first.body);
		expect(await client.ledger()).toEqual([expect.objectContaining({ message_id: idOf(first), idempotency_key: 'k', attempts: 4 })]);
		await client.advance(23 * hourMs);
		expect(idOf(await send('k'))).toBe(idOf(first));
		await client.advance(hourMs);
		expect(idOf(await send('k'))).not.toBe(idOf(first));
	});

	it('is told from others, refused with another request, and not kept of one that was refused', async () => {
		await honour();
		expect((await send('k', { template_name: 'x' })).status).toBe(404);
		const first = idOf(await send('k'));
		expect(refusalOf(await send('k', { to: '+447400123456' }))).toEqual([422, 100, expect.stringContaining(first)]);
		const others = [await send('l'), await client.template('welcome'), await client.template('welcome')];
		expect(new Set([first, ...others.map(idOf)]).size).toBe(4);
		expect(await client.ledger()).toHaveLength(4);
	});
});

describe('every endpoint', () => {
	it.each([
		...Object.values(sendPath).map((path) => ['POST', path] as const),
		['GET', '/v1/messaging/templates'],
		['GET', '/v1/messaging/phone_numbers'],
		['POST', '/v1/messaging/media'],
		['GET', '/v1/messaging/webhooks'],
		['POST', '/v1/messaging/webhooks'],
		['GET', '/v1/messaging/webhooks/wh_1'],
		['DELETE', '/v1/messaging/webhooks/wh_1'],
	] as const)('%s %s wants the key', async (method, path) => {
		const body = method === 'POST' ? {} : undefined;
		for (const authorization of ['', 'Bearer wrong', 'sandbox-key', 'Basic sandbox-key']) {
			expect(refusalOf(await client.call(method, path, body, { authorization }))).toEqual([401, 190, expect.any(String)]);
		}
		expect((await client.call(method, path, body)).status).not.toBe(401);
	});

	it('gives each answer a request id, the same in the body of an error', async () => {
		const refused = await client.send('text', { text: 'Hi' });
		const id = refused.headers.get('x-request-id');
		expect(id).toMatch(/^req_/);
		expect(at(refused.body, 'request_id')).toBe(id);
		const next = await client.call('GET', '/v1/messaging/phone_numbers');
		expect(next.headers.get('x-request-id')).not.toBe(id);
	});

	it.each([
		['what is not JSON', '{"to":', {}, 400, 100],
		['nothing', '', {}, 400, 100],
		['another content type', '<a/>', { 'content-type': 'application/xml' }, 415, 131053],
		['more than a megabyte', JSON.stringify({ text: 'x'.repeat(1024 * 1024) }), {}, 413, 131052],
		['a key that would reach a prototype', '{"__proto__":{"to":"x"}}', {}, 400, 100],
	])('refuses a body that is %s', async (_what, body, headers, status, code) => {
		const answer = await client.call('POST', '/v1/messaging/send', body, headers);
		expect(refusalOf(answer).slice(0, 2)).toEqual([status, code]);
	});

	it('is refused with 404 if there is none', async () => {
		for (const [method, path] of [['GET', '/v1/messaging/send'], ['PUT', '/v1/messaging/templates']] as const) {
			expect(refusalOf(await client.call(method, `${path}?a=b`))).toEqual([404, 100, `${method} ${path}`]);
		}
	});

	it('answers 429 with Retry-After beyond the rate limit, and takes messages again a second later', async () => {
		await client.control('/settings', { rate_limit_per_second: 2 });
		const frozen = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		await client.advance(1000);
		for (let count = 0; count < 2; count++) idOf(await client.template('welcome'));
		const answer = await client.template('welcome');
		expect(refusalOf(answer)).toEqual([429, 130429, 'At most 2 requests a second.']);
		expect(answer.headers.get('retry-after')).toBe('1');
		expect(await client.ledger()).toHaveLength(2);
		await client.advance(1000);
		idOf(await client.template('welcome'));
		frozen.mockRestore();
	});
});
