import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { editorContext } from '../support/engine';
import { templateParameters } from '../support/messages';
import { accepting, orderUpdate, startService, type ScriptedAnswer, type ScriptedService } from '../support/service';

let service: ScriptedService;

beforeEach(async () => {
	service = await startService(accepting);
});

afterEach(async () => {
	await service.close();
});

const { listSearch, loadOptions } = new Messaging().methods;

const editor = (parameters: INodeParameters = templateParameters()) =>
	editorContext({ credential: { baseUrl: service.url, apiKey: 'key-123' }, parameters });

async function answering(answer: (url: string) => ScriptedAnswer) {
	await service.close();
	service = await startService(({ url }) => answer(url));
}

const record = (changes: object) => ({ ...orderUpdate, ...changes });

describe('the list of templates', () => {
	test('shows each name once, with its languages and first words, and hides what is known not to be approved', async () => {
		await answering(() => ({
			body: {
				data: [
					record({}),
					record({ template_name: 'thank_you', language_code: 'pt_BR', expected_variables: {} }),
					record({ template_name: 'thank_you', language_code: 'en_US', expected_variables: null }),
					record({ template_name: 'holiday_hours', status: 'PENDING' }),
					record({ template_name: 'autumn_sale', status: 'in_review' }),
					record({ template_name: 'thank_you', language_code: 'de_DE', status: 'PAUSED' }),
					record({ template_name: 'in_other_words', status: 'LIVE' }),
					record({ template_name: 'welcome', status: 'approved', expected_variables: { body: [{ param_name: 1 }] }, components: [{ type: 'BODY', text: 'Good to\nhave you, {{1}}' }] }),
					{ unnamed: true },
				],
			},
		}));
		expect(await listSearch.searchTemplates.call(editor())).toEqual({
			results: [
				{ name: 'in_other_words (en_US)', value: 'in_other_words' },
				{ name: 'order_update (en_US)', value: 'order_update' },
				{ name: 'thank_you (pt_BR, en_US)', value: 'thank_you' },
				{ name: 'welcome (en_US) · Good to have you, {{1}}', value: 'welcome' },
			],
		});
	});

	test.each(['order_up', 'Order up', 'order-update', 'en_us', 'en us', 'shoes are packed', 'SHOES'])('finds a template by %j', async (filter) => {
		const components = [{ type: 'HEADER', format: 'TEXT', text: 'News' }, { type: 'BODY', text: `${'Hello. '.repeat(20)}Your shoes\nare packed` }];
		await answering(() => ({ body: { data: [record({ components }), record({ template_name: 'other', language_code: 'de_DE' })] } }));
		const { results } = await listSearch.searchTemplates.call(editor(), filter);
		expect(results.map(({ value }) => value)).toEqual(['order_update']);
		expect(results[0]?.name.length).toBeLessThan(100);
	});

	test('is searched over all pages, in any letter case', async () => {
		await answering((url) =>
			url.endsWith('?after=two')
				? { body: { data: [record({ template_name: 'Second' })] } }
				: { body: { data: [record({})], paging: { cursors: { after: 'two' }, next: 'yes' } } },
		);
		const { results } = await listSearch.searchTemplates.call(editor(), 'SECOND');
		expect(results.map(({ value }) => value)).toEqual(['Second']);
	});

	test('ends when a page points to itself', async () => {
		await answering(() => ({ body: { data: [record({})], next_cursor: 'same' } }));
		const { results } = await listSearch.searchTemplates.call(editor());
		expect(results).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});

	test('follows a next link on the same origin, and never takes the key to another one', async () => {
		await answering((url) =>
			url.includes('page=2')
				? { body: { data: [], next: 'http://127.0.0.1:1/v1/messaging/templates?page=3' } }
				: { body: { data: [], next: '/v1/messaging/templates?page=2' } },
		);
		await expect(listSearch.searchTemplates.call(editor())).rejects.toMatchObject({
			message: 'The list of templates could not be read',
			description: expect.stringContaining('the API key was not sent there'),
		});
		expect(service.requests.map(({ url }) => url)).toEqual([
			'/v1/messaging/templates',
			'/v1/messaging/templates?page=2',
		]);
	});

	test.each(['/admin', '/shopping/templates', '/shop/../admin', '/shop/%2e%2e/admin', '/shop/..%2fadmin', '/shop/..;/admin', '//user:password@HOST/shop/v1'])(
		'never takes the key out of the base URL by the link %s',
		async (link) => {
			await answering(() => ({ body: { data: [record({})], next: link.replace('HOST', new URL(service.url).host) } }));
			const credential = { baseUrl: `${service.url}/shop`, apiKey: 'key-123' };
			await expect(listSearch.searchTemplates.call(editorContext({ credential, parameters: templateParameters() }))).rejects.toMatchObject({
				description: expect.stringContaining('the API key was not sent there'),
			});
			expect(service.requests.map(({ url }) => url)).toEqual(['/shop/v1/messaging/templates']);
		},
	);

	test.each(['/shop/v1/messaging/templates/2', '?page=2', '/shop/?page=2'])('follows the link %s below the base URL', async (link) => {
		await answering((url) => ({ body: { data: [record({})], ...(url === '/shop/v1/messaging/templates' ? { next: link } : {}) } }));
		const credential = { baseUrl: `${service.url}/shop/`, apiKey: 'key-123' };
		await listSearch.searchTemplates.call(editorContext({ credential, parameters: templateParameters() }));
		expect(service.requests[1]?.url).toBe(new URL(link, `${service.url}/shop/v1/messaging/templates`).href.slice(service.url.length));
	});

	test.each<[string, ScriptedAnswer, string, RegExp]>([
		['nothing at the path', { status: 404, body: {} }, 'The service has no list of templates at this address', /'Templates Path'.*'By Name'/],
		['a wrong key', { status: 401, body: { error: 'bad key' } }, 'The service did not accept the API key', /"bad key"/],
		['a page instead of a list', { body: '<html>Welcome</html>' }, 'The list of templates could not be read', /not with a list/],
	])('says what is wrong: %s', async (_name, answer, message, description) => {
		await answering(() => answer);
		await expect(listSearch.searchTemplates.call(editor())).rejects.toMatchObject({
			message,
			description: expect.stringMatching(description),
		});
	});

	test.each<[string, string, RegExp]>([
		['a host that nobody knows', 'http://no-such-host.invalid', /^(No host has this name|The host's name could not be looked up).*'Base URL'/],
		['a port where nothing answers', 'http://127.0.0.1:1', /nothing listens at its port.*'Base URL'/],
	])('says what to check: %s', async (_case, baseUrl, description) => {
		const context = editorContext({ credential: { baseUrl, apiKey: 'key-123' }, parameters: templateParameters() });
		await expect(listSearch.searchTemplates.call(context)).rejects.toMatchObject({
			message: 'The service could not be reached',
			description: expect.stringMatching(description),
		});
	});

	test('a base URL that is none is named before anything is sent', async () => {
		const context = editorContext({
			credential: { baseUrl: 'api.example.com', apiKey: 'key-123' },
			parameters: templateParameters(),
		});
		await expect(listSearch.searchTemplates.call(context)).rejects.toMatchObject({
			message: "'Base URL' in the Messaging API credential is not a URL",
			description: expect.stringContaining('begins with https://'),
		});
	});
});

test('the list of sending numbers shows name and number, and keeps large ids exact', async () => {
	await answering(() => ({
		body: '{"data":[{"id":19060000000000012345,"verified_name":"Example Shop","display_phone_number":"+1 201-555-0123"},{"id":"7"}]}',
	}));
	expect(await listSearch.searchPhoneNumbers.call(editor())).toEqual({
		results: [
			{ name: '7', value: '7' },
			{ name: 'Example Shop · +1 201-555-0123', value: '19060000000000012345' },
		],
	});
});

test('lists are read from the paths of the credential', async () => {
	await answering((url) => (url === '/v2/tpl' ? { body: [record({})] } : { status: 404 }));
	const context = editorContext({
		credential: { baseUrl: service.url, apiKey: 'key-123', customizeEndpoints: true, templatesPath: '/v2/tpl' },
		parameters: templateParameters(),
	});
	expect((await listSearch.searchTemplates.call(context)).results).toHaveLength(1);
});

describe('the languages of a template', () => {
	test('Automatic first, then its own', async () => {
		await answering(() => ({
			body: { data: [record({ language_code: 'es_ES' }), record({ template_name: 'other', language_code: 'de_DE' })] },
		}));
		const languages = await loadOptions.getTemplateLanguages.call(editor());
		expect(languages.map(({ value }) => value)).toEqual(['auto', 'es_ES']);
	});

	test('Automatic asks to choose one, in the closed list too, where a template has several', async () => {
		await answering(() => ({ body: { data: ['de_DE', 'es_ES'].map((language_code) => record({ language_code })) } }));
		const [first] = await loadOptions.getTemplateLanguages.call(editor());
		expect(first).toEqual({ name: 'Automatic: choose one of 2 languages', value: 'auto', description: expect.stringContaining('several languages') });
	});

	test('have a name, and the text below it as HTML', async () => {
		const components = [{ type: 'BODY', text: 'Guten Tag <b>{{1}}</b>' }];
		await answering(() => ({
			body: { data: [record({ language_code: 'de_DE', components }), record({ language_code: 'xx_XX' }), record({ language_code: '!' })] },
		}));
		expect((await loadOptions.getTemplateLanguages.call(editor())).slice(1)).toEqual([
			{ name: 'German (de_DE)', value: 'de_DE', description: 'Guten Tag &lt;b&gt;{{1}}&lt;/b&gt;' },
			{ name: 'xx_XX', value: 'xx_XX' },
			{ name: '!', value: '!' },
		]);
	});

	test('only Automatic while an expression names the template, without asking the service', async () => {
		const parameters = templateParameters({ template: { __rl: true, mode: 'name', value: '={{ $json.template }}' } });
		const languages = await loadOptions.getTemplateLanguages.call(editor(parameters));
		expect(languages.map(({ value }) => value)).toEqual(['auto']);
		expect(service.requests).toEqual([]);
	});
});
