import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { at } from '../../nodes/Messaging/text/json';
import { answeringByNumber, byNumber } from '../support/byNumber';
import { outputOf } from '../support/engine';
import { errorOf, mediaParameters, templateParameters, textParameters } from '../support/messages';
import type { ScriptedAnswer } from '../support/service';
import { endsOf, hintsOf, jsonOf, to, useService } from '../support/useService';

/*
 * A service with its own paths, whose templates belong to a sending number and whose files belong to a template.
 */

const service = useService();
const { methods } = new Messaging();

const record = (id: string, name: string, language: string, keys: readonly string[]) =>
	({ id, name, language, status: 'APPROVED', expected_variables: { body: keys.map((param_name) => ({ param_name, example: 'x' })) } });
/** Two numbers with a template of the same name, which expects something else. */
const templates = {
	1: [record('a1', 'offer', 'en_US', ['name']), record('a2', 'offer', 'de_DE', ['name']), record('a3', 'only_here', 'en_US', [])],
	2: [record('b1', 'offer', 'en_US', ['name', 'code']), record('b2', 'only_there', 'en_US', [])],
};

const from = (value: string) => ({ __rl: true, mode: 'id', value });
const json = (parameters: INodeParameters = {}) =>
	templateParameters({ to, phoneNumberId: from('={{ $json.from }}'), template: { __rl: true, mode: 'name', value: '={{ $json.template ?? "offer" }}' }, languageCode: '={{ $json.language ?? "en_US" }}', variablesMode: 'json', variablesJson: '={{ $json.values }}', ...parameters });
const item = (number: string, body: object, more: object = {}): INodeExecutionData => ({ json: { from: number, values: { body } as never, ...more } });

const send = async (parameters: INodeParameters, items?: INodeExecutionData[]) =>
	await service.run(parameters, items, { credential: service.credential(byNumber) });
const failing = async (parameters: INodeParameters, items?: INodeExecutionData[]) => errorOf(outputOf(await send(parameters, items))[0]);

const answers = (to?: (url: string) => ScriptedAnswer | undefined) => {
	const lists = answeringByNumber(templates);
	service.answer = (request) => to?.(request.url) ?? lists(request);
};
beforeEach(() => answers());

describe('Send Path', () => {
	const kinds = [
		['template', '/v1/whatsapp/send', () => json()],
		['text', '/v1/whatsapp/send/text', () => textParameters({ to, phoneNumberId: from('1') })],
		['media', '/v1/whatsapp/send/media', () => mediaParameters({ phoneNumberId: from('1') })],
	] as const;

	test.each(kinds)('a %s goes to it, and a dry run shows the same address', async (_kind, path, parameters) => {
		const items = [item('1', { name: 'Ada' })];
		await send(parameters(), items);
		expect(service.posts.map(({ url }) => url)).toEqual([path]);
		const dry = await send({ ...parameters(), options: { dryRun: true } }, items);
		expect(jsonOf(dry)).toMatchObject([{ valid: true, request: { method: 'POST', path } }]);
		expect(service.posts).toHaveLength(1);
	});

	test.each(kinds)('that leads nowhere: the refusal of a %s names the field and the address', async (_kind, path, parameters) => {
		answers((url) => (url === path ? { status: 404, body: { message: `Cannot POST ${path}`, error: 'Not Found', statusCode: 404 } } : undefined));
		expect(await failing(parameters(), [item('1', { name: 'Ada' })])).toMatchObject({
			outcome: 'rejected',
			category: 'not-found',
			description: expect.stringMatching(new RegExp(`^The service said: "Cannot POST ${path}"\\. .* at another address than ${path}\\. Check 'Base URL' .*'Send Path' in the Messaging API credential\\.$`)),
		});
	});

	test.each(['/v1/whatsapp/send/', ' v1/whatsapp/send '])('%j is the same path', async (sendPath) => {
		await service.run(textParameters({ to }), [{ json: {} }], { credential: service.credential({ ...byNumber, sendPath }) });
		expect(service.posts.map(({ url }) => url)).toEqual(['/v1/whatsapp/send/text']);
	});

	test('does not change what a Message Key stands for', async () => {
		service.answer = () => undefined;
		const keyWith = async (sendPath: string) => {
			const run = await service.run(textParameters({ to, options: { idempotencyHeader: 'Idempotency-Key', messageKey: '={{ $json.key }}' } }), [{ json: { key: 'k-1' } }], { credential: service.credential({ ...byNumber, sendPath }) });
			expect(endsOf(run)).toEqual(['sent']);
			return service.posts.at(-1)?.headers['idempotency-key'];
		};
		expect(await keyWith('/v1/whatsapp/send')).toBe(await keyWith('/v2/send'));
	});
});

describe('templates of a sending number', () => {
	test('each message has the placeholders of its own number, and each list is read once', async () => {
		const items = [item('1', { name: 'Ada' }), item('2', { name: 'Bea', code: 'X' }), item('1', { name: 'Cem' }), item('2', { name: 'Dan', code: 'Y' })];
		expect(endsOf(await send(json(), items))).toEqual(['sent', 'sent', 'sent', 'sent']);
		expect(service.requests.filter(({ method }) => method === 'GET').map(({ url }) => url).sort()).toEqual([
			'/v1/whatsapp/phone_numbers/1/templates', '/v1/whatsapp/phone_numbers/2/templates',
		]);
		expect(service.posts.map(({ body }) => [at(body, 'phone_number_id'), at(body, 'variables', 'body')])).toEqual(
			expect.arrayContaining([['1', { name: 'Ada' }], ['2', { name: 'Bea', code: 'X' }], ['1', { name: 'Cem' }], ['2', { name: 'Dan', code: 'Y' }]]),
		);
	});

	test('a template or placeholder that only the other number has is refused, and nothing of it leaves', async () => {
		const run = await send(json(), [item('2', {}, { template: 'only_here' }), item('2', { name: 'Ada' }), item('3', { name: 'Ada' })]);
		expect(jsonOf(run)).toMatchObject([
			{ error: { outcome: 'not_sent', message: expect.stringMatching(/no template "only_here"/) } },
			{ error: { outcome: 'not_sent', message: expect.stringMatching(/code/) } },
			// In JSON, with a name and a language, a message is sent even if the list can't be read.
			{ success: true },
		]);
		expect(service.posts).toHaveLength(1);
	});

	test('the fallback language is looked for at the number', async () => {
		const parameters = json({ additionalFields: { fallbackLanguage: 'de_DE' } });
		const run = await send(parameters, [item('1', { name: 'Ada' }, { language: 'fr_FR' }), item('2', { name: 'Ada', code: 'X' }, { language: 'fr_FR' })]);
		expect(endsOf(run)).toEqual(['sent', 'invalid-input']);
		expect(errorOf(outputOf(run)[1]).message).toMatch(/'Fallback Language' is not one of the template's languages: "de_DE"/);
	});

	test('a template that is refused for all goes on at the other number', async () => {
		service.answer = (request) => (at(request.body, 'phone_number_id') === '1' ? { status: 400, body: { error: { message: 'no', code: 132015 } } } : answeringByNumber(templates)(request));
		const items = [item('1', { name: 'Ada' }), item('2', { name: 'Bea', code: 'X' }), item('1', { name: 'Cem' }), item('2', { name: 'Dan', code: 'Y' })];
		expect(outputOf(await send(json({ options: { concurrency: 1 } }), items)).map((one) => at(one.json, 'error', 'outcome'))).toEqual(['rejected', undefined, 'not_sent', undefined]);
	});

	test('an ID is one part of the address, whatever it holds', async () => {
		await send(json(), [item('a/b?c#d', {})]);
		expect(service.requests[0]?.url).toBe(`/v1/whatsapp/phone_numbers/${encodeURIComponent('a/b?c#d')}/templates`);
	});

	test.each(['..', '.', '%2e%2e', ' ..  ', 'a/../b'])('%j is no sending number: no list is asked for it', async (number) => {
		expect(await failing(templateParameters({ to, phoneNumberId: from('={{ $json.from }}') }), [item(number, {})])).toMatchObject({
			outcome: 'not_sent', category: 'invalid-input', message: "'Sending Number' cannot be used in an address",
		});
		expect(service.requests).toEqual([]);
	});
});

describe('Template: Get Many', () => {
	const getMany = { resource: 'template', operation: 'getMany', returnAll: true };

	test('gives the templates of all numbers, each with its number and its ID', async () => {
		const list = jsonOf(await send(getMany));
		expect(list.map(({ id, phone_number_id, name, language }) => [id, phone_number_id, name, language])).toEqual([
			['a1', '1', 'offer', 'en_US'], ['a2', '1', 'offer', 'de_DE'], ['a3', '1', 'only_here', 'en_US'], ['b1', '2', 'offer', 'en_US'],
			['b2', '2', 'only_there', 'en_US'],
		]);
		expect(jsonOf(await send({ ...getMany, simplify: false }))).toMatchObject([{ ...templates[1][0], phone_number_id: '1' }, {}, {}, {}, {}]);
	});

	test('gives no more than Limit of all numbers together, reads no further number than it needs, and searches all', async () => {
		expect(jsonOf(await send({ ...getMany, returnAll: false, limit: 4 })).map(({ id }) => id)).toEqual(['a1', 'a2', 'a3', 'b1']);
		service.requests.splice(0);
		expect(jsonOf(await send({ ...getMany, returnAll: false, limit: 3 }))).toHaveLength(3);
		expect(service.requests.map(({ url }) => url)).not.toContain('/v1/whatsapp/phone_numbers/2/templates');
		expect(jsonOf(await send({ ...getMany, filters: { search: 'OFFER' } })).map(({ id }) => id)).toEqual(['a1', 'a2', 'b1']);
	});
});

describe('files below a template', () => {
	const file = (data = 'eA=='): Pick<INodeExecutionData, 'binary'> => ({ binary: { data: { data, mimeType: 'image/png', fileName: 'a.png' } } });
	const withFile = (options: INodeParameters = {}) => json({ headerMedia: 'binary', binaryPropertyName: 'data', options });
	const uploads = () => service.posts.filter(({ url }) => url.endsWith('/media'));

	test("a header's file goes to its template in its language, alone in the form, and the message names it", async () => {
		const items = [item('1', { name: 'Ada' }, {}), item('1', { name: 'Bea' }, { language: 'de_DE' }), item('1', { name: 'Cem' }, {})].map((one) => ({ ...one, ...file() }));
		expect(endsOf(await send(withFile({ concurrency: 1 }), items))).toEqual(['sent', 'sent', 'sent']);
		expect(uploads().map(({ url }) => url)).toEqual(['a1', 'a2'].map((id) => `/v1/whatsapp/phone_numbers/1/templates/${id}/media`));
		for (const { body } of uploads()) expect(String(body).match(/ name="[^"]*"/g)).toEqual([' name="file"']);
		expect(service.posts.filter(({ url }) => url.endsWith('/send')).map(({ body }) => at(body, 'media_id'))).toEqual(['media of a1', 'media of a2', 'media of a1']);
	});

	test.each([false, true])('a template whose ID nobody knows: refused before anything leaves (dry run: %s)', async (dryRun) => {
		const lists = answeringByNumber({ 1: [{ ...record('', 'offer', 'en_US', ['name']), id: undefined }] });
		service.answer = lists;
		expect(await failing(withFile({ dryRun }), [{ ...item('1', { name: 'Ada' }), ...file() }])).toMatchObject({
			outcome: 'not_sent', category: 'invalid-input', message: expect.stringMatching(/does not show the ID of this template/), description: expect.stringMatching(/'Media Path'/),
		});
		expect(service.posts).toEqual([]);
	});

	test.each<[number, string, RegExp]>([
		[413, 'Images may have 5 MB', /^The file is too large for the service: "a\.png" has 1 KB$/],
		[415, 'Send png, jpeg, mp4, 3gpp or pdf', /^The service does not take files of this type: "a\.png" is image\/png$/],
	])('%i says what is wrong with the file, and the limits that the service names', async (status, words, message) => {
		answers((url) => (url.endsWith('/media') ? { status, body: { message: words, error: 'Error', statusCode: status } } : undefined));
		const expected = { message: expect.stringMatching(message), description: expect.stringContaining(`The service said: "${words}`) };
		expect(await failing(withFile(), [{ ...item('1', { name: 'Ada' }), ...file() }])).toMatchObject({ outcome: 'not_sent', ...expected });
		expect(await failing(upload('a1'), [{ json: {}, ...file() }])).toMatchObject(expected);
	});

	const upload = (templateId: string) => ({ resource: 'media', operation: 'upload', phoneNumberId: from('1'), binaryPropertyName: 'data', templateId });

	test('Media: Upload takes the ID of the template', async () => {
		expect(jsonOf(await send(upload('a1'), [{ json: {}, ...file() }]))).toEqual([{ media_id: 'media of a1' }]);
		expect(uploads().map(({ url }) => url)).toEqual(['/v1/whatsapp/phone_numbers/1/templates/a1/media']);
	});

	test('Media: Upload without it is refused by its name, and needs none where files belong to the account', async () => {
		expect(await failing(upload(' '), [{ json: {}, ...file() }])).toMatchObject({ category: 'invalid-input', message: "'Template ID' is not set", description: expect.stringMatching(/Template → Get Many/) });
		expect(service.posts).toEqual([]);
		service.answer = ({ url }) => (url === '/v1/messaging/media' ? { body: { media_id: 'm-1' } } : undefined);
		expect(await service.output(upload(''), [{ json: {}, ...file() }])).toEqual([{ media_id: 'm-1' }]);
		expect(String(service.posts.at(-1)?.body)).toMatch(/name="phone_number_id"\r\n\r\n1\r\n/);
	});
});

describe('the editor', () => {
	const chosen = (phoneNumberId: INodeParameters | string) => service.editor(templateParameters({ phoneNumberId, template: { __rl: true, mode: 'list', value: 'offer' }, languageCode: 'en_US', variables: { mappingMode: 'defineBelow', value: null } }), byNumber);
	const names = async (phoneNumberId: INodeParameters) => (await methods.listSearch.searchTemplates.call(chosen(phoneNumberId))).results.map(({ value }) => value);
	const languages = async (phoneNumberId: INodeParameters) => (await methods.loadOptions.getTemplateLanguages.call(chosen(phoneNumberId))).map(({ value }) => value);
	const fields = async (phoneNumberId: INodeParameters) => await methods.resourceMapping.getTemplateVariables.call(chosen(phoneNumberId));

	test('lists templates, languages and placeholders of the chosen number', async () => {
		expect(await names(from('1'))).toEqual(['offer', 'only_here']);
		expect(await names(from('2'))).toEqual(['offer', 'only_there']);
		expect(await languages(from('1'))).toEqual(['auto', 'en_US', 'de_DE']);
		expect(await languages(from('2'))).toEqual(['auto', 'en_US']);
		expect((await fields(from('1'))).fields.map(({ id }) => id)).toEqual(['body.name']);
		expect((await fields(from('2'))).fields.map(({ id }) => id)).toEqual(['body.name', 'body.code']);
	});

	test('asks for the number first if there are several, and takes the only one', async () => {
		const none = from('');
		const first = "'Sending Number' is not set";
		await expect(names(none)).rejects.toMatchObject({ message: first, description: expect.stringMatching(/Choose 'Sending Number' first/) });
		await expect(languages(none)).rejects.toMatchObject({ message: first });
		expect(await fields(none)).toEqual({ fields: [], emptyFieldsNotice: expect.stringMatching(/Choose &#39;Sending Number&#39; first/) });
		const only = answeringByNumber({ 2: templates[2] });
		service.answer = only;
		await service.close();
		await service.open();
		service.answer = only;
		expect(await names(none)).toEqual(['offer', 'only_there']);
	});

	test('says so where an expression gives the number', async () => {
		await expect(names(from('={{ $json.from }}'))).rejects.toMatchObject({ message: expect.stringMatching(/^'Sending Number' is an expression/), description: expect.stringMatching(/Choose a sending number from the list/) });
	});
});

test('hints and outputs are those of a service with the documented paths', async () => {
	expect(hintsOf(await send(json(), [item('1', { name: 'Ada' }), item('2', { name: 'Bea', code: 'X' })]))[0]?.message).toBe('2 accepted.');
});
