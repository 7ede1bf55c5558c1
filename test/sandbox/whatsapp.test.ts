import { readSendingNumber } from '../../nodes/Messaging/request/sendingNumber';
import { readTemplate } from '../../nodes/Messaging/template/template';
import { at } from '../../nodes/Messaging/text/json';
import { createCatalogue } from '../../sandbox/state/catalogue';
import { ada, idOf, inWindow, otherSender, sender, start, useSandbox, type Answer } from './support/sandbox';
import { formOf, type FormPart } from './support/upload';
import { flatRefusalOf, numbersPath, sendPath, testKey, whatsappCalls } from './support/whatsapp';

/** The service with the same messages at other paths: `--service whatsapp`. */

const client = useSandbox({ service: 'whatsapp' });
const { send, template, templatesOf, templateId } = whatsappCalls(client);

const order = { header: { order_id: 'A-1001' }, body: { first_name: 'Ada', status: 'packed' } };
const otherOrder = { body: { customer: 'Ada', order_number: 'B-1', news: 'none' } };
const says = expect.stringMatching.bind(expect);

describe('the paths', () => {
	it('are those below /v1/whatsapp, and a message is answered as the document says, with an ID of the platform', async () => {
		await client.control('/reply', { from: ada, text: 'Hello' });
		const answers = [
			await template('order_update', order),
		];
		for (const [kind, body] of inWindow) answers.push(await send(kind, body));
		const common = { success: true, message_id: says(/^wamid\.\w+$/), to: ada, inbox_url: expect.any(String) };
		expect(answers.map(({ body }) => body)).toEqual([{ ...common, template: 'order_update' }, ...inWindow.map(() => common)]);
		expect(await client.ledger()).toMatchObject([{ kind: 'template' }, ...inWindow.map(([kind]) => ({ kind }))]);
	});

	it.each([
		['POST', '/v1/messaging/send'],
		['GET', '/v1/messaging/templates'],
		['GET', '/v1/messaging/phone_numbers'],
		['POST', '/v1/messaging/media'],
		['POST', '/v1/messaging/webhooks'],
		['POST', '/v1/whatsapp/webhooks'],
		['GET', '/v1/whatsapp/templates'],
		['POST', '/v1/whatsapp/media'],
		['GET', sendPath],
	])('%s %s is none of them', async (method, path) => {
		const { body } = await client.call(method, path, method === 'POST' ? {} : undefined);
		expect(body).toEqual({ message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 });
	});

	it('are not those of the description, which is of the document alone', async () => {
		expect(flatRefusalOf(await client.call('GET', '/openapi.json'))).toEqual([404, 'Not Found', says(/without --service/)]);
	});
});

describe('the lists', () => {
	it('of numbers is bare, with the four fields', async () => {
		const { body } = await client.call('GET', numbersPath);
		expect(body).toEqual([
			{ id: sender, display_name: 'Example Shop', phone_number: '+1 312-555-0100', quality_rating: 'GREEN' },
			{ id: otherSender, display_name: 'Example Support', phone_number: '+44 7400 900100', quality_rating: 'YELLOW' },
		]);
		expect(Array.isArray(body) && body.map(readSendingNumber)).toEqual([
			{ id: sender, label: 'Example Shop · +1 312-555-0100' },
			{ id: otherSender, label: 'Example Support · +44 7400 900100' },
		]);
	});

	it('of templates is bare, by number, with approved ones only, a record for each language', async () => {
		const [first, second] = [await templatesOf(sender), await templatesOf(otherSender)];
		const approved = createCatalogue().templates().filter(({ status }) => status === 'APPROVED');
		expect([first.size, second.size]).toEqual([approved.length, 6]);
		expect([...first.keys()].filter((key) => key.startsWith('thank_you'))).toEqual(['thank_you en_US', 'thank_you es_ES', 'thank_you pt_BR']);
		for (const missing of ['holiday_hours en_US', 'winback en_US']) expect(first.has(missing)).toBe(false);
		expect(second.has('callback_missed en_US')).toBe(false);
		expect(first.get('track_parcel en_US')).toEqual({
			id: says(/^[0-9a-f]{24}$/),
			name: 'track_parcel',
			language: 'en_US',
			category: 'UTILITY',
			status: 'APPROVED',
			components: expect.arrayContaining([expect.objectContaining({ type: 'BODY' })]),
			expected_variables: {
				header: [],
				body: [{ param_name: 1, example: 'Ada' }],
				buttons: [{ param_name: 1, example: 'XY-482-991' }],
			},
		});
		const ids = [...first.values(), ...second.values()].map((one) => at(one, 'id'));
		expect(new Set(ids).size).toBe(ids.length);
		expect([...first.values()].filter((one) => readTemplate(one) === undefined)).toEqual([]);
	});

	it('of templates has the same IDs at every start', async () => {
		const other = await start({ service: 'whatsapp', apiKey: 'another' });
		expect(await whatsappCalls(other).templateId('welcome')).toBe(await templateId('welcome'));
		await other.sandbox.close();
	});

	it('of templates of an unknown number is none', async () => {
		expect(flatRefusalOf(await client.call('GET', `${numbersPath}/1/templates`))).toEqual([404, 'Not Found', says(/"1"/)]);
	});

	it('of one number names a template that has other placeholders at the other, and each is sent by its own', async () => {
		const from = { phone_number_id: otherSender };
		idOf(await template('order_update', order));
		idOf(await template('order_update', otherOrder, from));
		expect(flatRefusalOf(await template('order_update', otherOrder))).toEqual([422, 'Unprocessable Entity', says(/missing: header\.order_id/)]);
		expect(flatRefusalOf(await template('order_update', order, from))).toEqual([422, 'Unprocessable Entity', says(/missing: body\.customer/)]);
		expect(flatRefusalOf(await template('track_parcel', undefined, from))).toEqual([404, 'Not Found', says(/"track_parcel" in "en_US"/)]);
	});

	it('of templates can be added to, for one number', async () => {
		const added = { template_name: 'table_ready', language_code: 'fr_FR', components: [{ type: 'BODY', text: 'Votre table' }] };
		await client.control('/templates', { ...added, phone_number_id: otherSender });
		expect((await templatesOf(otherSender)).has('table_ready fr_FR')).toBe(true);
		expect((await templatesOf(sender)).has('table_ready fr_FR')).toBe(false);
		await client.control('/templates', added);
		expect((await templatesOf(sender)).has('table_ready fr_FR')).toBe(true);
		await expect(client.control('/templates', { ...added, phone_number_id: '1' })).rejects.toThrow('404');
	});
});

describe('an upload', () => {
	const megabyte = 1024 * 1024;
	const png: FormPart = { name: 'file', content: new Uint8Array(10), type: 'image/png' };

	async function upload(id: string, parts: readonly FormPart[], number = sender, key?: Record<string, string>): Promise<Answer> {
		const form = formOf(...parts);
		return await client.call('POST', `${numbersPath}/${number}/templates/${id}/media`, form.body, { ...form.headers, ...key });
	}

	it.each([
		['image/png', 5],
		['image/jpeg', 5],
		['video/mp4', 16],
		['video/3gpp', 16],
		['application/pdf', 100],
	])('of %s may have %d MB, and not a byte more', async (type, most) => {
		const id = await templateId('spring_sale');
		const file = (bytes: number) => [{ name: 'file', content: new Uint8Array(bytes), type }];
		expect((await upload(id, file(most * megabyte))).body).toEqual({ media_id: says(/^media_/) });
		const refused = flatRefusalOf(await upload(id, file(most * megabyte + 1)));
		expect(refused).toEqual([413, 'Payload Too Large', says(new RegExp(`more than ${String(most)} MB`))]);
	});

	it.each(['audio/ogg', 'text/plain', 'image/webp'])('of %s is refused with the types and limits', async (type) => {
		const words = says(/image\/jpeg and image\/png up to 5 MB, video\/mp4 and video\/3gpp up to 16 MB, application\/pdf up to 100 MB/);
		expect(flatRefusalOf(await upload(await templateId('spring_sale'), [{ ...png, type }]))).toEqual([415, 'Unsupported Media Type', words]);
	});

	it.each<[string, FormPart[], number, RegExp]>([
		['no file', [], 400, /file: Required/],
		['its file in another field', [{ ...png, name: 'media' }], 400, /file: Required/],
		['an empty file', [{ ...png, content: '' }], 400, /file is empty/],
		['the number, which the path names', [png, { name: 'phone_number_id', content: sender }], 400, /phone_number_id: not expected/],
	])('with %s is refused', async (_what, parts, status, words) => {
		expect(flatRefusalOf(await upload(await templateId('spring_sale'), parts))).toEqual([status, expect.any(String), says(words)]);
	});

	it('is refused below an unknown number, an unknown template and the template of another number', async () => {
		const id = await templateId('receipt');
		expect(flatRefusalOf(await upload(id, [png], '1'))).toEqual([404, 'Not Found', says(/"1"/)]);
		for (const [other, number] of [['0'.repeat(24), sender], [id, otherSender]] as const) {
			expect(flatRefusalOf(await upload(other, [png], number))).toEqual([404, 'Not Found', says(new RegExp(other))]);
		}
	});

	it('is good for its template and for no other, with the test key too', async () => {
		const pdf = { ...png, type: 'application/pdf' };
		const receipt = async (mediaId: unknown) => await template('receipt', { body: { '1': 'Ada', '2': '1' } }, { media_id: mediaId });
		const own = at((await upload(await templateId('receipt'), [pdf], sender, testKey)).body, 'media_id');
		idOf(await receipt(own));
		const other = at((await upload(await templateId('spring_sale'), [pdf])).body, 'media_id');
		expect(flatRefusalOf(await receipt(other))).toEqual([422, 'Unprocessable Entity', says(/media_id: was uploaded for another template/)]);
	});
});

describe('an error', () => {
	it.each<[string, () => Promise<Answer>, number, string, RegExp]>([
		['a wrong key', () => template('welcome', undefined, {}, { authorization: 'Bearer wrong' }), 401, 'Unauthorized', /API key is missing or wrong/],
		['a body that is no JSON', () => client.call('POST', sendPath, '{'), 400, 'Bad Request', /JSON/],
		['a body that fits no schema', () => template('welcome', undefined, { to: '0123' }), 400, 'Bad Request', /to: must be a phone number in E\.164/],
		['an unknown template', () => template('nothing'), 404, 'Not Found', /The template does not exist in this language.*"nothing"/],
		['an unknown number', () => template('welcome', undefined, { phone_number_id: '1' }), 404, 'Not Found', /sending number does not exist/],
		['a missing placeholder', () => template('thank_you'), 422, 'Unprocessable Entity', /missing: body\.1/],
		['a closed window', () => send('text', { text: 'Hi' }), 409, 'Conflict', /The 24-hour window with this recipient is closed\. Send a template/],
	])('is flat for %s, without a code', async (_what, ask, status, reason, words) => {
		expect(flatRefusalOf(await ask())).toEqual([status, reason, says(words)]);
		expect(await client.ledger()).toEqual([]);
	});

	it('is flat for too many requests, which are told when to come again', async () => {
		await client.control('/settings', { rate_limit_per_second: 1 });
		const answers = await Promise.all(Array.from({ length: 5 }, () => template('welcome')));
		const refused = answers.find(({ status }) => status === 429);
		await client.control('/reset', {});
		if (refused === undefined) throw new Error('no limit');
		expect(flatRefusalOf(refused)).toEqual([429, 'Too Many Requests', says(/At most 1 requests a second/)]);
		expect(refused.headers.get('retry-after')).toBe('1');
	});

	it.each([
		[{ kind: 'unpaid' }, 402, 'Payment Required', /cannot pay/],
		[{ kind: 'paused-template' }, 400, 'Bad Request', /paused/],
		[{ kind: '429', retry_after: 2 }, 429, 'Too Many Requests', /Too many requests/],
		[{ kind: '500' }, 500, 'Internal Server Error', /Something went wrong/],
		[{ kind: 'error', status: 409, code: 131047 }, 409, 'Conflict', /24-hour window/],
	])('is flat where %j is played at the path of this form', async (rule, status, reason, words) => {
		await client.control('/faults', { rules: [{ ...rule, match: { path: sendPath } }] });
		expect(flatRefusalOf(await template('welcome'))).toEqual([status, reason, says(words)]);
		expect((await client.call('GET', numbersPath)).status).toBe(200);
	});

	it('strikes lists and uploads by their path, and texts by kinds that are not of templates alone', async () => {
		await client.control('/faults', { rules: [{ kind: '503', match: { path: `${numbersPath}/${sender}/templates` } }, { kind: 'unregistered-number' }] });
		expect((await client.call('GET', `${numbersPath}/${sender}/templates`)).status).toBe(503);
		expect((await client.call('GET', `${numbersPath}/${otherSender}/templates`)).status).toBe(200);
		expect(flatRefusalOf(await send('text', { text: 'Hi' })).slice(0, 2)).toEqual([400, 'Bad Request']);
	});

	it('can come with status 200', async () => {
		await client.control('/faults', { rules: [{ kind: 'success-false' }] });
		const { status, body } = await template('welcome');
		expect([status, body]).toEqual([200, { success: false, message: says(/not accepted/), error: 'Bad Request', statusCode: 400 }]);
	});

	it('of a control endpoint is as in every form, since these are the sandbox\'s own', async () => {
		await expect(client.control('/clock', {})).rejects.toThrow('"error":{"message":"Invalid parameter"');
	});
});

describe('the test key', () => {
	const simulated = async () => at(await client.show('/ledger'), 'simulated');

	it('has messages checked and answered as simulated, and nothing else becomes of them', async () => {
		expect(client.sandbox.testKey).toBe('sandbox-test-key');
		await client.control('/settings', { sent_after_ms: 0 });
		const key = { ...testKey, 'idempotency-key': 'k-1' };
		const { status, body } = await template('order_update', order, {}, key);
		expect([status, body]).toEqual([
			200,
			{
				sandbox: true,
				message_id: says(/^sandbox_\d{13}$/),
				status: 'simulated',
				note: says(/not sent/),
				to: ada,
				template: 'order_update',
			},
		]);
		await client.advance(60_000);
		expect(await client.ledger()).toEqual([]);
		expect(at(await client.show('/views/inbox'), 'conversations')).toEqual([]);
		expect(at(await client.show('/webhooks'), 'deliveries')).toEqual([]);
		expect(await simulated()).toMatchObject([
			{ message_id: at(body, 'message_id'), kind: 'template', to: ada, phone_number_id: sender, template_name: 'order_update', idempotency_key: 'k-1' },
		]);
	});

	it('checks like the live key', async () => {
		expect(flatRefusalOf(await template('nothing', undefined, {}, testKey))[0]).toBe(404);
		expect(flatRefusalOf(await send('text', { text: 'Hi' }, testKey))).toEqual([409, 'Conflict', says(/24-hour window/)]);
		expect(await simulated()).toEqual([]);
		await client.control('/reply', { from: ada, text: 'Hello' });
		const { body } = await send('text', { text: 'Hi' }, testKey);
		expect(body).toEqual({ sandbox: true, message_id: expect.any(String), status: 'simulated', note: expect.any(String), to: ada });
	});

	it('gives each message an ID of its own and leaves idempotency keys to the live one', async () => {
		await client.control('/settings', { idempotency: true });
		const key = { 'idempotency-key': 'k-2' };
		const tried = await Promise.all(Array.from({ length: 20 }, () => template('welcome', undefined, {}, { ...testKey, ...key })));
		expect(new Set(tried.map(({ body }) => at(body, 'message_id'))).size).toBe(20);
		const live = idOf(await template('welcome', undefined, {}, key));
		expect(live).toMatch(/^wamid\./);
		expect(await client.ledger()).toMatchObject([{ message_id: live, attempts: 1 }]);
		expect(await simulated()).toHaveLength(20);
	});

	it('reads the lists, and is made of the live key', async () => {
		expect((await client.call('GET', numbersPath, undefined, testKey)).status).toBe(200);
		const own = await start({ service: 'whatsapp', apiKey: 'live' });
		expect(own.sandbox.testKey).toBe('live-test');
		expect((await own.call('GET', numbersPath, undefined, { authorization: 'Bearer live-test' })).status).toBe(200);
		expect((await own.call('GET', numbersPath, undefined, testKey)).status).toBe(401);
		await own.sandbox.close();
	});
});

it("the document's form has neither a test key nor a list of what was simulated", async () => {
	const other = await start();
	expect(other.sandbox.testKey).toBeUndefined();
	expect((await other.call('GET', '/v1/messaging/phone_numbers', undefined, testKey)).status).toBe(401);
	expect(await other.show('/ledger')).toEqual({ messages: [] });
	expect((await other.call('POST', '/_sandbox/webhooks', {})).status).toBe(404);
	await other.sandbox.close();
});
