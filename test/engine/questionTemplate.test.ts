import type { INodeParameters } from 'n8n-workflow';

import { resourceMapping } from '../../nodes/Messaging/editor/resourceMapping';
import { form, questionParameters, savedOf, startLinks, type LinkServer } from '../support/question';
import { jsonOf, useService } from '../support/useService';

const service = useService();
let links: LinkServer;

beforeAll(async () => {
	links = await startLinks(() => service.settings(question()));
});
afterAll(async () => await links.close());

const names = { template_name: 'ask_first', language_code: 'en_US', status: 'APPROVED' };
const bodyAndButton = { body: [{ param_name: 'name', example: 'Ada' }], buttons: [{ param_name: '1', example: 'x' }] };

/** A template whose record shows the addresses of its buttons. */
const withAddresses = (...urls: string[]) => ({
	...names,
	expected_variables: { body: [{ param_name: 'name', example: 'Ada' }], buttons: urls.map((_url, place) => ({ param_name: String(place + 1) })) },
	components: [
		{ type: 'BODY', text: 'A discount for {{name}}?' },
		{ type: 'BUTTONS', buttons: urls.map((url) => ({ type: 'URL', text: 'Answer', url })) },
	],
});

const question = (changes: INodeParameters = {}): INodeParameters =>
	questionParameters({
		sendAs: 'template',
		template: { __rl: true, mode: 'list', value: 'ask_first' },
		languageCode: 'auto',
		variablesMode: 'fields',
		variables: { mappingMode: 'defineBelow', value: { 'body.name': 'Ada' } },
		...changes,
	});
const ask = async (changes: INodeParameters = {}) => await service.run(question(changes), [{ json: { name: 'Ada' } }]);

const sent = (): unknown[] => service.posts.map(({ body }) => body);
const ending = /^execution-1\/node-1\?q=[\w-]{8}&signature=[0-9a-f]{64}$/;

test.each<[string, () => object, RegExp]>([
	['its address', () => withAddresses('http://localhost/webhook-waiting/{{1}}'), ending],
	['a shorter address of this n8n', () => withAddresses('http://LOCALHOST/{{1}}'), /^webhook-waiting\/execution-1\/node-1\?/],
	['no address', () => ({ ...names, expected_variables: bodyAndButton }), ending],
])('the button of a template whose record shows %s carries the link', async (_name, record, value) => {
	service.lists(record());
	const run = await ask();
	expect(sent()).toEqual([
		expect.objectContaining({ template_name: 'ask_first', variables: { body: { name: 'Ada' }, buttons: { 1: expect.stringMatching(value) } } }),
	]);
	expect(run.waitTill).toBeDefined();
	const link = `http://localhost/webhook-waiting/execution-1/node-1?${String(JSON.stringify(sent()[0]).split('?')[1]).split('"')[0]}`;
	const { page, workflowData } = await links.click(link, savedOf(run), form({ answer: 'approve' }));
	expect(page).toContain('Thank you');
	expect(workflowData).toBeDefined();
});

test('of several buttons the one that leads to this n8n carries it; the others are filled as ever', async () => {
	service.lists(withAddresses('https://shop.example.com/{{1}}', 'http://localhost/webhook-waiting/{{1}}'));
	await ask({ variables: { mappingMode: 'defineBelow', value: { 'body.name': 'Ada', 'buttons.1': 'a-7', 'buttons.2': 'of another operation' } } });
	expect(sent()).toEqual([
		expect.objectContaining({ variables: { body: { name: 'Ada' }, buttons: { 1: 'a-7', 2: expect.stringMatching(ending) } } }),
	]);
});

test.each<[string, INodeParameters]>([
	['as JSON', { variablesMode: 'json', variablesJson: '{ "body": { "name": "Ada" } }' }],
	['from the item', { variables: { mappingMode: 'autoMapInputData', value: null } }],
])('its values are given %s, without the one for the link', async (_name, changes) => {
	service.lists(withAddresses('http://localhost/webhook-waiting/{{1}}'));
	await ask(changes);
	expect(sent()).toEqual([
		expect.objectContaining({ variables: { body: { name: 'Ada' }, buttons: { 1: expect.stringMatching(ending) } } }),
	]);
});

test.each<[string, INodeParameters]>([
	['by column', { variables: { mappingMode: 'defineBelow', value: { 'body.name': 'Ada \u202e% 01\u200b' } } }],
	['as JSON', { variablesMode: 'json', variablesJson: JSON.stringify({ body: { name: 'Ada \u202e% 01\u200b' } }) }],
])('shows what nobody sees in the values of the question, given %s: they could look like other words', async (_how, changes) => {
	service.lists(withAddresses('http://localhost/webhook-waiting/{{1}}'));
	await ask(changes);
	expect(sent()).toEqual([
		expect.objectContaining({ variables: { body: { name: 'Ada \\u202e% 01\\u200b' }, buttons: { 1: expect.stringMatching(ending) } } }),
	]);
});

test.each<[string, () => object]>([
	['leads elsewhere', () => withAddresses('https://shop.example.com/orders/{{1}}')],
	['goes on behind the placeholder', () => withAddresses('http://localhost/webhook-waiting/{{1}}/end')],
	['is not there', () => ({ ...names, expected_variables: { body: [{ param_name: 'name' }] } })],
	['cannot be told from another', () => ({ ...names, expected_variables: { ...bodyAndButton, buttons: [{ param_name: '1' }, { param_name: '2' }] } })],
])('a template whose button %s is refused, with the address that it needs', async (_name, record) => {
	service.lists(record());
	const run = await ask();
	expect(sent()).toEqual([]);
	expect(run.waitTill).toBeUndefined();
	const description = expect.stringContaining('http://localhost/webhook-waiting/{{1}}');
	expect(jsonOf(run)).toMatchObject([{ error: { outcome: 'not_sent', category: 'invalid-input', description } }]);
});

test('the panel asks for every value but the one for the link, and requires none of several that could be it', async () => {
	service.lists(withAddresses('http://localhost/webhook-waiting/{{1}}'));
	const { fields } = await resourceMapping.getTemplateVariables.call(service.editor(question()));
	expect(fields.map(({ id }) => id)).toEqual(['message', 'body.name']);
	service.lists(withAddresses('https://shop.example.com/{{1}}', 'http://localhost/webhook-waiting/{{1}}'));
	// Lists are kept for a while, for each account.
	const several = await resourceMapping.getTemplateVariables.call(service.editor(question(), { apiKey: 'key-456' }));
	expect(several.fields.filter(({ id }) => id.startsWith('buttons')).map(({ required }) => required)).toEqual([false, false]);
});

test('a placeholder in which an expression is empty is refused: whoever approves must know that a word is missing', async () => {
	service.lists({ ...names, expected_variables: bodyAndButton });
	const run = await ask({ variables: { mappingMode: 'defineBelow', value: { 'body.name': '=a discount of {{ $json.none ?? $json.name.slice(3) }} %' } } });
	expect(jsonOf(run)).toMatchObject([{ error: { message: expect.stringMatching(/slice\(3\) \}\} gives nothing$/) } }]);
	expect(sent()).toEqual([]);
});
