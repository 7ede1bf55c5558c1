import { ada, idOf, start, type Client } from './support/sandbox';
import { at } from '../../nodes/Messaging/text/json';
import * as answers from '../../sandbox/openapi/answers';
import { lintOpenApi } from './support/openApiLint.mts';
import { startReceiver } from './support/receiver';

let client: Client;

beforeAll(async () => {
	client = await start();
});

afterAll(() => client.sandbox.close());

const document = async () => (await client.call('GET', '/openapi.json')).body;

it('is clean under a public linter', async () => {
	const described = JSON.stringify(await document());
	const [ours, faulty] = lintOpenApi(described, described.replaceAll('operationId', 'x-id'));
	expect(ours).toEqual([]);
	expect(faulty).toContainEqual(expect.stringContaining('operation-operationId'));
});

it('names every endpoint of the API and its sending fields', async () => {
	const described = await document();
	expect(Object.keys(Object(at(described, 'paths'))).sort()).toEqual([
		'/v1/messaging/media',
		'/v1/messaging/phone_numbers',
		'/v1/messaging/send',
		'/v1/messaging/send/media',
		'/v1/messaging/send/text',
		'/v1/messaging/templates',
		'/v1/messaging/webhooks',
		'/v1/messaging/webhooks/{id}',
	]);
	const fields = at(described, 'components', 'schemas', 'TemplateSendRequest');
	expect(at(fields, 'required')).toEqual(['to', 'phone_number_id', 'template_name', 'language_code']);
	expect(at(fields, 'additionalProperties')).toBe(false);
});

it('says what is really answered: every answer fits its schema', async () => {
	const receiver = await startReceiver();
	const path = '/v1/messaging/webhooks';
	const registered = await client.call('POST', path, {
		url: receiver.url,
		events: ['failed'],
		secret: 's',
		form: 'flat',
		signature: { scheme: 'hmacSha256' },
	});
	const template = await client.send('template', { template_name: 'welcome', language_code: 'en_US' });
	await client.control('/reply', { from: ada, text: 'Hello' });
	await client.control(`/messages/${idOf(template)}/status`, { status: 'failed' });
	const [webhook] = await receiver.first(1);

	answers.templateSendAnswer.parse(template.body);
	await client.control('/faults', { rules: [{ kind: 'held', times: 1 }, { kind: 'unpaid', times: 1 }, { kind: 'no-number' }] });
	const welcome = { template_name: 'welcome', language_code: 'en_US' };
	answers.templateSendAnswer.parse((await client.send('template', welcome)).body);
	answers.errorAnswer.parse((await client.send('template', welcome)).body);
	await client.control(`/messages/${idOf(await client.send('template', welcome))}/status`, { status: 'failed' });
	answers.statusReport.parse(JSON.parse((await receiver.first(2))[1]?.body ?? ''));
	await client.control('/faults', { rules: [] });
	answers.sendAnswer.parse((await client.send('text', { text: 'Hi' })).body);
	answers.errorAnswer.parse((await client.send('text', { text: '' })).body);
	answers.errorAnswer.parse((await client.call('GET', '/v1/nothing')).body);
	answers.phoneNumbersPage.parse((await client.call('GET', '/v1/messaging/phone_numbers')).body);
	answers.registrationAnswer.parse(registered.body);
	answers.registrationsPage.parse((await client.call('GET', path)).body);
	answers.statusReport.parse(JSON.parse(webhook?.body ?? ''));
	let next = '/v1/messaging/templates';
	while (next !== '') {
		const page = answers.templatesPage.parse((await client.call('GET', next)).body);
		next = page.paging.next?.slice(client.sandbox.url.length) ?? '';
	}
	await receiver.close();
});
