import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { useAsTool } from '../support/agent';
import { templateParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { useService } from '../support/useService';

/*
 * Template: Preview.
 */

const service = useService();

const components = [
	{ type: 'HEADER', format: 'TEXT', text: 'Order {{order_id}}' },
	{ type: 'BODY', text: 'Hi {{first_name}}, it is {{status}}.' },
];
const withText = { ...orderUpdate, components };

const parametersOf = (changes: INodeParameters = {}) => templateParameters({ resource: 'template', operation: 'preview', ...changes });
const values = (value: INodeParameters, mappingMode = 'defineBelow') => ({ variables: { mappingMode, value } });
const previewOf = async (changes: INodeParameters = {}, items: INodeExecutionData[] = [{ json: {} }]) => (await service.output(parametersOf(changes), items))[0];

beforeEach(() => service.lists(withText));
afterEach(() => expect(service.posts).toEqual([]));

test('shows the message with its values, and sends nothing', async () => {
	expect(await previewOf()).toEqual({
		name: 'order_update',
		language: 'en_US',
		preview: { header: 'Order A-7', body: 'Hi Ada, it is packed.' },
		missing: [],
		warnings: [],
	});
});

test.each<[string, INodeParameters, INodeExecutionData[]]>([
	['a field that is empty', values({ 'header.order_id': 'A-7', 'body.first_name': 'Ada', 'body.status': '' }), [{ json: {} }]],
	['an expression that gives nothing', values({ 'header.order_id': 'A-7', 'body.first_name': 'Ada', 'body.status': '={{ $json.status }}' }), [{ json: {} }]],
	['one beside other words', values({ 'header.order_id': 'A-7', 'body.first_name': 'Ada', 'body.status': '=now {{ $json.status }}' }), [{ json: {} }]],
	['a field of the input that is not there', values({}, 'autoMapInputData'), [{ json: { order_id: 'A-7', first_name: 'Ada' } }]],
	['JSON without it', { variablesMode: 'json', variablesJson: '{ "header": { "order_id": "A-7" }, "body": { "first_name": "Ada", "status": null } }' }, [{ json: {} }]],
])('names what is missing and keeps its place: %s', async (_what, changes, items) => {
	expect(await previewOf(changes, items)).toMatchObject({ preview: { header: 'Order A-7', body: 'Hi Ada, it is {{status}}.' }, missing: ['body.status'] });
});

test('warns of what it can not be sent without, and of what a person should look at', async () => {
	service.lists({ ...orderUpdate, components: [{ type: 'HEADER', format: 'LOCATION' }, components[1]] });
	const shown = await previewOf(values({ 'header.order_id': 'A-7', 'body.first_name': 'Ada', 'body.status': 'still\nTBD' }));
	expect(shown).toMatchObject({ preview: { header: '[location]' }, warnings: [expect.stringContaining("'Location' is missing"), expect.stringContaining('a line break')] });
});

test('a template whose words are not known has no preview, and says what is missing all the same', async () => {
	service.lists(orderUpdate);
	expect(await previewOf(values({ 'body.first_name': 'Ada' }))).toMatchObject({ preview: null, missing: ['header.order_id', 'body.status'] });
});

test.each<[string, INodeParameters, string]>([
	['no template', { template: { __rl: true, mode: 'name', value: '={{ $json.nothing }}' } }, "'Template' is not set"],
	['a template that is gone', { template: { __rl: true, mode: 'name', value: 'gone' } }, "'Template': the account has no template"],
	['a language that it lacks', { languageCode: 'fr' }, "'Language Name or ID' is not one of the template's languages"],
	['a value that the template does not know', values({ 'body.nickname': 'A' }), "'Placeholders of the Template' has values that the template does not know"],
	['JSON that is none', { variablesMode: 'json', variablesJson: '{' }, "'Placeholders (JSON)' is not valid JSON"],
])('refuses %s', async (_what, changes, message) => {
	expect(await previewOf(changes)).toMatchObject({ error: { category: 'invalid-input', message: expect.stringContaining(message) } });
});

test('an agent can show a draft without being able to send', async () => {
	const tool = parametersOf(values({ 'header.order_id': '={{ $fromAI("order_id") }}', 'body.first_name': '={{ $fromAI("first_name") }}', 'body.status': 'packed' }));
	const [told] = await useAsTool(service.settings(tool), { order_id: 'A-7', first_name: '' });
	expect(JSON.parse(String(told))).toMatchObject([{ preview: { body: 'Hi {{first_name}}, it is packed.' }, missing: ['body.first_name'] }]);
});
