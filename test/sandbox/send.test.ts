import { sendPath } from '../../nodes/Messaging/message/messageKinds';
import { at } from '../../nodes/Messaging/text/json';
import { allTemplates, approved, exampleValues, requestFor } from './support/templates';
import { ada, idOf, otherSender, refusalOf, sender, useSandbox } from './support/sandbox';

const client = useSandbox({ settings: { rate_limit_per_second: 0 } });

const orderUpdate = {
	template_name: 'order_update',
	language_code: 'en_US',
	variables: { header: { order_id: 'A-1' }, body: { first_name: 'Ada', status: 'packed' } },
};

const orderValues = (more: object) => ({ ...orderUpdate, variables: { ...orderUpdate.variables, ...more } });

const named = (name: string, more: object = {}) => ({ template_name: name, language_code: 'en_US', ...more });

const place = { latitude: 37.4, longitude: -122.1 };

const opening = { variables: { body: { customer_name: 'Ada', opening_day: 'Friday' } } };

const sale = { variables: { body: { first_name: 'Ada', promo_code: 'X' } } };

const arrivalCard = { media_url: 'https://example.com/a.png', body: { name: 'Cup', price: '1' }, buttons: { '2': 'x' } };

const arrivals = (cards: object) => named('new_arrivals', { variables: { body: { first_name: 'Ada' }, cards } });

const threeCards = { '1': arrivalCard, '2': arrivalCard, '3': arrivalCard };

const pick = { header: { product_retailer_id: 'sku-1' } };

const picks = { variables: { body: { '1': 'Ada' }, cards: { '1': pick, '2': pick } } };

describe('a template message', () => {
	it('is accepted, answered as documented, and stands in the ledger as it was sent', async () => {
		const answer = await client.send('template', orderUpdate, { 'idempotency-key': 'k-1' });
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
				body: { to: ada, phone_number_id: sender, ...orderUpdate },
				status: 'accepted',
				idempotency_key: 'k-1',
				attempts: 1,
				accepted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			}),
		]);
	});

	it.each(approved.map((template) => [`${template.template_name} ${template.language_code}`, template] as const))(
		'%s takes its own examples, and neither one less nor one more',
		async (_name, template) => {
			const values = exampleValues(template);
			idOf(await client.send('template', requestFor(template, values)));

			for (const path of values.keys()) {
				const fewer = new Map(values);
				fewer.delete(path);
				const answer = await client.send('template', requestFor(template, fewer));
				expect(refusalOf(answer)).toEqual([422, 132000, expect.stringContaining(path)]);
			}

			const more = await client.send('template', requestFor(template, new Map([...values, ['body.surplus', 'x']])));
			expect(refusalOf(more)).toEqual([422, 132000, expect.stringMatching(/body\.surplus|no placeholders/)]);
			expect(await client.ledger()).toHaveLength(1);
		},
	);

	it.each(allTemplates.filter(({ status }) => status !== 'APPROVED').map((template) => [template.status, template] as const))(
		'is refused while its template is %s',
		async (status, template) => {
			const answer = await client.send('template', requestFor(template, exampleValues(template)));
			expect(refusalOf(answer)).toEqual([422, 132015, expect.stringContaining(status)]);
		},
	);

	it.each([
		['a media URL for a media header', named('spring_sale', { ...sale, media_url: 'https://example.com/a.png' })],
		['the default media of a media header', named('spring_sale', sale)],
		['a location with a name and an address', named('store_opening', { ...opening, location: { ...place, name: 'Cafe', address: 'Street 1' } })],
		['another language of a template', { ...named('thank_you', { variables: { body: { '1': 'Ada' } } }), language_code: 'pt_BR' }],
		['a carousel', arrivals(threeCards)],
		['a product carousel with its catalog', named('product_picks', { ...picks, catalog_id: 'c' })],
		['the value of the button in second place', named('delivery_feedback', { variables: { body: { first_name: 'Ada' }, buttons: { '2': 'A-1' } } })],
	])('is accepted with %s', async (_what, body) => {
		idOf(await client.send('template', body));
	});

	it.each([
		['both media_url and media_id', named('spring_sale', { ...sale, media_url: 'https://example.com/a', media_id: 'm' }), 400, 100, /one of the two/],
		['an unknown sending number', { ...orderUpdate, phone_number_id: '1' }, 404, 33, /"1"/],
		['an unknown template', { ...orderUpdate, template_name: 'order_updates' }, 404, 132001, /order_updates/],
		['an unknown language', { ...orderUpdate, language_code: 'en' }, 404, 132001, /"en"/],
		['no variables where there are placeholders', named('order_update'), 422, 132000, /missing: header\.order_id; missing: body\.first_name; missing: body\.status/],
		['a misspelt placeholder', orderValues({ body: { firstname: 'Ada', status: 'x' } }), 422, 132000, /missing: body\.first_name; not expected: body\.firstname/],
		['a value in the wrong section', orderValues({ header: {}, body: { order_id: '1', first_name: 'Ada', status: 'x' } }), 422, 132000, /missing: header\.order_id; not expected: body\.order_id/],
		['a blank value', orderValues({ header: { order_id: ' ' } }), 422, 132000, /empty: header\.order_id/],
		['empty variables for a template without placeholders', named('welcome', { variables: {} }), 422, 132000, /leave variables out/],
		['a number as a value', orderValues({ header: { order_id: 7 } }), 400, 100, /variables\.header\.order_id/],
		['a media URL without a media header', { ...orderUpdate, media_url: 'https://example.com/a.png' }, 422, 132012, /no media header/],
		['a media URL that is not on the web', named('spring_sale', { ...sale, media_url: 'file:///etc/hosts' }), 422, 131009, /media_url/],
		['an unknown media id', named('spring_sale', { ...sale, media_id: 'media_1' }), 422, 131053, /media_1/],
		['no location for a location header', named('store_opening', opening), 422, 132012, /missing: location/],
		['a location without a location header', { ...orderUpdate, location: place }, 422, 132012, /no location header/],
		['a latitude beyond the pole', named('store_opening', { ...opening, location: { ...place, latitude: 91 } }), 400, 100, /location\.latitude/],
		['a product carousel without its catalog', named('product_picks', picks), 422, 132012, /catalog_id/],
		['a catalog without a product carousel', { ...orderUpdate, catalog_id: 'c' }, 422, 132012, /catalog_id/],
		['a card too few', arrivals({ '1': arrivalCard, '2': arrivalCard }), 422, 132000, /cards\.3/],
		['a card without media', arrivals({ ...threeCards, '2': { ...arrivalCard, media_url: undefined } }), 422, 132000, /missing: cards\.2\.media_url or cards\.2\.media_id/],
		['a card with its media twice', arrivals({ ...threeCards, '2': { ...arrivalCard, media_id: 'm' } }), 422, 132000, /given twice: cards\.2/],
		['a card with an unknown media id', arrivals({ ...threeCards, '2': { ...arrivalCard, media_url: undefined, media_id: 'm' } }), 422, 131053, /cards\.2\.media_id/],
		['the sending number as recipient', { ...orderUpdate, to: '+13125550100' }, 422, 131021, /13125550100/],
		['a recipient that is not E.164', { ...orderUpdate, to: '2015550123' }, 400, 100, /^to: /],
		['no recipient', { ...orderUpdate, to: undefined }, 400, 100, /^to: Required/],
		['a field nobody knows', { ...orderUpdate, colour: 'red' }, 400, 100, /colour/],
		['a phone_number_id that is a number', { ...orderUpdate, phone_number_id: 1906000000000001 }, 400, 100, /phone_number_id/],
	])('is refused with %s', async (_what, body, status, code, details) => {
		const answer = await client.send('template', body);
		expect(refusalOf(answer)).toEqual([status, code, expect.stringMatching(details)]);
		expect(await client.ledger()).toEqual([]);
	});
});

describe('a text or media message in an open window', () => {
	beforeEach(() => client.control('/reply', { from: ada, text: 'Hello' }));

	const photo = { media_type: 'image', media_url: 'https://example.com/a.png' };

	it.each([
		['text', { text: 'Hi' }],
		['text', { text: 'See https://example.com', preview_url: true }],
		['media', photo],
		['media', { media_type: 'video', media_url: 'https://example.com/a.mp4', caption: 'Look' }],
		['media', { media_type: 'document', media_url: 'https://example.com/a.pdf', filename: 'a.pdf' }],
	] as const)('%s %j is accepted', async (kind, body) => {
		const answer = await client.send(kind, body);
		expect(answer.body).toMatchObject({ success: true, message_id: idOf(answer), to: ada });
		expect(await client.ledger()).toEqual([
			expect.objectContaining({ kind, body: { to: ada, phone_number_id: sender, ...body } }),
		]);
	});

	it.each([
		['text', { text: ' \n' }, 422, 131009, /text: must not be blank/],
		['text', { text: 'Hi', preview_url: 'yes' }, 400, 100, /preview_url/],
		['text', { text: 'Hi', reply_to_message_id: 'msg_1' }, 422, 131009, /reply_to_message_id/],
		['text', { text: 'Hi', phone_number_id: '1' }, 404, 33, /"1"/],
		['text', { text: 'Hi', caption: 'x' }, 400, 100, /caption/],
		['media', { ...photo, media_type: 'sticker' }, 400, 100, /media_type/],
		['media', { media_type: 'image' }, 400, 100, /media_url: Required/],
		['media', { ...photo, media_url: 'ftp://example.com/a.png' }, 422, 131009, /media_url/],
		['media', { ...photo, media_type: 'audio', caption: 'x' }, 422, 131009, /caption/],
		['media', { ...photo, filename: 'a.png' }, 422, 131009, /filename/],
		['media', { ...photo, media_id: 'm' }, 400, 100, /media_id/],
	] as const)('%s %j is refused', async (kind, body, status, code, details) => {
		const answer = await client.send(kind, body);
		expect(refusalOf(answer)).toEqual([status, code, expect.stringMatching(details)]);
		expect(await client.ledger()).toEqual([]);
	});

	it('the longest text and caption are accepted, and one character more is refused', async () => {
		idOf(await client.send('text', { text: 'x'.repeat(4096) }));
		idOf(await client.send('media', { ...photo, caption: 'x'.repeat(1024) }));
		const text = await client.send('text', { text: 'x'.repeat(4097) });
		expect(refusalOf(text)).toEqual([422, 131009, expect.stringContaining('4096')]);
		const media = await client.send('media', { ...photo, caption: 'x'.repeat(1025) });
		expect(refusalOf(media)).toEqual([422, 131009, expect.stringContaining('1024')]);
	});

	it('a text replies to a message of its own conversation only', async () => {
		const first = idOf(await client.send('text', { text: 'One' }));
		idOf(await client.send('text', { text: 'Two', reply_to_message_id: first }));
		await client.control('/reply', { from: ada, to: otherSender, text: 'Hello' });
		const answer = await client.send('text', { phone_number_id: otherSender, text: 'Three', reply_to_message_id: first });
		expect(refusalOf(answer)).toEqual([422, 131009, expect.stringContaining('reply_to_message_id')]);
	});
});

describe('every endpoint', () => {
	const endpoints = [
		...Object.values(sendPath).map((path) => ['POST', path] as const),
		['GET', '/v1/messaging/templates'],
		['GET', '/v1/messaging/phone_numbers'],
		['POST', '/v1/messaging/media'],
		['GET', '/v1/messaging/webhooks'],
		['POST', '/v1/messaging/webhooks'],
		['GET', '/v1/messaging/webhooks/wh_1'],
		['DELETE', '/v1/messaging/webhooks/wh_1'],
	] as const;

	it.each(endpoints)('%s %s wants the key', async (method, path) => {
		const body = method === 'POST' ? {} : undefined;
		for (const authorization of ['', 'Bearer wrong', 'sandbox-key', 'Basic sandbox-key']) {
			const answer = await client.call(method, path, body, { authorization });
			expect(refusalOf(answer)).toEqual([401, 190, expect.any(String)]);
		}
		const { status } = await client.call(method, path, body);
		expect(status).not.toBe(401);
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

	it.each([
		['GET', '/v1/messaging/send'],
		['GET', '/v1/messaging/nothing'],
		['PUT', '/v1/messaging/templates'],
	])('answers %s %s with 404', async (method, path) => {
		expect(refusalOf(await client.call(method, path))).toEqual([404, 100, `${method} ${path}`]);
	});
});

describe('the rate limit', () => {
	it('answers 429 with Retry-After beyond it, and takes messages again a second later', async () => {
		await client.control('/settings', { rate_limit_per_second: 2 });
		const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => client.send('template', orderUpdate)));
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused.length).toBeGreaterThanOrEqual(2);
		for (const answer of refused) {
			expect(refusalOf(answer)).toEqual([429, 130429, 'At most 2 requests a second.']);
			expect(answer.headers.get('retry-after')).toBe('1');
		}
		expect(await client.ledger()).toHaveLength(answers.length - refused.length);
		await client.control('/clock', { advance_ms: 1000 });
		idOf(await client.send('template', orderUpdate));
	});
});
