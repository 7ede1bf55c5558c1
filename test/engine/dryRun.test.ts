import type { INodeParameters } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { errorOf, mediaParameters, recipients, templateParameters, textParameters } from '../support/messages';
import { accepting, startService, type ScriptedService } from '../support/service';

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
		{ json: { valid: true, request: request('+12015550123'), preview: { body: 'Hello' } }, pairedItem: { item: 0 } },
		{ json: { valid: true, request: request('+447400123456'), preview: { body: 'Hello' } }, pairedItem: { item: 1 } },
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
