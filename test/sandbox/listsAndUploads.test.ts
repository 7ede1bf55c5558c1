import { readPage } from '../../nodes/Messaging/api/listPage';
import { readSendingNumber } from '../../nodes/Messaging/request/sendingNumber';
import { readTemplate } from '../../nodes/Messaging/template/template';
import { at } from '../../nodes/Messaging/text/json';
import { createCatalogue } from '../../sandbox/state/catalogue';
import { idOf, otherSender, refusalOf, sender, useSandbox, type Answer } from './support/sandbox';
import { formOf } from './support/upload';

/** Templates, sending numbers and uploads. */

const client = useSandbox();

describe('the lists', () => {
	const allTemplates = createCatalogue().templates();
	const templatesPath = '/v1/messaging/templates';

	/** The pages of a list, each asked for with the cursor of the one before. */
	async function pages(path: string, query = ''): Promise<ReadonlyArray<readonly unknown[]>> {
		const page = readPage((await client.call('GET', `${path}${query}`)).body);
		if (!page.ok) throw new Error('no list');
		const { records, next } = page.value;
		if (next === undefined) return [records];
		if (!('query' in next)) throw new Error('no cursor');
		return [records, ...(await pages(path, `?${new URLSearchParams(next.query).toString()}`))];
	}

	it('of templates comes 25 a page, each once, until the last page, which names no next one', async () => {
		const found = await pages(templatesPath);
		expect(found.slice(0, -1).map(({ length }) => length)).toEqual([25, 25]);
		expect(found.flat()).toEqual(allTemplates);
		const next = new URL(String(at((await client.call('GET', templatesPath)).body, 'paging', 'next')));
		expect(next.origin).toBe(client.sandbox.url);
		expect(at((await client.call('GET', next.pathname + next.search)).body, 'data')).toEqual(found[1]);
	});

	it('of templates has every shape that a client must understand', async () => {
		const read = (await pages(templatesPath)).flat().map(readTemplate);
		const found = Object.fromEntries(read.map((one) => [one?.name, one?.placeholders.map(({ path }) => path.join('.'))]));
		expect(found).toMatchObject({
			order_update: ['header.order_id', 'body.first_name', 'body.status'],
			invoice_summary: Array.from({ length: 11 }, (_, place) => `body.${place + 1}`),
			welcome: [],
			track_parcel: ['body.1', 'buttons.1'],
			new_arrivals: expect.arrayContaining(['cards.3.body.name', 'cards.3.buttons.2', 'cards.3.media_id', 'cards.3.media_url']),
			product_picks: ['body.1', 'cards.1.header.product_retailer_id', 'cards.2.header.product_retailer_id'],
		});
		const languages = read.filter((template) => template?.name === 'thank_you').map((template) => template?.language);
		expect(languages).toEqual(['en_US', 'es_ES', 'pt_BR']);
		expect(read.find((template) => template?.name === 'holiday_hours')?.notApproved).toBe('PENDING');
	});

	it('of numbers is one page of two, with a name and a number', async () => {
		expect((await pages('/v1/messaging/phone_numbers')).map((page) => page.map(readSendingNumber))).toEqual([
			[
				{ id: sender, label: 'Example Shop · +1 312-555-0100' },
				{ id: otherSender, label: 'Example Support · +44 7400 900100' },
			],
		]);
	});

	it.each(['nonsense', 'YWZ0ZXI6LTE', 'YWZ0ZXI6OTk5OQ'])('refuse the cursor %s', async (cursor) => {
		const answer = await client.call('GET', `${templatesPath}?after=${cursor}`);
		expect(refusalOf(answer)).toEqual([400, 100, expect.stringContaining('after')]);
	});

	it('of templates can be added to, and the new one can be sent', async () => {
		const components = [{ type: 'BODY', text: 'Table {{1}}', example: { body_text: [['12']] } }];
		await client.control('/templates', { template_name: 'table_ready', language_code: 'fr_FR', components });
		idOf(await client.template('table_ready', { body: { '1': '12' } }, { language_code: 'fr_FR' }));
		await client.control('/reset', { keep: ['templates'] });
		const expected = { status: 'APPROVED', components, expected_variables: { body: [{ param_name: 1, example: '12' }] } };
		expect((await pages(templatesPath)).flat()).toContainEqual(expect.objectContaining(expected));
		await client.control('/reset', {});
		expect((await pages(templatesPath)).flat()).toEqual(allTemplates);
	});
});

describe('an upload', () => {
	const megabyte = 1024 * 1024;
	const day = 24 * 60 * 60 * 1000;
	const defaults = { type: 'image/png', bytes: 10, number: sender, field: 'file' };

	/** Uploads a file of so many bytes; without a number if that is empty. */
	async function upload(part: Partial<typeof defaults> = {}): Promise<Answer> {
		const { type, bytes, number, field } = { ...defaults, ...part };
		const file = { name: field, content: new Uint8Array(bytes), type };
		const form = formOf(file, ...(number === '' ? [] : [{ name: 'phone_number_id', content: number }]));
		return await client.call('POST', '/v1/messaging/media', form.body, form.headers);
	}

	const uploaded = async (part: Partial<typeof defaults> = {}) => String(at((await upload(part)).body, 'media_id'));
	const sale = { body: { first_name: 'Ada', promo_code: 'X' } };
	const asHeader = (mediaId: string) => client.template('spring_sale', sale, { media_id: mediaId });

	it.each([
		['image/png', 5 * megabyte],
		['image/jpeg', 1],
		['video/mp4', 16 * megabyte],
		['audio/ogg; codecs=opus', 1],
		['application/pdf', 17 * megabyte],
	])('of %s may have %d bytes', async (type, bytes) => {
		expect((await upload({ type, bytes })).body).toEqual({ media_id: expect.stringMatching(/^media_/) });
	});

	it.each([
		['an image of more than 5 MB', { bytes: 5 * megabyte + 1 }, 413, 131052, /5 MB/],
		['a video of more than 16 MB', { type: 'video/mp4', bytes: 16 * megabyte + 1 }, 413, 131052, /16 MB/],
		['a type that phones do not show', { type: 'image/svg+xml' }, 415, 131053, /image\/svg\+xml/],
		['an empty file', { bytes: 0 }, 400, 100, /file: the file is empty/],
		['no file', { field: 'attachment' }, 400, 100, /file: Required/],
		['no sending number', { number: '' }, 400, 100, /phone_number_id: Required/],
		['an unknown sending number', { number: '1' }, 404, 33, /"1"/],
	])('is refused with %s', async (_what, part, status, code, details) => {
		expect(refusalOf(await upload(part))).toEqual([status, code, expect.stringMatching(details)]);
	});

	it('is refused if it is no form', async () => {
		const answer = await client.call('POST', '/v1/messaging/media', { file: 'x' });
		expect(refusalOf(answer)).toEqual([415, 131053, expect.stringContaining('multipart')]);
	});

	it('is shown by the service, and a header for 30 days by the clock', async () => {
		const mediaId = await uploaded();
		const shown = await fetch(`${client.sandbox.url}/_sandbox/media/${mediaId}`);
		expect(shown.headers.get('content-type')).toBe('image/png');
		expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
		expect(shown.headers.get('content-security-policy')).toBe('sandbox');
		expect((await shown.arrayBuffer()).byteLength).toBe(10);
		await client.advance(29 * day);
		idOf(await asHeader(mediaId));
		await client.advance(day);
		expect(refusalOf(await asHeader(mediaId))).toEqual([422, 131053, expect.stringContaining('30 days')]);
	});

	it.each([
		['for another number', { number: otherSender }, 131053, 'another sending number'],
		['of another format', { type: 'application/pdf' }, 132012, 'the header takes image, the upload is document'],
	])('%s is no header', async (_what, part, code, details) => {
		expect(refusalOf(await asHeader(await uploaded(part)))).toEqual([422, code, expect.stringContaining(details)]);
	});
});
