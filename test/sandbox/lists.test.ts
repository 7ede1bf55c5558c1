import { at } from '../../nodes/Messaging/text/json';
import { readPage } from '../../nodes/Messaging/api/lists';
import { readSendingNumber } from '../../nodes/Messaging/message/sendingNumber';
import { readTemplate } from '../../nodes/Messaging/template/template';
import { allTemplates } from './support/templates';
import { refusalOf, start, type Client } from './support/sandbox';

let client: Client;

beforeAll(async () => {
	client = await start();
});

afterAll(() => client.sandbox.close());

const templatesPath = '/v1/messaging/templates';

/** The pages of a list, each asked for with the cursor of the one before. */
async function pages(path: string): Promise<ReadonlyArray<readonly unknown[]>> {
	const found: Array<readonly unknown[]> = [];
	let query = '';
	for (;;) {
		const { body } = await client.call('GET', `${path}${query}`);
		const page = readPage(body);
		if (!page.ok) throw new Error('no list');
		found.push(page.value.records);
		const { next } = page.value;
		if (next === undefined) return found;
		if (!('query' in next)) throw new Error('no cursor');
		query = `?${new URLSearchParams(next.query).toString()}`;
	}
}

describe('the templates', () => {
	it('come 25 a page, each once, until the last page, which names no next one', async () => {
		const found = await pages(templatesPath);
		const sizes = found.map(({ length }) => length);
		expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).map(() => 25));
		expect(found.length).toBeGreaterThanOrEqual(3);
		expect(found.flat()).toEqual(allTemplates);
	});

	it('name the next page also by its address', async () => {
		const first = await client.call('GET', templatesPath);
		const next = String(at(first.body, 'paging', 'next'));
		expect(new URL(next).origin).toBe(client.sandbox.url);
		const second = await client.call('GET', next.slice(client.sandbox.url.length));
		expect(at(second.body, 'data')).toEqual(allTemplates.slice(25, 50));
	});

	it('have every shape that a client must understand', async () => {
		const read = (await pages(templatesPath)).flat().map(readTemplate);
		const found = Object.fromEntries(read.map((one) => [one?.name, one?.placeholders.map(({ path }) => path.join('.'))]));
		const card = (place: number) => ['body.name', 'body.price', 'buttons.2', 'media_id', 'media_url'].map((key) => `cards.${place}.${key}`);
		expect({ ...found, new_arrivals: found.new_arrivals?.sort() }).toMatchObject({
			order_update: ['header.order_id', 'body.first_name', 'body.status'],
			appointment_reminder: ['body.1', 'body.2'],
			invoice_summary: Array.from({ length: 11 }, (_, place) => `body.${place + 1}`),
			welcome: [],
			spring_sale: ['body.first_name', 'body.promo_code'],
			track_parcel: ['body.1', 'buttons.1'],
			login_code: ['body.1'],
			new_arrivals: ['body.first_name', ...card(1), ...card(2), ...card(3)],
			product_picks: ['body.1', 'cards.1.header.product_retailer_id', 'cards.2.header.product_retailer_id'],
		});
		const languages = read.filter((template) => template?.name === 'thank_you').map((template) => template?.language);
		expect(languages).toEqual(['en_US', 'es_ES', 'pt_BR']);
		expect(read.find((template) => template?.name === 'holiday_hours')?.notApproved).toBe('PENDING');
	});

	it.each(['nonsense', 'YWZ0ZXI6LTE', 'YWZ0ZXI6OTk5OQ'])('refuse the cursor %s', async (cursor) => {
		const answer = await client.call('GET', `${templatesPath}?after=${cursor}`);
		expect(refusalOf(answer)).toEqual([400, 100, expect.stringContaining('after')]);
	});

	it('can be added to, and the new one can be sent', async () => {
		const added = {
			template_name: 'table_ready',
			language_code: 'fr_FR',
			components: [{ type: 'BODY', text: 'Table {{1}}', example: { body_text: [['12']] } }],
		};
		await client.control('/templates', added);
		expect((await pages(templatesPath)).flat()).toContainEqual(
			expect.objectContaining({ ...added, status: 'APPROVED', expected_variables: { body: [{ param_name: 1, example: '12' }] } }),
		);
		const answer = await client.send('template', {
			template_name: 'table_ready',
			language_code: 'fr_FR',
			variables: { body: { '1': '12' } },
		});
		expect(answer.status).toBe(200);
		await client.control('/reset', {});
		expect((await pages(templatesPath)).flat()).toEqual(allTemplates);
	});
});

test('the sending numbers are two, on one page, with a name and a number', async () => {
	expect((await pages('/v1/messaging/phone_numbers')).map((page) => page.map(readSendingNumber))).toEqual([
		[
			{ id: '1906000000000001', label: 'Example Shop · +1 312-555-0100' },
			{ id: '1906000000000002', label: 'Example Support · +44 7400 900100' },
		],
	]);
});
