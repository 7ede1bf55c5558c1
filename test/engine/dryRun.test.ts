import type { INodeParameters } from 'n8n-workflow';

import { outputOf } from '../support/engine';
import { mediaParameters, recipients, templateParameters, textParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { hintsOf, jsonOf, to, useService } from '../support/useService';

const service = useService();

afterEach(() => expect(service.posts).toEqual([]));

const dry = (parameters: INodeParameters, options: INodeParameters = {}) => ({ ...parameters, options: { dryRun: true, ...options } });
const png = { data: { data: 'eA==', mimeType: 'image/png', fileName: 'a.png', bytes: 1 } };

test('shows each request and sends nothing', async () => {
	const run = await service.run(dry(textParameters()), recipients(to, '+44 7400 123456'));
	const shown = (number: string, country: string) => ({
		valid: true,
		request: { method: 'POST', path: '/v1/messaging/send/text', body: { to: number, phone_number_id: '200000000000002', text: 'Hello' } },
		recipient: { number, country },
		preview: { body: 'Hello' },
	});
	expect(outputOf(run)).toEqual([
		{ json: shown(to, 'US'), pairedItem: { item: 0 } },
		{ json: shown('+447400123456', 'GB'), pairedItem: { item: 1 } },
	]);
	const hint = { message: 'The message of item 0 as it would arrive:<br>Hello', type: 'info', location: 'outputPane' };
	expect(hintsOf(run)).toEqual([{ ...hint, message: 'Dry run: 2 ready.' }, hint]);
});

test.each<[string, INodeParameters, object]>([
	['its URL', {}, { header: 'https://example.com/menu.pdf' }],
	['its file name and caption', { filename: 'Menu.pdf', caption: 'This *week*' }, { header: 'Menu.pdf', body: 'This *week*' }],
])('shows of a media message %s', async (_what, additionalFields, preview) => {
	expect(await service.output(dry(mediaParameters({ additionalFields })))).toMatchObject([{ preview }]);
});

test.each([
	['201 555 0123', 'US', '+12015550123', 'US'],
	['020 7946 0958', 'GB', '+442079460958', 'GB'],
	['+49 30 901820', 'GB', '+4930901820', 'DE'],
	['+800 1234 5678', 'GB', '+80012345678', null],
])('says how %s was read in %s', async (given, defaultCountry, number, country) => {
	expect(await service.output(dry(textParameters(), { defaultCountry }), recipients(given))).toMatchObject([{ recipient: { number, country } }]);
});

describe('what the service may refuse', () => {
	const elsewhere = 'https://api.example.com';
	const checked = async (parameters: INodeParameters, baseUrl = elsewhere, count = 1) =>
		await service.run(dry(mediaParameters(parameters)), Array(count).fill({ json: {} }), { credential: service.credential({ baseUrl }) });

	test.each<[string, INodeParameters, RegExp]>([
		['a document as an image', { mediaType: 'image' }, /^'Media URL' ends in \.pdf, and an image mostly in \.jpg, \.jpeg or \.png/],
		['a video as audio, with a query', { mediaType: 'audio', mediaUrl: 'https://example.com/a.MOV?x=.mp3' }, /ends in \.mov, and audio mostly in \.aac/],
		['an address of a private network', { mediaUrl: 'http://192.168.1.7/menu.pdf' }, /^'Media URL' leads into a private network/],
		['a name of a private network', { mediaUrl: 'http://files.internal/menu.pdf' }, /^'Media URL' leads into a private network/],
	])('%s is named', async (_case, parameters, warning) => {
		expect(jsonOf(await checked(parameters))[0]?.warnings).toEqual([expect.stringMatching(warning)]);
	});

	test.each<[string, INodeParameters, string]>([
		['an image', { mediaType: 'image', mediaUrl: 'https://example.com/a.JPG' }, elsewhere],
		['an ending that says nothing', { mediaType: 'image', mediaUrl: 'https://example.com/menu.pdf/show.php?id=7' }, elsewhere],
		['any file as a document', { mediaUrl: 'https://example.com/a.png' }, elsewhere],
		['a private address, for a service in a private network', { mediaUrl: 'http://192.168.1.7/menu.pdf' }, 'http://10.0.0.2:4010'],
		['this machine, for a service on it', { mediaUrl: 'http://localhost:4010/menu.pdf' }, 'http://127.0.0.1:4010'],
	])('%s is fine', async (_case, parameters, baseUrl) => {
		expect(jsonOf(await checked(parameters, baseUrl))[0]).not.toHaveProperty('warnings');
	});

	test('stands above the output too, once for all its items', async () => {
		const message = expect.stringMatching(/^Look at this before you send: &#39;Media URL&#39; ends in \.pdf.* \(3 items\)$/);
		expect(hintsOf(await checked({ mediaType: 'image' }, elsewhere, 3))).toContainEqual({ message, type: 'warning', location: 'outputPane' });
	});

	test.each<[string, INodeParameters]>([
		['by URL', { headerMedia: 'url', mediaUrl: 'https://example.com/a.png' }],
		['as a file', { headerMedia: 'binary', binaryPropertyName: 'data' }],
	])('is named for the header of a template too, %s', async (_how, media) => {
		service.lists({ ...orderUpdate, expected_variables: {}, components: [{ type: 'HEADER', format: 'VIDEO' }, { type: 'BODY', text: 'Look' }] });
		const parameters = templateParameters({ variables: { mappingMode: 'defineBelow', value: {} }, ...media });
		const [json] = await service.output(dry(parameters), [{ json: {}, binary: png }]);
		expect(json?.warnings).toEqual([expect.stringMatching(/ ends in \.png, and a video mostly in \.mp4/)]);
	});
});

test('names the file that would be uploaded, and uploads nothing', async () => {
	const parameters = templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data' });
	expect(await service.output(dry(parameters), [{ json: {}, binary: png }])).toMatchObject([
		{ valid: true, request: { upload: { fileName: 'a.png', mimeType: 'image/png', size: 1 } } },
	]);
});

test('On Error = continue: each invalid item says what is wrong with it', async () => {
	expect(await service.output(dry(textParameters()), recipients(to, 'nobody'))).toMatchObject([
		{ valid: true },
		{ error: { outcome: 'not_sent', category: 'invalid-input' } },
	]);
});

test.each<[number, string[]]>([
	[20, []],
	[21, ['And 1 more.']],
])('On Error = stop: one error names each of %i invalid items, the first twenty at length', async (count, more) => {
	const bad = Array.from({ length: count }, (_, index) => `nobody-${index}`);
	const { error } = (await service.stopping(dry(textParameters()), recipients(to, ...bad))).data.resultData;
	expect(error?.message).toBe(`${count} of ${count + 1} items cannot be sent as they are`);
	const lines = String(error?.description).split('\n');
	expect(lines[0]).toMatch(/^Item 1: 'To' is not a phone number: "nobody-0"/);
	expect(lines[19]).toMatch(/^Item 20: /);
	expect(lines.slice(20)).toEqual(more);
});
