import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { uploadTimeout } from '../../nodes/Messaging/service/upload';
import { type NodeSettings, outputOf } from '../support/engine';
import { errorOf, templateParameters } from '../support/messages';
import { orderUpdate, type ReceivedRequest } from '../support/service';
import { hintsOf, useService } from '../support/useService';

const service = useService();

describe('Template: Get Many', () => {
	const records = Array.from({ length: 60 }, (_, index) => ({ ...orderUpdate, template_name: index < 3 ? `Sale_${index}` : `t_${index}` }));
	const getMany = async (changes: INodeParameters = {}, items: INodeExecutionData[] = [{ json: {} }]) =>
		await service.output({ resource: 'template', operation: 'getMany', ...changes }, items);

	beforeEach(() => service.lists(...records));

	test('without Simplify it gives the records as the service has them, 50 unless told otherwise', async () => {
		for (const simplify of [false, '={{ "false" }}']) expect(await getMany({ simplify })).toEqual(records.slice(0, 50));
	});

	test('simplified, a record is what a workflow needs of it, and one that nobody can read stays as it is', async () => {
		const components = [{ type: 'HEADER', format: 'TEXT', text: 'Order {{order_id}}' }, { type: 'BODY', text: 'Hi {{first_name}}, it is {{status}}.' }];
		service.lists({ ...orderUpdate, id: 't-1', category: 'UTILITY', components }, orderUpdate, { id: '7' });
		expect(await getMany()).toEqual([
			{
				id: 't-1',
				name: 'order_update',
				language: 'en_US',
				status: 'APPROVED',
				category: 'UTILITY',
				placeholders: ['header.order_id', 'body.first_name', 'body.status'],
				text: 'Order {{order_id}}\nHi {{first_name}}, it is {{status}}.',
			},
			expect.objectContaining({ id: null, name: 'order_update', text: null }),
			{ id: '7' },
		]);
	});

	test('Return All gives every one, Limit as many as it says, and Search those with part of a name in any letter case', async () => {
		for (const returnAll of [true, '={{ "true" }}']) expect(await getMany({ returnAll })).toHaveLength(60);
		expect(await getMany({ limit: 2 })).toHaveLength(2);
		expect(await getMany({ returnAll: true, filters: { search: 'sale' } })).toMatchObject(['Sale_0', 'Sale_1', 'Sale_2'].map((name) => ({ name })));
	});

	test.each([
		['no number', 'abc', '"abc"'],
		['not whole', 2.5, '"2.5"'],
		['nought', 0, '"0"'],
		['less than nought', -3, '"-3"'],
		['an object', {}, 'an object'],
	])('a Limit that is %s, by an expression, is refused before the service is asked', async (_name, limit, shown) => {
		const [json] = await getMany({ limit: '={{ $json.limit }}' }, [{ json: { limit } }]);
		expect(json).toMatchObject({ error: { category: 'invalid-input', message: `'Limit' is not a whole number from 1 up: ${shown}` } });
		expect(service.requests).toEqual([]);
	});

	test.each([[' 3 ', 3], [undefined, 50], [null, 50], ['', 50], [' ', 50]])('a Limit of %j, by an expression, is %d', async (limit, count) => {
		expect(await getMany({ limit: '={{ $json.limit }}' }, [{ json: { limit } }])).toHaveLength(count);
	});

	test('several items ask once, and each record is paired with its item', async () => {
		const run = await service.run({ resource: 'template', operation: 'getMany', limit: 1 }, [{ json: {} }, { json: {} }]);
		expect(outputOf(run).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(service.requests).toHaveLength(1);
	});

	test('a refused key is an error item without an outcome', async () => {
		service.answer = () => ({ status: 403, body: { error: { message: 'no', code: 'scope' } } });
		const [json] = await getMany();
		expect(json).toMatchObject({ error: { category: 'authentication', httpStatus: 403, code: 'scope' } });
		expect(json?.error).not.toHaveProperty('outcome');
		const run = await service.run({ resource: 'template', operation: 'getMany' }, [{ json: {} }, { json: {} }]);
		expect(outputOf(run).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});
});

test('Sending Number: Get Many keeps ids exact', async () => {
	service.answer = () => ({ body: '[{"id":19060000000000012345},{"id":"2"}]' });
	expect(await service.output({ resource: 'phoneNumber', operation: 'getMany', returnAll: true })).toEqual([{ id: '19060000000000012345' }, { id: '2' }]);
});

/** An item with a small file, as n8n holds it in memory. */
const withFile = (content: string, fileName = 'menu.pdf'): INodeExecutionData => ({
	json: {},
	binary: { data: { data: Buffer.from(content).toString('base64'), mimeType: 'application/pdf', fileName } },
});

const isUpload = ({ url }: ReceivedRequest) => url === '/v1/messaging/media';
const sends = () => service.posts.filter((request) => !isUpload(request));

describe('Media: Upload', () => {
	const upload = { resource: 'media', operation: 'upload', phoneNumberId: { __rl: true, mode: 'id', value: '7' }, binaryPropertyName: 'data' };

	test('sends the file with its name and type, and gives the media_id under that name', async () => {
		service.answer = () => ({ body: { data: { id: 'file-1' }, size: 3 } });
		expect(await service.output(upload, [withFile('%PDF')])).toEqual([{ data: { id: 'file-1' }, size: 3, media_id: 'file-1' }]);
		const [request] = service.posts.filter(isUpload);
		expect(request?.headers.authorization).toBe('Bearer key-123');
		const type = String(request?.headers['content-type']);
		const form = await new Response(new Uint8Array(request?.body as Buffer), { headers: { 'content-type': type } }).formData();
		expect(form.get('phone_number_id')).toBe('7');
		const file = form.get('file');
		if (!(file instanceof Blob)) throw new Error('no file arrived');
		expect([Reflect.get(file, 'name'), file.type, await file.text()]).toEqual(['menu.pdf', 'application/pdf', '%PDF']);
	});

	test.each<[string, string, INodeExecutionData, Partial<NodeSettings>?]>([
		['that an expression gives', '={{ $input.item.binary.data }}', withFile('%PDF')],
		['in the JSON, where a workflow keeps its files there', '_files.data', { json: { _files: withFile('%PDF').binary } as IDataObject }, { binaryMode: 'combined' }],
		['whose name is empty', 'data', withFile('%PDF', '')],
	])('a file %s is sent as one', async (_which, binaryPropertyName, item, changes = {}) => {
		service.answer = () => ({ body: { media_id: 'm' } });
		expect(await service.output({ ...upload, binaryPropertyName }, [item], changes)).toEqual([{ media_id: 'm' }]);
		expect(String(service.posts[0]?.body)).toMatch(/name="file"; filename="\w+(\.pdf)?"\r\nContent-Type: application\/pdf\r\n\r\n%PDF/);
	});

	test.each<[string, INodeExecutionData, RegExp, RegExp, INodeParameters?]>([
		['no file', { json: {} }, /^'Input Data Field Name': the item has no file in the field "data"/, /has no file at all/],
		['a file under another name', { json: {}, binary: { image: { data: '', mimeType: 'image/png' } } }, /"data"/, /The item has files in: image/],
		['a file in the JSON', { json: { _files: { image: { data: '', mimeType: 'image/png' } } } }, /"data"/, /The item has files in: _files\.image/],
		['nothing in place of a file', { json: {}, binary: { data: null } as never }, /no file in the field "data"/, /./],
		['an empty file', withFile(''), /^'Input Data Field Name': the file "menu\.pdf" is empty$/, /before this one/],
		['an object that is no file', withFile('x'), /^'Input Data Field Name' gives no file: an object$/, /The item has files in: data/, { binaryPropertyName: '={{ $json }}' }],
	])('%s is refused by name', async (_name, item, message, description, changes = {}) => {
		const error = await service.failing({ ...upload, ...changes }, [item]);
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(service.posts).toEqual([]);
	});

	test('an answer without an id is not called a success, one with an error quotes it, and a service without this path is told apart', async () => {
		service.answer = () => ({ body: { success: true } });
		expect((await service.failing(upload, [withFile('x')])).message).toMatch(/could not be read/);
		service.answer = () => ({ body: { id: 'req-1', success: false, error: { message: 'File too large' } } });
		expect((await service.failing(upload, [withFile('x')])).description).toMatch(/File too large/);
		service.answer = () => ({ status: 404 });
		expect((await service.failing(upload, [withFile('x')])).description).toMatch(/'Media Path'/);
	});
});

test('an upload may take as long as any request, and the time that its file needs at 2 Mbit/s', () => {
	expect([0, 250, 100_000_000].map(uploadTimeout)).toEqual([30_000, 30_001, 430_000]);
});

describe('a header from an input file', () => {
	const parameters = templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data' });

	test('is uploaded once for many items that bring the same file and have the same sending number, then sent by its id', async () => {
		let count = 0;
		service.answer = (request) => (isUpload(request) ? { body: { media_id: `media-${++count}` } } : undefined);
		const phoneNumberId = { __rl: true, mode: 'id', value: '={{ $json.from ?? "1" }}' };
		const run = await service.run({ ...parameters, phoneNumberId }, [withFile('one'), withFile('one'), withFile('two'), { ...withFile('one'), json: { from: '2' } }]);
		expect(hintsOf(run)[0]?.message).toContain('Sent more than once: item 2 repeats the message of an item before it');
		expect(service.posts.filter(isUpload)).toHaveLength(3);
		expect(sends().map(({ body }) => Reflect.get(Object(body), 'media_id')).sort()).toEqual(['media-1', 'media-1', 'media-2', 'media-3']);
	});

	test.each<[string, INodeParameters, object]>([
		['', {}, { success: true }],
		[', in a dry run too if a Message Key stands for it', { dryRun: true, messageKey: '={{ $itemIndex }}' }, { valid: true }],
	])('that n8n can no longer read refuses its item alone, and sends no message for it%s', async (_when, options, good) => {
		service.answer = (request) => (isUpload(request) ? { body: { media_id: 'm' } } : undefined);
		const lost = withFile('');
		if (lost.binary?.data !== undefined) lost.binary.data.id = 'filesystem-v2:no/such/file';
		const [failed, other] = outputOf(await service.run({ ...parameters, options }, [lost, withFile('one')]));
		expect(errorOf(failed)).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
		expect(errorOf(failed).message).toMatch(/^n8n cannot read the file in 'Input Data Field Name': "data"/);
		expect(other?.json).toMatchObject(good);
	});

	test('that cannot be uploaded sends no message', async () => {
		service.answer = (request) => (isUpload(request) ? { status: 413, body: { error: { message: 'File too large' } } } : undefined);
		const error = await service.failing(parameters, [withFile('x')]);
		expect(error).toMatchObject({ outcome: 'not_sent', category: 'invalid-request', httpStatus: 413 });
		expect(error.description).toMatch(/File too large/);
		expect(sends()).toEqual([]);
	});
});
