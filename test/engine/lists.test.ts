import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { err, ok } from '../../nodes/Messaging/result/result';
import { RecentLists } from '../../nodes/Messaging/editor/accountLists';
import { templateParameters, textParameters } from '../support/messages';
import { workflowToPublish } from '../support/publishing';
import { orderUpdate, type ScriptedAnswer } from '../support/service';
import { jsonOf, useService } from '../support/useService';

const service = useService();

const { listSearch, loadOptions, resourceMapping } = new Messaging().methods;

const editor = (credential = {}) => service.editor(templateParameters(), credential);
const searching = async (filter?: string, credential = {}) => (await listSearch.searchTemplates.call(editor(credential), filter)).results;
const record = (changes: object) => ({ ...orderUpdate, ...changes });
const paths = () => service.requests.map(({ url }) => url);

describe('the list of templates', () => {
	test('shows each name once, with its languages and first words, and hides what is known not to be approved', async () => {
		service.lists(
			record({}),
			record({ template_name: 'thank_you', language_code: 'pt_BR', expected_variables: {} }),
			record({ template_name: 'thank_you', language_code: 'en_US', expected_variables: null }),
			record({ template_name: 'holiday_hours', status: 'PENDING' }),
			record({ template_name: 'autumn_sale', status: 'in_review' }),
			record({ template_name: 'thank_you', language_code: 'de_DE', status: 'PAUSED' }),
			record({ template_name: 'in_other_words', status: 'LIVE' }),
			record({ template_name: 'welcome', status: 'approved', expected_variables: { body: [{ param_name: 1 }] }, components: [{ type: 'BODY', text: 'Good to\nhave you, {{1}}' }] }),
			{ unnamed: true },
		);
		expect(await searching()).toEqual([
			{ name: 'in_other_words (en_US)', value: 'in_other_words' },
			{ name: 'order_update (en_US)', value: 'order_update' },
			{ name: 'thank_you (pt_BR, en_US)', value: 'thank_you' },
			{ name: 'welcome (en_US) · Good to have you, {{1}}', value: 'welcome' },
		]);
	});

	test.each(['order_up', 'Order up', 'order-update', 'en_us', 'en us', 'shoes are packed', 'SHOES'])('finds a template by %j, on whatever page it is', async (filter) => {
		const components = [{ type: 'HEADER', format: 'TEXT', text: 'News' }, { type: 'BODY', text: `${'Hello. '.repeat(20)}Your shoes\nare packed` }];
		service.answer = ({ url }) =>
			url.endsWith('?after=two')
				? { body: { data: [record({ components })] } }
				: { body: { data: [record({ template_name: 'other', language_code: 'de_DE' })], paging: { cursors: { after: 'two' }, next: 'yes' } } };
		const results = await searching(filter);
		expect(results.map(({ value }) => value)).toEqual(['order_update']);
		expect(results[0]?.name.length).toBeLessThan(100);
	});

	test('ends when a page points to itself', async () => {
		service.answer = () => ({ body: { data: [record({})], next_cursor: 'same' } });
		expect(await searching()).toHaveLength(1);
		expect(service.requests).toHaveLength(2);
	});

	test.each([
		'http://127.0.0.1:1/shop/v1/messaging/templates?page=3',
		'/admin',
		'/shopping/templates',
		'/shop/../admin',
		'/shop/%2e%2e/admin',
		'/shop/..%2fadmin',
		'/shop/..;/admin',
		'//user:password@HOST/shop/v1',
	])('never takes the key elsewhere, or out of the base URL, by the link %s', async (link) => {
		service.answer = () => ({ body: { data: [record({})], next: link.replace('HOST', new URL(service.url).host) } });
		await expect(searching('', { baseUrl: `${service.url}/shop` })).rejects.toMatchObject({
			message: 'The list of templates could not be read',
			description: expect.stringContaining('the API key was not sent there'),
		});
		expect(paths()).toEqual(['/shop/v1/messaging/templates']);
	});

	test.each(['/shop/v1/messaging/templates/2', '?page=2', '/shop/?page=2'])('follows the link %s below the base URL', async (link) => {
		service.answer = ({ url }) => ({ body: { data: [record({})], ...(url === '/shop/v1/messaging/templates' ? { next: link } : {}) } });
		await searching('', { baseUrl: `${service.url}/shop/` });
		expect(paths()[1]).toBe(new URL(link, `${service.url}/shop/v1/messaging/templates`).href.slice(service.url.length));
	});

	test.each<[string, ScriptedAnswer, object, string, RegExp]>([
		['nothing at the path', { status: 404, body: {} }, {}, 'The service has no list of templates at this address', /'Templates Path'.*'By Name'/],
		['a wrong key', { status: 401, body: { error: 'bad key' } }, {}, 'The service did not accept the API key', /"bad key"/],
		['a wrong key, with success', { body: { success: false, error: { message: 'bad key', code: 190 } } }, {}, 'The service did not accept the API key', /"bad key"/],
		['a page instead of a list', { body: '<html>Welcome</html>' }, {}, 'The list of templates could not be read', /not with a list/],
		['a part of a list', { body: { data: [record({})], has_more: true } }, {}, 'The list of templates could not be read', /says that it goes on.*'By Name'/],
		['a host that nobody knows', {}, { baseUrl: 'http://no-such-host.invalid' }, 'The service could not be reached', /^(No host has this name|The host's name could not be looked up).*'Base URL'/],
		['a port where nothing answers', {}, { baseUrl: 'http://127.0.0.1:1' }, 'The service could not be reached', /nothing listens at its port.*'Base URL'/],
		['a base URL that is none', {}, { baseUrl: 'api.example.com' }, "'Base URL' in the Messaging API credential is not a URL", /begins with https:/],
	])('says what is wrong and what to check: %s', async (_name, answer, credential, message, description) => {
		service.answer = () => answer;
		await expect(searching('', credential)).rejects.toMatchObject({ message, description: expect.stringMatching(description) });
	});
});

test('the list of sending numbers shows name and number, and keeps large ids exact', async () => {
	service.answer = () => ({ body: '{"data":[{"id":19060000000000012345,"verified_name":"Example Shop","display_phone_number":"+1 201-555-0123"},{"id":"7"}]}' });
	expect((await listSearch.searchPhoneNumbers.call(editor())).results).toEqual([
		{ name: '7', value: '7' },
		{ name: 'Example Shop · +1 201-555-0123', value: '19060000000000012345' },
	]);
});

describe('the languages of a template', () => {
	const languages = async () => await loadOptions.getTemplateLanguages.call(editor());

	test('are to be chosen from two on', async () => {
		service.lists(record({ language_code: 'de_DE' }), record({ language_code: 'en_US' }));
		expect((await languages())[0]?.name).toBe('Automatic: choose one of 2 languages');
	});

	test('are Automatic first, then its own with a name, and the text below it as HTML', async () => {
		service.lists(
			record({ language_code: 'de_DE', components: [{ type: 'BODY', text: 'Guten Tag <b>{{1}}</b>' }] }),
			record({ language_code: 'xx_XX' }),
			record({ language_code: '!' }),
			record({ template_name: 'other', language_code: 'fr_FR' }),
		);
		expect(await languages()).toEqual([
			// It asks to choose one, in the closed list too.
			{ name: 'Automatic: choose one of 3 languages', value: 'auto', description: expect.stringContaining('several languages') },
			{ name: 'German (de_DE)', value: 'de_DE', description: 'Guten Tag &lt;b&gt;{{1}}&lt;/b&gt;' },
			{ name: 'xx_XX', value: 'xx_XX' },
			{ name: '!', value: '!' },
		]);
	});

	test('are only Automatic while an expression names the template, without asking the service', async () => {
		const parameters = templateParameters({ template: { __rl: true, mode: 'name', value: '={{ $json.template }}' } });
		expect(await loadOptions.getTemplateLanguages.call(service.editor(parameters))).toMatchObject([{ value: 'auto' }]);
		expect(service.requests).toEqual([]);
	});
});

test('the list, the languages and the fields of a template are one request; another key and a run read for themselves', async () => {
	await searching();
	await Promise.all([loadOptions.getTemplateLanguages.call(editor()), resourceMapping.getTemplateVariables.call(editor())]);
	await searching('', { apiKey: 'key-2' });
	await service.run(templateParameters());
	const asked = service.requests.filter(({ method }) => method === 'GET').map(({ headers }) => headers.authorization);
	expect(asked).toEqual(['Bearer key-123', 'Bearer key-2', 'Bearer key-123']);
});

describe('a list that is too large as a whole', () => {
	/** So many pages, each with these records. */
	const pages = (count: number, page: string) => {
		service.answer = ({ url }) => {
			const next = Number(url.split('cursor=')[1] ?? 0) + 1;
			return { body: `{"data":[${page}]${next < count ? `,"next_cursor":"${next}"` : ''}}` };
		};
	};
	const records = (count: number) => `{"template_name":"t","id":"1"},`.repeat(count).slice(0, -1);
	const text = `{"template_name":"t","language_code":"en_US","text":"${'a'.repeat(9_800_000)}"}`;
	const [tooMany, tooMuch] = ['has more than 100,000 records', 'is larger than 50 MB'];

	test.each<[string, number, string, string]>([
		['by its records', 3, records(50_000), tooMany],
		['by what its bytes take in memory', 24, `{"template_name":"t","list":[${'{},'.repeat(300_000)}{}]}`, tooMuch],
	])('%s, is refused in a run and in the editor, and the rest is not asked for', async (_how, count, page, why) => {
		pages(count, page);
		const refusal = (name: string) => ({ message: `The list of ${name} is too large: it ${why}`, description: expect.stringContaining(why) });
		for (const [parameters, name] of [[templateParameters(), 'templates'], [getMany('template'), 'templates'], [getMany('phoneNumber'), 'sending numbers']] as const) {
			expect(await service.failing(parameters)).toMatchObject({ category: 'service', ...refusal(name) });
		}
		expect(service.requests.length).toBeLessThanOrEqual(3 * 6);
		await expect(searching('', { baseUrl: `${service.url}/${why.length}` })).rejects.toMatchObject(refusal('templates'));
	});

	test('by its bytes, is refused', async () => {
		pages(24, text);
		expect(await service.failing(templateParameters())).toMatchObject({ message: `The list of templates is too large: it ${tooMuch}` });
		expect(service.requests).toHaveLength(6);
	});

	test('of webhooks, is refused at publishing, in the words that n8n shows then', async () => {
		pages(3, records(50_000));
		const workflow = workflowToPublish({ credential: service.credential({ webhookSecret: 's-1' }), parameters: { events: ['sent'], registration: 'automatic' } });
		await expect(workflow.publish()).rejects.toMatchObject({ message: expect.stringMatching(/the list of webhooks is too large: it has more than 100,000 records.*'Manual'/) });
		expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('over the sending numbers that each have a list of their own, is refused too', async () => {
		const numbers = [1, 2, 3].map((id) => ({ id: String(id) }));
		service.answer = ({ url }) => ({ body: url.includes('numbers') ? { data: numbers } : `{"data":[${records(40_000)}]}` });
		const credential = service.credential({ customizeEndpoints: true, phoneNumbersPath: '/numbers', templatesPath: '/{phone_number_id}/templates' });
		const failure = await service.failing(getMany('template'), undefined, { credential });
		expect(failure).toMatchObject({ message: 'The list of templates is too large: it has more than 100,000 records' });
	});
});

const getMany = (resource: string): INodeParameters => ({ resource, operation: 'getMany', returnAll: true });

test('names of any length stand in lists with their beginning, and are chosen by all of them', async () => {
	const long = 'n'.repeat(200_000);
	const expected_variables = { body: [{ param_name: long, example: long }, { param_name: '<img src=x>' }] };
	service.lists({ ...orderUpdate, id: '7', name: long, phone: long, language_code: long, expected_variables });
	const editor = service.editor(templateParameters());
	const [template] = (await listSearch.searchTemplates.call(editor)).results;
	const [number] = (await listSearch.searchPhoneNumbers.call(editor)).results;
	const [, language] = await loadOptions.getTemplateLanguages.call(editor);
	expect([template?.value, number?.value, language?.value]).toEqual(['order_update', '7', long]);
	for (const one of [template, number, language]) expect(one?.name.length).toBeLessThan(400);
	expect(template?.name).toMatch(/^order_update \(n+…\)$/);
	const { fields, emptyFieldsNotice } = await resourceMapping.getTemplateVariables.call(editor);
	expect(fields[0]).toMatchObject({ id: `body.${long}` });
	expect(fields[0]?.displayName.length).toBeLessThan(400);
	expect(emptyFieldsNotice?.length).toBeLessThan(1_000);
	// It is shown as HTML.
	expect(emptyFieldsNotice).toContain('&lt;img src=x&gt;');
});

test.each([2_500, 100_000])('records and errors nested %d deep are read, or refused in words', async (depth) => {
	const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
	const bodies = [
		`{"data":[{"id":"7","template_name":"t","language_code":"en_US","expected_variables":{"body":[{"param_name":"a","example":${nested}}]},"components":${nested}}]}`,
		`{"error":${nested},"errors":${nested},"success":false}`,
		nested,
	];
	for (const body of bodies) {
		for (const status of [200, 400]) {
			service.answer = () => ({ status, body });
			for (const parameters of [getMany('template'), getMany('phoneNumber'), templateParameters(), textParameters()]) {
				const run = await service.run(parameters);
				expect(JSON.stringify(jsonOf(run).map(({ error }) => Object(error).message))).not.toMatch(/call stack|undefined|is not/);
				expect(run.data.resultData.error).toBeUndefined();
			}
		}
	}
});

test('the editor shows a list again for less than ten seconds without asking the service, and not at all if it could not be read', async () => {
	let now = 0;
	let asked = 0;
	const lists = new RecentLists(() => now);
	const account = Object({ baseUrl: 'https://api.example.com', apiKey: 'key-1' });
	const failure = err({ category: 'network', message: 'down', description: '' } as const);
	const read = async () => await lists.read(Object({ account }), '/t', async () => (asked++ === 0 ? failure : ok([asked])));
	expect(await read()).toEqual(failure);
	for (now of [0, 9_999]) expect(await read()).toEqual(ok([2]));
	now = 10_000;
	expect(await read()).toEqual(ok([3]));
});
