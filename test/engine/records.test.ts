import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { errorOf, templateParameters } from '../support/messages';
import { accepting, orderUpdate, startService, type ScriptedAnswer, type ScriptedService } from '../support/service';

let service: ScriptedService;

beforeEach(async () => {
	service = await startService(accepting);
});

afterEach(async () => {
	await service.close();
});

async function run(parameters: INodeParameters, items: INodeExecutionData[] = [{ json: {} }]) {
	const result = await runMessaging(
		{
			credential: { baseUrl: service.url, apiKey: 'key-123' },
			parameters,
			onError: 'continueRegularOutput',
		},
		items,
	);
	return outputOf(result);
}

async function answering(answer: (request: { method: string; url: string }) => ScriptedAnswer) {
	await service.close();
	service = await startService(answer);
}

const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

describe('Template: Get Many', () => {
	const records = Array.from({ length: 60 }, (_, index) => ({
		...orderUpdate,
		template_name: index < 3 ? `Sale_${index}` : `t_${index}`,
	}));
	const getMany = (changes: INodeParameters = {}) => ({ resource: 'template', operation: 'getMany', ...changes });

	beforeEach(async () => {
		await answering(() => ({ body: { data: records } }));
	});

	test('without Simplify it gives the records as the service has them, 50 unless told otherwise', async () => {
		expect(jsonOf(await run(getMany({ simplify: false })))).toEqual(records.slice(0, 50));
	});

	test('simplified, a record is what a workflow needs of it, and one that nobody can read stays as it is', async () => {
		const components = [{ type: 'HEADER', format: 'TEXT', text: 'Order {{order_id}}' }, { type: 'BODY', text: 'Hi {{first_name}}, it is {{status}}.' }];
		await answering(() => ({ body: { data: [{ ...orderUpdate, status: 'APPROVED', category: 'UTILITY', components }, orderUpdate, { id: '7' }] } }));
		expect(jsonOf(await run(getMany()))).toEqual([
			{
				name: 'order_update',
				language: 'en_US',
				status: 'APPROVED',
				category: 'UTILITY',
				placeholders: ['header.order_id', 'body.first_name', 'body.status'],
				text: 'Order {{order_id}}\nHi {{first_name}}, it is {{status}}.',
			},
			expect.objectContaining({ name: 'order_update', text: null }),
			{ id: '7' },
		]);
	});

	test('Return All gives every one, Limit as many as it says', async () => {
		expect(await run(getMany({ returnAll: true }))).toHaveLength(60);
		expect(await run(getMany({ limit: 2 }))).toHaveLength(2);
	});

	test.each([
		['no number', 'abc', '"abc"'],
		['not whole', 2.5, '"2.5"'],
		['nought', 0, '"0"'],
		['less than nought', -3, '"-3"'],
		['an object', {}, 'an object'],
	])('a Limit that is %s, by an expression, is refused before the service is asked', async (_name, limit, shown) => {
		const error = errorOf((await run(getMany({ limit: '={{ $json.limit }}' }), [{ json: { limit } }]))[0]);
		expect(error).toMatchObject({ category: 'invalid-input', message: `'Limit' is not a whole number from 1 up: ${shown}` });
		expect(service.requests).toEqual([]);
	});

	test('a Limit as text, by an expression, is read as its number', async () => {
		expect(await run(getMany({ limit: '={{ $json.limit }}' }), [{ json: { limit: ' 3 ' } }])).toHaveLength(3);
	});

	test.each([undefined, null, '', ' '])('a Limit that is nothing (%j), by an expression, is the 50 of the field', async (limit) => {
		expect(await run(getMany({ limit: '={{ $json.limit }}' }), [{ json: { limit } }])).toHaveLength(50);
	});

	test('Search finds part of a name in any letter case', async () => {
		const found = await run(getMany({ returnAll: true, filters: { search: 'sale' } }));
		expect(jsonOf(found).map(({ name }) => name)).toEqual(['Sale_0', 'Sale_1', 'Sale_2']);
	});

	test('several items ask once, and each record is paired with its item', async () => {
		const output = await run(getMany({ limit: 1 }), [{ json: {} }, { json: {} }]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(service.requests).toHaveLength(1);
	});

	test('a refused key is an error item without an outcome', async () => {
		await answering(() => ({ status: 403, body: { error: { message: 'no', code: 'scope' } } }));
		const error = errorOf((await run(getMany()))[0]);
		expect(error).toMatchObject({ category: 'authentication', httpStatus: 403, code: 'scope' });
		expect(error).not.toHaveProperty('outcome');
	});
});

test('Sending Number: Get Many keeps ids exact', async () => {
	await answering(() => ({ body: '[{"id":19060000000000012345},{"id":"2"}]' }));
	const output = await run({ resource: 'phoneNumber', operation: 'getMany', returnAll: true });
	expect(jsonOf(output)).toEqual([{ id: '19060000000000012345' }, { id: '2' }]);
});

/** An item with a small file, as n8n holds it in memory. */
const withFile = (content: string, fileName = 'menu.pdf'): INodeExecutionData => ({
	json: {},
	binary: {
		data: { data: Buffer.from(content).toString('base64'), mimeType: 'application/pdf', fileName },
	},
});

const uploads = () => service.requests.filter(({ url }) => url === '/v1/messaging/media');

describe('Media: Upload', () => {
	const upload: INodeParameters = {
		resource: 'media',
		operation: 'upload',
		phoneNumberId: { __rl: true, mode: 'id', value: '7' },
		binaryPropertyName: 'data',
	};

	test('sends the file with its name and type, and gives the media_id under that name', async () => {
		await answering(() => ({ body: { data: { id: 'file-1' }, size: 3 } }));
		const output = await run(upload, [withFile('%PDF')]);
		expect(jsonOf(output)).toEqual([{ data: { id: 'file-1' }, size: 3, media_id: 'file-1' }]);
		const [request] = uploads();
		expect(request?.headers.authorization).toBe('Bearer key-123');
		const type = String(request?.headers['content-type']);
		const form = await new Response(new Uint8Array(request?.body as Buffer), { headers: { 'content-type': type } }).formData();
		expect(form.get('phone_number_id')).toBe('7');
		const file = form.get('file');
		if (!(file instanceof Blob)) throw new Error('no file arrived');
		expect([Reflect.get(file, 'name'), file.type, await file.text()]).toEqual(['menu.pdf', 'application/pdf', '%PDF']);
	});

	test.each<[string, INodeExecutionData, RegExp, RegExp]>([
		['no file', { json: {} }, /^'Input Data Field Name': the item has no file in the field "data"/, /has no file at all/],
		['a file under another name', { json: {}, binary: { image: { data: '', mimeType: 'image/png' } } }, /"data"/, /The item has files in: image/],
	])('%s is refused by name', async (_name, item, message, description) => {
		const error = errorOf((await run(upload, [item]))[0]);
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(uploads()).toEqual([]);
	});

	test('an answer without an id is not called a success', async () => {
		await answering(() => ({ body: { success: true } }));
		expect(errorOf((await run(upload, [withFile('x')]))[0]).message).toMatch(/could not be read/);
	});

	test('a service without this path is told apart', async () => {
		await answering(() => ({ status: 404 }));
		expect(errorOf((await run(upload, [withFile('x')]))[0]).description).toMatch(/'Media Path'/);
	});
});

describe('a header from an input file', () => {
	const parameters = templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data' });

	test('is uploaded once for many items that bring the same file and have the same sending number, then sent by its id', async () => {
		let count = 0;
		await answering((request) => {
			if (request.url === '/v1/messaging/media') return { body: { media_id: `media-${++count}` } };
			return accepting({ ...request, headers: {}, body: undefined });
		});
		const phoneNumberId = { __rl: true, mode: 'id', value: '={{ $json.from ?? "1" }}' };
		await run({ ...parameters, phoneNumberId }, [withFile('one'), withFile('one'), withFile('two'), { ...withFile('one'), json: { from: '2' } }]);
		expect(uploads()).toHaveLength(3);
		const sent = service.requests.filter(({ url }) => url === '/v1/messaging/send');
		expect(sent).toHaveLength(4);
		const ids = sent.map(({ body }) => Reflect.get(Object(body), 'media_id')).sort();
		expect(ids).toEqual(['media-1', 'media-1', 'media-2', 'media-3']);
	});

	test('that n8n can no longer read refuses its item alone, and sends no message for it', async () => {
		await answering((request) =>
			request.url === '/v1/messaging/media'
				? { body: { media_id: 'm' } }
				: accepting({ ...request, headers: {}, body: undefined }),
		);
		const lost = withFile('');
		if (lost.binary?.data !== undefined) lost.binary.data.id = 'filesystem-v2:no/such/file';
		const [failed, sent] = await run(parameters, [lost, withFile('one')]);
		expect(errorOf(failed)).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
		expect(errorOf(failed).message).toMatch(/^n8n cannot read the file in 'Input Data Field Name': "data"/);
		expect(sent?.json).toMatchObject({ success: true });
	});

	test('that cannot be uploaded sends no message', async () => {
		await answering((request) =>
			request.method === 'GET'
				? accepting({ ...request, headers: {}, body: undefined })
				: { status: 413, body: { error: { message: 'File too large' } } },
		);
		const error = errorOf((await run(parameters, [withFile('x')]))[0]);
		expect(error).toMatchObject({ outcome: 'not_sent', category: 'invalid-request', httpStatus: 413 });
		expect(error.description).toMatch(/File too large/);
		expect(service.requests.filter(({ url }) => url === '/v1/messaging/send')).toEqual([]);
	});
});
