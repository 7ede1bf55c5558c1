import type { INodeParameters } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { errorOf, mediaParameters, recipients, templateParameters, textParameters } from '../support/messages';
import { accepting, orderUpdate, startService, type ScriptedService } from '../support/service';

let service: ScriptedService;

beforeEach(async () => {
	service = await startService(accepting);
});

afterEach(async () => {
	expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	await service.close();
});

const settings = (parameters: INodeParameters) => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: { ...parameters, options: { dryRun: true } },
});

test('shows each request and sends nothing', async () => {
	const run = await runMessaging(settings(textParameters()), recipients('+12015550123', '+44 7400 123456'));
	const request = (to: string) => ({
		method: 'POST',
		path: '/v1/messaging/send/text',
		body: { to, phone_number_id: '200000000000002', text: 'Hello' },
	});
	expect(outputOf(run)).toEqual([
		{ json: { valid: true, request: request('+12015550123'), recipient: { number: '+12015550123', country: 'US' }, preview: { body: 'Hello' } }, pairedItem: { item: 0 } },
		{ json: { valid: true, request: request('+447400123456'), recipient: { number: '+447400123456', country: 'GB' }, preview: { body: 'Hello' } }, pairedItem: { item: 1 } },
	]);
	const hint = { message: 'The message of item 0 as it would arrive:<br>Hello', type: 'info', location: 'outputPane' };
	expect(run.data.resultData.runData.messaging?.at(-1)?.hints).toEqual([{ ...hint, message: 'Dry run: 2 ready.' }, hint]);
});

test.each<[string, INodeParameters, object]>([
	['its URL', {}, { header: 'https://example.com/menu.pdf' }],
	['its file name and caption', { filename: 'Menu.pdf', caption: 'This *week*' }, { header: 'Menu.pdf', body: 'This *week*' }],
])('shows of a media message %s', async (_what, additionalFields, preview) => {
	const run = await runMessaging(settings(mediaParameters({ additionalFields })), [{ json: {} }]);
	expect(outputOf(run)[0]?.json.preview).toEqual(preview);
});

test.each([
	['201 555 0123', 'US', '+12015550123', 'US'],
	['020 7946 0958', 'GB', '+442079460958', 'GB'],
	['+49 30 901820', 'GB', '+4930901820', 'DE'],
	['+800 1234 5678', 'GB', '+80012345678', null],
])('says how %s was read in %s', async (to, defaultCountry, number, country) => {
	const given = settings(textParameters());
	const run = await runMessaging({ ...given, parameters: { ...given.parameters, options: { dryRun: true, defaultCountry } } }, recipients(to));
	expect(outputOf(run)[0]?.json.recipient).toEqual({ number, country });
});

describe('what the service may refuse', () => {
	const elsewhere = 'https://api.example.com';
	const checked = async (parameters: INodeParameters, baseUrl: string, count = 1) => {
		const run = await runMessaging({ ...settings(mediaParameters(parameters)), credential: { baseUrl, apiKey: 'key-123' } }, Array(count).fill({ json: {} }));
		return { output: outputOf(run).map(({ json }) => json), hints: run.data.resultData.runData.messaging?.at(-1)?.hints ?? [] };
	};
	const warned = async (parameters: INodeParameters, baseUrl = elsewhere) => (await checked(parameters, baseUrl)).output[0]?.warnings;

	test.each<[string, INodeParameters, RegExp]>([
		['a document as an image', { mediaType: 'image' }, /^'Media URL' ends in \.pdf, and an image mostly in \.jpg, \.jpeg or \.png/],
		['a video as audio, with a query', { mediaType: 'audio', mediaUrl: 'https://example.com/a.MOV?x=.mp3' }, /ends in \.mov, and audio mostly in \.aac/],
		['an address of a private network', { mediaUrl: 'http://192.168.1.7/menu.pdf' }, /^'Media URL' leads into a private network/],
		['a name of a private network', { mediaUrl: 'http://files.internal/menu.pdf' }, /^'Media URL' leads into a private network/],
	])('%s is named', async (_case, parameters, warning) => {
		expect(await warned(parameters)).toEqual([expect.stringMatching(warning)]);
	});

	test.each<[string, INodeParameters, string]>([
		['an image', { mediaType: 'image', mediaUrl: 'https://example.com/a.JPG' }, elsewhere],
		['an ending that says nothing', { mediaType: 'image', mediaUrl: 'https://example.com/menu.pdf/show.php?id=7' }, elsewhere],
		['any file as a document', { mediaUrl: 'https://example.com/a.png' }, elsewhere],
		['a private address, for a service in a private network', { mediaUrl: 'http://192.168.1.7/menu.pdf' }, 'http://10.0.0.2:4010'],
		['this machine, for a service on it', { mediaUrl: 'http://localhost:4010/menu.pdf' }, 'http://127.0.0.1:4010'],
	])('%s is fine', async (_case, parameters, baseUrl) => {
		expect(await warned(parameters, baseUrl)).toBeUndefined();
	});

	test('stands above the output too, once for all its items', async () => {
		const { hints } = await checked({ mediaType: 'image' }, elsewhere, 3);
		expect(hints).toContainEqual({ message: expect.stringMatching(/^Look at this before you send: &#39;Media URL&#39; ends in \.pdf.* \(3 items\)$/), type: 'warning', location: 'outputPane' });
	});

	test('is named for the header of a template too, by URL and as a file', async () => {
		await service.close();
		const listed = { ...orderUpdate, expected_variables: {}, components: [{ type: 'HEADER', format: 'VIDEO' }, { type: 'BODY', text: 'Look' }] };
		service = await startService(() => ({ body: { data: [listed] } }));
		const variables = { mappingMode: 'defineBelow', value: {} };
		const given = [templateParameters({ variables, headerMedia: 'url', mediaUrl: 'https://example.com/a.png' }), templateParameters({ variables, headerMedia: 'binary', binaryPropertyName: 'data' })];
		for (const parameters of given) {
			const run = await runMessaging(settings(parameters), [{ json: {}, binary: { data: { data: 'eA==', mimeType: 'image/png', fileName: 'a.png' } } }]);
			expect(outputOf(run)[0]?.json.warnings).toEqual([expect.stringMatching(/ ends in \.png, and a video mostly in \.mp4/)]);
		}
	});
});

test('names the file that would be uploaded, and uploads nothing', async () => {
	const run = await runMessaging(
		settings(templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data' })),
		[{ json: {}, binary: { data: { data: 'eA==', mimeType: 'image/png', fileName: 'a.png', bytes: 1 } } }],
	);
	expect(outputOf(run)[0]?.json).toMatchObject({
		valid: true,
		request: { upload: { fileName: 'a.png', mimeType: 'image/png', size: 1 } },
	});
});

test('On Error = continue: each invalid item says what is wrong with it', async () => {
	const run = await runMessaging(
		{ ...settings(textParameters()), onError: 'continueRegularOutput' },
		recipients('+12015550123', 'nobody'),
	);
	const [valid, invalid] = outputOf(run);
	expect(valid?.json).toMatchObject({ valid: true });
	expect(errorOf(invalid)).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
});

test.each<[number, string[]]>([
	[20, []],
	[21, ['And 1 more.']],
	[25, ['And 5 more.']],
])('On Error = stop: one error names each of %i invalid items, the first twenty at length', async (count, more) => {
	const bad = Array.from({ length: count }, (_, index) => `nobody-${index}`);
	const run = await runMessaging(settings(textParameters()), recipients('+12015550123', ...bad));
	const error = run.data.resultData.error;
	expect(error?.message).toBe(`${count} of ${count + 1} items cannot be sent as they are`);
	const lines = String(error?.description).split('\n');
	expect(lines[0]).toMatch(/^Item 1: 'To' is not a phone number: "nobody-0"/);
	expect(lines[19]).toMatch(/^Item 20: /);
	expect(lines.slice(20)).toEqual(more);
});
