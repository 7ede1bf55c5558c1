import type { INodeParameters } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { mediaParameters, recipients, templateParameters, textParameters } from '../support/messages';
import { accepting, orderUpdate, startService, type ScriptedService } from '../support/service';

let service: ScriptedService;

beforeEach(async () => {
	service = await startService(accepting);
});

afterEach(async () => {
	await service.close();
});

const credential = () => ({ baseUrl: `${service.url}/`, apiKey: 'key-123' });

async function send(parameters: INodeParameters, items = recipients('+12015550123')) {
	const run = await runMessaging({ credential: credential(), parameters }, items);
	expect(run.data.resultData.error).toBeUndefined();
	return { sent: service.requests.filter(({ method }) => method === 'POST'), output: outputOf(run) };
}

const address = { to: '+12015550123', phone_number_id: '200000000000002' };
const filled = { header: { order_id: 'A-7' }, body: { first_name: 'Ada', status: 'packed' } };
const template = { ...address, template_name: 'order_update', language_code: 'en_US', variables: filled };

describe('what leaves is exactly the documented body', () => {
	test.each<[string, INodeParameters, string, object]>([
		['a template, its placeholders as fields', templateParameters(), '/v1/messaging/send', template],
		[
			'a template by name in a chosen language',
			templateParameters({
				template: { __rl: true, mode: 'name', value: 'order_update' },
				languageCode: 'en_US',
			}),
			'/v1/messaging/send',
			template,
		],
		[
			'a template with variables as JSON',
			templateParameters({ variablesMode: 'json', variablesJson: JSON.stringify(filled) }),
			'/v1/messaging/send',
			template,
		],
		[
			'a template with header media, a location and a catalog',
			templateParameters({
				headerMedia: 'url',
				mediaUrl: 'https://example.com/offer.png',
				additionalFields: {
					catalogId: 'c-1',
					location: { details: { latitude: '37.4421', longitude: '-122.1616', name: 'Shop', address: '' } },
				},
			}),
			'/v1/messaging/send',
			{
				...template,
				media_url: 'https://example.com/offer.png',
				catalog_id: 'c-1',
				location: { latitude: 37.4421, longitude: -122.1616, name: 'Shop' },
			},
		],
		[
			'a template with uploaded header media',
			templateParameters({ headerMedia: 'id', mediaId: 'media-1' }),
			'/v1/messaging/send',
			{ ...template, media_id: 'media-1' },
		],
		['text', textParameters(), '/v1/messaging/send/text', { ...address, text: 'Hello' }],
		[
			'text with every field',
			textParameters({ additionalFields: { previewUrl: false, replyToMessageId: 'm-0' } }),
			'/v1/messaging/send/text',
			{ ...address, text: 'Hello', preview_url: false, reply_to_message_id: 'm-0' },
		],
		[
			'media',
			mediaParameters(),
			'/v1/messaging/send/media',
			{ ...address, media_type: 'document', media_url: 'https://example.com/menu.pdf' },
		],
		[
			'media with every field, the empty one left out',
			mediaParameters({ additionalFields: { caption: 'Our menu', filename: '' } }),
			'/v1/messaging/send/media',
			{ ...address, media_type: 'document', media_url: 'https://example.com/menu.pdf', caption: 'Our menu' },
		],
	])('%s', async (_name, parameters, path, body) => {
		const { sent } = await send(parameters);
		expect(sent.map((request) => request.url)).toEqual([path]);
		expect(sent[0]?.body).toEqual(body);
	});

	test('with the key as bearer and as JSON', async () => {
		const { sent } = await send(textParameters());
		expect(sent[0]?.headers.authorization).toBe('Bearer key-123');
		expect(sent[0]?.headers['content-type']).toMatch(/^application\/json/);
	});

	test('input columns fill the placeholders on automatic mapping', async () => {
		const { sent } = await send(
			templateParameters({ to: '={{ $json.to }}', variables: { mappingMode: 'autoMapInputData', value: null } }),
			[{ json: { to: '+12015550123', Order_ID: 'A-7', first_name: 'Ada', 'body.status': 'packed', more: 1 } }],
		);
		expect(sent[0]?.body).toEqual(template);
	});
});

test('the answer of the service is the output, one paired item per input item in their order', async () => {
	const { output } = await send(textParameters(), recipients('+12015550123', '+447400123456'));
	expect(output).toEqual([
		{ json: { success: true, message_id: 'm-+12015550123', to: '+12015550123' }, pairedItem: { item: 0 } },
		{ json: { success: true, message_id: 'm-+447400123456', to: '+447400123456' }, pairedItem: { item: 1 } },
	]);
});

test('ids that a double cannot hold stay exact, and a message id under another name is added', async () => {
	await service.close();
	service = await startService(() => ({ body: '{"messages":[{"id":12345678901234567890}]}' }));
	const { output } = await send(textParameters());
	expect(output[0]?.json).toEqual({
		messages: [{ id: '12345678901234567890' }],
		message_id: '12345678901234567890',
	});
});

test('an empty answer counts as accepted', async () => {
	await service.close();
	service = await startService(() => ({ status: 202 }));
	const { output } = await send(textParameters());
	expect(output[0]?.json).toEqual({ success: true, message_id: null, to: '+12015550123' });
});

test('a run reads the list of templates once, to its last page', async () => {
	await service.close();
	service = await startService((request) => {
		if (request.method === 'POST') return accepting(request);
		const isSecond = request.url.endsWith('?after=c1');
		return isSecond
			? { body: { data: [orderUpdate], paging: { cursors: { after: 'c2' } } } }
			: { body: { data: [], paging: { cursors: { after: 'c1' }, next: 'more' } } };
	});
	const { sent } = await send(templateParameters(), recipients('+12015550123', '+12015550124', '+12015550125'));
	expect(sent).toHaveLength(3);
	const asked = service.requests.filter(({ method }) => method === 'GET').map(({ url }) => url);
	expect(asked).toEqual(['/v1/messaging/templates', '/v1/messaging/templates?after=c1']);
});

test('never more messages are on their way than Concurrency says', async () => {
	await service.close();
	let inFlight = 0;
	let most = 0;
	const waiting: Array<() => void> = [];
	service = await startService(async (request) => {
		inFlight++;
		most = Math.max(most, inFlight);
		// Answers only once as many are here as may be: fewer would hang, more would show in `most`.
		await new Promise<void>((resolve) => {
			waiting.push(resolve);
			if (waiting.length === 3) for (const go of waiting.splice(0)) go();
		});
		inFlight--;
		return accepting(request);
	});
	const numbers = Array.from({ length: 9 }, (_, index) => `+1201555010${index}`);
	const { output } = await send(textParameters({ options: { concurrency: 3 } }), recipients(...numbers));
	expect(most).toBe(3);
	expect(output.map(({ json }) => json.to)).toEqual(numbers);
});
