import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { outputOf, workflowWith } from '../support/engine';
import { mediaParameters, recipients, templateParameters, textParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { hintsOf, jsonOf, to, useService } from '../support/useService';

const service = useService();

const components = [
	{ type: 'HEADER', format: 'TEXT', text: 'Order {{order_id}}' },
	{ type: 'BODY', text: 'Hi *{{first_name}}*,\nit is _{{status}}_, see my_file_name.' },
	{ type: 'FOOTER', text: 'Example Shop' },
	{ type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'OK' }, { type: 'URL', text: 'Track', url: 'https://t.example/{{1}}' }] },
];
const buttons = [{ param_name: 2, example: 'XY' }];
const values = { 'header.order_id': 'A-7', 'body.first_name': '={{ $json.name ?? "Ada" }}', 'body.status': 'a<b & *c*', 'buttons.2': 'p7' };

async function dryRun(record: object, parameters: INodeParameters = {}, items: INodeExecutionData[] = [{ json: {} }]) {
	service.lists({ ...orderUpdate, ...record });
	const given = { options: { dryRun: true }, variables: { mappingMode: 'defineBelow', value: values }, ...parameters };
	const run = await service.stopping(templateParameters(given), items);
	expect(run.data.resultData.error).toBeUndefined();
	return { output: jsonOf(run), hints: hintsOf(run) };
}

const withButton = { components, expected_variables: { ...orderUpdate.expected_variables, buttons } };

test('a dry run gives each message as its recipient would read it', async () => {
	const { output } = await dryRun(withButton, {}, [{ json: {} }, { json: { name: 'Grace' } }]);
	expect(output[0]?.preview).toEqual({
		header: 'Order A-7',
		body: 'Hi *Ada*,\nit is _a<b & *c*_, see my_file_name.',
		footer: 'Example Shop',
		buttons: ['[OK]', '[Track] https://t.example/p7'],
	});
	expect(output[1]?.preview).toMatchObject({ body: expect.stringMatching(/^Hi \*Grace\*/) });
});

test('and shows the first above the output, its words drawn and whatever it holds escaped', async () => {
	const { hints } = await dryRun(withButton);
	expect(hints).toEqual([
		{
			message:
				'The message as it would arrive:<br><b>Order A-7</b><br>Hi <b>Ada</b>,<br>it is <i>a&lt;b &amp; <b>c</b></i>, see my_file_name.<br>Example Shop<br>[OK]<br>[Track] https://t.example/p7',
			type: 'info',
			location: 'outputPane',
		},
	]);
});

test('says what a header and the cards of a carousel show', async () => {
	const card = { components: [{ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: '{{name}}' }] };
	const record = {
		components: [{ type: 'HEADER', format: 'LOCATION' }, { type: 'BODY', text: 'Look' }, { type: 'CAROUSEL', cards: [card] }],
		expected_variables: { cards: [{ media_url: '', media_id: '', body: [{ param_name: 'name' }] }] },
	};
	const { output } = await dryRun(record, {
		variables: { mappingMode: 'defineBelow', value: { 'cards.1.media_id': 'm-1', 'cards.1.body.name': 'Tea' } },
		additionalFields: { location: { details: { latitude: '1', longitude: '2', name: 'Shop', address: '' } } },
	});
	expect(output[0]?.preview).toEqual({
		header: '[location] Shop · 1, 2',
		body: 'Look',
		cards: [{ header: '[image] m-1', body: 'Tea' }],
	});
});

test('is left out where the record does not carry the words', async () => {
	const { output, hints } = await dryRun({ expected_variables: {} }, { variables: { mappingMode: 'defineBelow', value: {} } });
	expect(output[0]).not.toHaveProperty('preview');
	expect(hints).toEqual([]);
});

describe('what n8n shows of the node while it is edited', () => {
	const { hints = [], subtitle = '' } = new Messaging().description;

	/** An expression of the description, as n8n works it out. */
	function resolved(expression: string, parameters: INodeParameters): unknown {
		const { node, workflow } = workflowWith('messaging', { credential: {}, parameters });
		return workflow.expression.getParameterValue(expression, null, 0, 0, node.name, [], 'manual', {});
	}
	const shown = (parameters: INodeParameters) =>
		hints.filter(({ displayCondition = '' }) => resolved(displayCondition, parameters) === true).map(({ message }) => message);

	const schema = [
		{ id: 'message', required: false, readOnly: true },
		{ id: 'cards.1.media_id', required: false },
		{ id: 'body.1', required: true },
	];
	const mapped = (columns: INodeParameters[], value: INodeParameters | null = null, mappingMode = 'defineBelow') =>
		templateParameters({ variables: { mappingMode, value, schema: columns } });
	const variables = (value: INodeParameters | null, mappingMode?: string) => mapped(schema, value, mappingMode);

	const otherTemplate = "The placeholders belong to another template. Choose 'Refresh Placeholder List' in their menu (⋮), or close this node and open it again.";

	const surplusMedia = "The template's header shows no media. Choose 'Keep the Template's Media' in 'Header Media'.";

	test.each<[string, INodeParameters, string[]]>([
		['a dry run', templateParameters({ options: { dryRun: true } }), ['Dry run: nothing is sent.']],
		['a placeholder that is empty', variables({ message: 'x' }), ['The second placeholder is still empty.']],
		['placeholders that hold nothing at all', variables(null), ['The second placeholder is still empty.']],
		['placeholders that were taken out', mapped([{ id: 'body.1', required: true, removed: true }]), ['Some placeholders are still empty.']],
		['an empty one among many', mapped(Array.from({ length: 11 }, (_, index) => ({ id: `body.${index}`, required: index === 10 }))), ['Some placeholders are still empty.']],
		['a file for a header that shows none', { ...mapped([{ id: 'message', hasMediaHeader: false }]), headerMedia: 'url' }, [surplusMedia]],
		['a file for a header that shows it', { ...mapped([{ id: 'message', hasMediaHeader: true }]), headerMedia: 'url' }, []],
		['placeholders that are filled', variables({ 'body.1': 'Ada' }), []],
		['placeholders that an expression fills, of data that is not there yet', variables({ 'body.1': '={{ $json.name }}' }), []],
		['placeholders of another template, empty or not', templateParameters({ variables: { mappingMode: 'defineBelow', value: null, schema: [{ id: 'message', ofTemplate: 'order_delay' }, ...schema.slice(1)] } }), [otherTemplate]],
		['automatic mapping', variables(null, 'autoMapInputData'), []],
		['JSON', { ...variables(null), variablesMode: 'json' }, []],
		['a text', textParameters(), []],
	])('hints with %s', (_case, parameters, expected) => {
		expect(shown(parameters)).toEqual(expected);
	});

	test.each<[INodeParameters, string]>([
		[templateParameters(), 'send order_update'],
		[templateParameters({ template: { __rl: true, mode: 'name', value: '={{ $json.template }}' } }), 'send template'],
		[templateParameters({ template: { __rl: true, mode: 'list', value: '' } }), 'send template'],
		[textParameters(), 'send text'],
		[{ resource: 'media', operation: 'upload' }, 'upload: media'],
		[{ resource: 'phoneNumber', operation: 'getMany' }, 'get many: sending number'],
	])('the line below its name: %#', (parameters, expected) => {
		expect(resolved(subtitle, parameters)).toBe(expected);
	});
});

afterEach(() => expect(service.posts).toEqual([]));

const dry = (parameters: INodeParameters, options: INodeParameters = {}) => ({ ...parameters, options: { dryRun: true, ...options } });
const png = { data: { data: 'eA==', mimeType: 'image/png', fileName: 'a.png', bytes: 1 } };

test('shows each request and sends nothing', async () => {
	const run = await service.run(dry(textParameters()), recipients(to, '+44 7400 123456'));
	const shown = (number: string, country: string) => ({
		valid: true,
		to: number,
		request: { method: 'POST', path: '/v1/messaging/send/text', body: { to: number, phone_number_id: '200000000000002', text: 'Hello' } },
		recipient: { number, country },
		preview: { body: 'Hello' },
	});
	expect(outputOf(run)).toEqual([
		{ json: shown(to, 'US'), pairedItem: { item: 0 } },
		{ json: shown('+447400123456', 'GB'), pairedItem: { item: 1 } },
	]);
	const hint = { message: 'The message of item 1 as it would arrive:<br>Hello', type: 'info', location: 'outputPane' };
	expect(hintsOf(run)).toEqual([{ ...hint, message: 'Dry run: 2 ready.<br>Ready: 1 to United States, 1 to United Kingdom.' }, hint]);
});

test.each(['true', 'TRUE '])('is one also if an expression gives %j as text, as n8n\'s variables do', async (given) => {
	expect(await service.output({ ...textParameters(), options: { dryRun: `={{ ${JSON.stringify(given)} }}` } })).toMatchObject([{ valid: true }]);
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
		const message = expect.stringMatching(/^Dry run: 3 ready\..*<br>Look at this before you send:<br>&#39;Media URL&#39; ends in \.pdf[^<]*: items 1, 2 and 3\.<br>/);
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

/** What is wrong with a list, as people and spreadsheets make it. The fourth also has no text, and the fifth and the last are asleep. */
const list = [to, '0170 1234567', '030 901820', '1.20156E+10', '+49 170 1234567 (2)', '0171 1234567', to, '+4930901820', '+12015550199'];
const dayOf = (time: number) => new Date(time).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
const days = `={{ $json.to.endsWith('0199') || $json.to.includes('(2)') ? '${dayOf(Date.now())}' : '${dayOf(Date.now() + 3 * 86_400_000)}' }}`;
const checkingList = () =>
	dry(textParameters({ text: "={{ $json.to.includes('E+') ? null : 'Hello' }}" }), { quietHours: { hours: { from: '', to: '', days, timeZone: 'UTC' } } });

test('the report above the output says of a whole list what would leave, and what is wrong with which items', async () => {
	const [hint] = hintsOf(await service.run(checkingList(), recipients(...list)));
	const doubt = 'The recipient is not known as a mobile number: a landline gets no messages';
	expect(hint?.message.replaceAll('&#39;', "'").replaceAll('&quot;', '"').split('<br>')).toEqual([
		'Dry run: 3 ready, 1 in quiet hours, 5 refused.',
		'Ready: 2 to United States, 1 to Germany; 1 recipient gets more than one message.',
		"'To' needs a country code: items 2, 3 and 6.",
		"'To' is a number that a spreadsheet has shortened: item 4.",
		"'Text' is empty: item 4.",
		"'To' has more than a phone number: item 5.",
		'In quiet hours: item 9.',
		'Look at this before you send:',
		`${doubt}: item 8.`,
		"Without a 'Message Key' these would be sent more than once: item 7 repeats the message of an item before it to the same recipient. Leave these rows out, or add 'Message Key' in the options.",
	]);
	expect(hint?.type).toBe('warning');
});

test('the report names six countries, and how many more there are', async () => {
	const numbers = [to, '+447400123456', '+491701234567', '+33612345678', '+34612345678', '+393123456789', '+31612345678'];
	for (const [count, end] of [[6, 'Italy.'], [7, 'Italy and 1 more.']] as const) {
		const [hint] = hintsOf(await service.run(dry(textParameters()), recipients(...numbers.slice(0, count))));
		expect(hint?.message).toMatch(new RegExp(`1 to ${end}$`));
	}
});

test('On Error = stop: one error has them all, with what the items hold, the way out of each, and how to go on', async () => {
	const { error } = (await service.stopping(checkingList(), recipients(...list))).data.resultData;
	expect(error?.message).toBe('6 of 9 items cannot be sent as they are');
	const lines = String(error?.description).split('<br>');
	expect(lines[0]).toMatch(/^'To' needs a country code: item 2 "0170 1234567", item 3 "030 901820", item 6 "0171 1234567"\. .*'Default Country'/);
	expect(lines[1]).toMatch(/shortened: item 4 "1\.20156E\+10"\. .*as text/);
	expect(lines[2]).toMatch(/^'Text' is empty: item 4\./);
	expect(lines[3]).toMatch(/more than a phone number: item 5 "\+49 170 1234567 \(2\)"\. Without "\(2\)" it is \+491701234567/);
	expect(lines[4]).toMatch(/^In quiet hours: item 9\. .* may be sent from /);
	expect(lines.slice(5)).toEqual([
		'Look at this before you send:',
		expect.stringMatching(/landline.*: item 8\.$/),
		expect.stringMatching(/item 7 repeats/),
		"To send the others all the same, set 'On Error' to Continue, under Settings.",
	]);
});

test.each<[number, string]>([
	[20, 'item 21 "nobody-19". Write it'],
	[21, 'item 21 "nobody-19", and 1 more. Write it'],
])('of %i items with one fault the first twenty are named', async (count, end) => {
	const bad = Array.from({ length: count }, (_, index) => `nobody-${index}`);
	const { error } = (await service.stopping(dry(textParameters()), recipients(to, ...bad))).data.resultData;
	expect(error?.message).toBe(`${count} of ${count + 1} items cannot be sent as they are`);
	expect(error?.description).toContain(end);
});

test('with Dry Run Report one more item holds it, behind the others, and otherwise none does', async () => {
	service.lists(orderUpdate, { ...orderUpdate, language_code: 'de' });
	const variables = { mappingMode: 'defineBelow', value: { 'header.order_id': 'A-7', 'body.first_name': 'Ada', 'body.status': '={{ $json.status }}' } };
	const parameters = { ...templateParameters({ to: '={{ $json.to }}', languageCode: '={{ $json.language }}', variables }), options: { dryRun: true, dryRunReport: true } };
	const row = (number: string, status: string | null, language = 'en_US') => ({ json: { to: number, status, language } });
	const items = [row(to, 'packed'), row(to, 'packed'), row('+4930901820', 'packed', 'de'), row('nobody', 'packed'), row(to, null)];
	const run = await service.run(parameters, items);
	expect(outputOf(run)).toHaveLength(6);
	expect(outputOf(run)[5]).toEqual({
		json: {
			dryRunReport: {
				items: 5,
				ready: 3,
				templates: [{ template: 'order_update', language: 'en_US', count: 2 }, { template: 'order_update', language: 'de', count: 1 }],
				countries: [{ country: 'US', count: 2 }, { country: 'DE', count: 1 }],
				notReady: [
					{ reason: expect.stringMatching(/^'To' is not a phone number$/), category: 'invalid-input', items: [4] },
					{ reason: expect.stringMatching(/status/), category: 'invalid-input', items: [5] },
				],
				duplicates: [],
				repeats: [2],
				warnings: [{ warning: expect.stringMatching(/landline/), items: [3] }],
			},
		},
	});
	expect(await service.output({ ...parameters, options: { dryRun: true } }, items)).toHaveLength(5);
});
