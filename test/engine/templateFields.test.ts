import { type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { templateParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { endsOf, useService } from '../support/useService';

const service = useService();

const { description, methods } = new Messaging();
const { getTemplateVariables } = methods.resourceMapping;

const fieldsOf = async (parameters = templateParameters()) => await getTemplateVariables.call(service.editor(parameters));
/** The service lists the template with these changes, once for each. */
const listing = (...records: object[]) => service.lists(...records.map((changes) => ({ ...orderUpdate, ...changes })));

describe('the fields of a template', () => {
	test('one required text field per placeholder, header before body, with its example', async () => {
		const { fields } = await fieldsOf();
		expect(fields.map(({ id, displayName, required, type }) => [id, displayName, required, type])).toEqual([
			['header.order_id', '{{order_id}}, e.g. A-1001', true, 'string'],
			['body.first_name', '{{first_name}}, e.g. Ada', true, 'string'],
			['body.status', '{{status}}, e.g. on its way', true, 'string'],
		]);
	});

	test("the template's text and its placeholders stand right below Template and Language, and how to enter them below", () => {
		const parameters = templateParameters({ variablesMode: 'fields' });
		const shown = description.properties.filter((property) => NodeHelpers.displayParameter(parameters, property, { typeVersion: 1 }, description));
		const names = shown.map(({ name }) => name);
		expect(names.slice(names.indexOf('template'))).toEqual(['template', 'languageCode', 'variables', 'variablesMode', 'to', 'headerMedia', 'additionalFields', 'options']);
	});

	test("a card's fields name their card, and of its media neither is required, since one is enough", async () => {
		const expected_variables = {
			body: [{ param_name: 'first_name' }],
			cards: [{ media_url: 'https://example.com/a.png', media_id: 'an id from the media upload', body: [{ param_name: 'name', example: 'Tea' }] }],
		};
		listing({ expected_variables });
		expect((await fieldsOf()).fields.map(({ displayName, required }) => [displayName, required])).toEqual([
			['{{first_name}}', true],
			['Card 1 media URL', false],
			['Card 1 media ID', false],
			['Card 1 {{name}}, e.g. Tea', true],
		]);
	});

	describe("the template's text", () => {
		const components = [
			{ type: 'HEADER', format: 'TEXT', text: 'Order {{order_id}}' },
			{ type: 'BODY', text: 'Hi {{first_name}},\nit is <b>{{status}}</b>.' },
			{ type: 'FOOTER', text: 'Example Shop' },
			{ type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'OK' }, { type: 'URL', text: 'Track', url: 'https://t.example/{{1}}' }] },
		];
		const message = 'Order {{order_id}}\nHi {{first_name}},\nit is <b>{{status}}</b>.\nExample Shop\n[OK]\n[Track] https://t.example/{{1}}';
		const withText = (changes: object = {}) => listing({ components, ...changes });
		const mapped = (value: object, schema: object[] = []) =>
			templateParameters({ variables: { mappingMode: 'defineBelow', value: { ...value }, schema: schema.map((field) => ({ ...field })) } });
		const labelOf = async (parameters: INodeParameters) => (await fieldsOf(parameters)).fields[0]?.displayName;

		test('stands above the placeholders, to be read alone', async () => {
			withText();
			const { fields } = await fieldsOf(templateParameters({ variables: { mappingMode: 'defineBelow', value: null } }));
			expect(fields[0]).toMatchObject({ id: 'message', displayName: 'Message: order_update, en_US', ofTemplate: 'order_update', ofLanguage: 'en_US', readOnly: true, required: false, type: 'json', defaultValue: message });
			expect(fields.slice(1).map(({ id }) => id)).toEqual(['header.order_id', 'body.first_name', 'body.status']);
		});

		test('stands above the names of the columns with automatic mapping, where n8n shows HTML', async () => {
			withText();
			const { emptyFieldsNotice } = await fieldsOf();
			expect(emptyFieldsNotice).toMatch(/^Order {{order_id}}<br>Hi {{first_name}},<br>it is &lt;b&gt;{{status}}&lt;\/b&gt;\.<br>.*: order_id, first_name, status\.$/);
		});

		test('is there for a template without placeholders too, and says that there are none', async () => {
			withText({ expected_variables: {} });
			const { fields, emptyFieldsNotice } = await fieldsOf(templateParameters({ variables: { mappingMode: 'defineBelow', value: null } }));
			expect(fields).toMatchObject([{ id: 'message', displayName: 'Message without placeholders: order_update, en_US' }]);
			expect(emptyFieldsNotice).toContain('no placeholders');
		});

		const plain = 'Message: order_update, en_US';

		test.each<[string, object, object[], string]>([
			['the text is the same', { message, 'body.status': 'x' }, [{ id: 'message', removed: false }], plain],
			['the field was removed on purpose', { 'body.status': 'x' }, [{ id: 'message', removed: true }], plain],
			['another template was just chosen', {}, [], plain],
			['the text is another one, as after a change at the service', { message: 'Order {{id}}' }, [{ id: 'message', removed: false }], 'Message has changed: remove and add this field'],
			['the panel has none, as a workflow that was saved without it', { 'body.status': 'x' }, [{ id: 'body.status', removed: false }], 'Message: remove and add this field to see it'],
		])('has a label that says how to bring it up to date, if it must: %s', async (_case, value, schema, label) => {
			withText();
			expect(await labelOf(mapped(value, schema))).toBe(label);
		});

		test.each<[string, object, object, { id: string; displayName: string }]>([
			['a value stays', { message: 'Other', 'body.status': 'x' }, { id: 'message' }, { id: 'message2', displayName: 'Message: remove and add this field to see it' }],
			['no value stays, and n8n fills in all defaults', { message: 'Other', 'body.day': 'x' }, { id: 'message' }, { id: 'message2', displayName: 'Message: order_update, en_US' }],
			['it happens a second time', { message2: 'Other', 'body.day': 'x' }, { id: 'message2' }, { id: 'message', displayName: 'Message: order_update, en_US' }],
		])('is in a column of another ID where that of another template stood, which n8n would keep: %s', async (_case, value, column, expected) => {
			withText();
			for (const [ofTemplate, ofLanguage] of [['order_delay', 'en_US'], ['order_update', 'pt_BR']]) {
				const { fields } = await fieldsOf(mapped(value, [{ ...column, ofTemplate, ofLanguage, removed: false }]));
				expect(fields[0]).toMatchObject({ ...expected, defaultValue: message });
			}
			const [stays] = (await fieldsOf(mapped({ ...value, [expected.id]: message }, [{ id: expected.id, ofTemplate: 'order_update', ofLanguage: 'en_US' }]))).fields;
			expect(stays).toMatchObject({ id: expected.id, displayName: 'Message: order_update, en_US' });
		});

		test.each<[string, object, string]>([
			['paused', { status: 'PAUSED' }, "'Template': \"order_update\" cannot be sent (PAUSED)"],
			['gone', { template_name: 'order_delay' }, "'Template': the account has no template \"order_update\""],
		])('while the template is %s, says so, and all fields stay with their values, unless they are of another template', async (_what, changes, reason) => {
			withText(changes);
			const schemaOf = (ofTemplate: string) => [{ id: 'message', displayName: 'Message', ofTemplate }, { id: 'body.status', displayName: 'Status' }];
			const shown = async (ofTemplate: string) => (await fieldsOf(mapped({ 'body.status': 'x' }, schemaOf(ofTemplate)))).fields;
			const [text, ...placeholders] = schemaOf('order_update');
			expect(await shown('order_update')).toEqual([{ ...text, displayName: reason }, ...placeholders]);
			expect(await shown('order_shipped')).toEqual([]);
		});

		test.each([['IMAGE', true], ['VIDEO', true], ['DOCUMENT', true], ['TEXT', false], ['LOCATION', false]])('says whether the header shows media: %s', async (format, hasMediaHeader) => {
			withText({ components: [{ type: 'HEADER', format, text: 'Order' }] });
			expect((await fieldsOf()).fields[0]).toMatchObject({ id: 'message', hasMediaHeader });
		});

		test('never begins as an expression, which n8n would work out', async () => {
			withText({ components: [{ type: 'BODY', text: '={{ $env.SECRET }}' }] });
			expect((await fieldsOf()).fields[0]?.defaultValue).toBe(' ={{ $env.SECRET }}');
		});

		test('shows the first cards of a carousel, what a header holds, and never the key', async () => {
			const card = (name: string) => ({ components: [{ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: name }, { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'More' }] }] });
			withText({
				components: [
					{ type: 'HEADER', format: 'LOCATION' },
					{ type: 'BODY', text: 'Look, key-12345678' },
					{ type: 'CAROUSEL', cards: ['A', 'B', 'C', 'D', 'E'].map(card) },
				],
			});
			const { fields } = await getTemplateVariables.call(service.editor(templateParameters(), { apiKey: 'key-12345678' }));
			expect(fields[0]?.defaultValue).toBe(
				'[location]\nLook, ***\nCard 1: [image] · A · [More]\nCard 2: [image] · B · [More]\nCard 3: [image] · C · [More]\nAnd 2 more cards',
			);
		});
	});

	test('with automatic mapping, where n8n shows the notice alone, it names the section where a key alone would fit two placeholders', async () => {
		listing({ expected_variables: { header: [{ param_name: 'Name' }], body: [{ param_name: 'name' }, { param_name: 'day' }] } });
		expect((await fieldsOf()).emptyFieldsNotice).toMatch(/fields.*: header\.Name, body\.name, day\.$/);
	});

	test('no template chosen yet: says what to do, without asking the service', async () => {
		const parameters = templateParameters({ template: { __rl: true, mode: 'list', value: '' } });
		expect(await fieldsOf(parameters)).toEqual({ fields: [], emptyFieldsNotice: expect.stringContaining('Choose a template') });
		expect(service.requests).toEqual([]);
	});

	test('several languages with the same placeholders share their fields', async () => {
		const components = [{ type: 'BODY', text: 'Hi' }];
		listing({ components }, { language_code: 'es_ES', components });
		const shared = await fieldsOf(templateParameters({ variables: { mappingMode: 'defineBelow', value: null } }));
		expect(shared.fields[0]).toMatchObject({ displayName: 'Message: order_update, choose a language', ofLanguage: '' });
		expect(shared.fields).toHaveLength(4);
		expect(shared.emptyFieldsNotice).toMatch(/^Choose a language above: the template has several \(en_US, es_ES\)\.<br><br>Hi/);
		expect((await fieldsOf(templateParameters({ languageCode: 'es_ES' }))).emptyFieldsNotice).toMatch(/^Hi/);
	});

	test('several languages with others ask for one', async () => {
		listing({}, { language_code: 'es_ES', expected_variables: {} });
		expect(await fieldsOf()).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringMatching(/^&#39;Language Name or ID&#39; must be chosen: .* en_US, es_ES/),
		});
	});

	test('a list that cannot be read is explained in place of the fields, and leaves alone those that stand already', async () => {
		service.answer = () => ({ status: 401, body: { error: { message: 'Send <b>your</b> key' } } });
		expect(await fieldsOf()).toEqual({
			fields: [],
			// n8n shows a notice as HTML.
			emptyFieldsNotice: expect.stringMatching(/did not accept the API key\. .*&lt;b&gt;your&lt;\/b&gt;.*&#39;API Key&#39;/),
		});
		const variables = { mappingMode: 'defineBelow', value: {}, schema: [{ id: 'body.1' }] };
		await expect(fieldsOf(templateParameters({ variables }))).rejects.toThrow('did not accept the API key');
	});
});

describe('fields that n8n has not loaded again after another template was chosen', () => {
	const value = { 'header.order_id': 'A-1', 'body.first_name': 'Ada', 'body.status': 'packed' };
	const variables = (ofTemplate: string, ofLanguage: string) => ({ mappingMode: 'defineBelow', value, schema: [{ id: 'message', ofTemplate, ofLanguage }] });

	test.each([
		['another template', 'order_delay', 'en_US', {}],
		['another language', 'order_update', 'pt_BR', {}],
		['another template, in a dry run', 'order_delay', 'en_US', { options: { dryRun: true } }],
	])('those of %s are refused by name, with the way out', async (_case, ofTemplate, ofLanguage, changes) => {
		expect(await service.failing(templateParameters({ variables: variables(ofTemplate, ofLanguage), ...changes }))).toMatchObject({
			outcome: 'not_sent',
			category: 'invalid-input',
			message: `'Placeholders of the Template' belong to another template: ${ofTemplate}, ${ofLanguage}`,
			description: expect.stringMatching(/'Refresh Placeholder List'.*from item to item, set 'Enter Placeholders As' to JSON/),
		});
		expect(service.posts).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['those of the chosen template, beside its text', { variables: { ...variables('order_update', 'en_US'), value: { ...value, message: 'Order {{order_id}}' } } }],
		['those of all its languages', { variables: variables('order_update', '') }],
		['those whose text has the other ID', { variables: { ...variables('order_update', 'en_US'), value: { ...value, message2: 'Order {{order_id}}' } } }],
		['fields that say nothing', { variables: { ...variables('', ''), schema: [{ id: 'message' }] } }],
		['those of another language, if an expression gives the language', { languageCode: "={{ 'en_US' }}", variables: variables('order_update', 'pt_BR') }],
		['JSON', { variablesMode: 'json', variables: variables('order_delay', 'en_US'), variablesJson: '{"header":{"order_id":"1"},"body":{"first_name":"Ada","status":"packed"}}' }],
	])('%s are sent', async (_case, changes) => {
		expect(endsOf(await service.run(templateParameters(changes)))).toEqual(['sent']);
	});
});
