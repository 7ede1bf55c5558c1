import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { editorContext, outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, templateParameters, textParameters } from '../support/messages';
import { accepting, orderUpdate, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';

/** Lists of many pages and of long ones, and errors of any size. */

let service: ScriptedService | undefined;
afterEach(async () => await service?.close());

const getMany = (resource: string): INodeParameters => ({ resource, operation: 'getMany', returnAll: true });

async function credential(answer: (request: ReceivedRequest) => ScriptedAnswer) {
	service = await startService(answer);
	return { baseUrl: service.url, apiKey: 'key-123' };
}

test('200,000 records in one page are 200,000 items', async () => {
	const body = `{"data":[${'{"id":1},'.repeat(199_999)}{"id":2}]}`;
	const run = await runMessaging({ credential: await credential(() => ({ body })), parameters: getMany('phoneNumber') });
	expect(outputOf(run)).toHaveLength(200_000);
});

describe('a list that never ends', () => {
	const endless = ({ url }: ReceivedRequest): ScriptedAnswer => ({
		body: { data: [{ ...orderUpdate, id: '1' }], next_cursor: `${Number(url.split('cursor=')[1] ?? 0) + 1}` },
	});

	test('is an error after 1,000 pages, which says so, and no part of it is taken for all', async () => {
		const run = await runMessaging({ credential: await credential(endless), parameters: getMany('phoneNumber'), onError: 'continueRegularOutput' });
		expect(outputOf(run)).toHaveLength(1);
		expect(errorOf(outputOf(run)[0])).toMatchObject({
			category: 'service',
			message: 'The list of sending numbers could not be read',
			description: expect.stringMatching(/did not end after 1,000 pages.*'Sending Numbers Path'/),
		});
		expect(service?.requests).toHaveLength(1_000);
	});

	test('one of exactly 1,000 pages is read to its end', async () => {
		const run = await runMessaging({
			credential: await credential((request) => (request.url.endsWith('cursor=999') ? { body: { data: [{ id: 'last' }] } } : endless(request))),
			parameters: getMany('phoneNumber'),
		});
		expect(outputOf(run)).toHaveLength(1_000);
	});
});

test.each([' ', '+'])('an error of 10 MB of %j, the most that is read, does not hold up n8n', async (blank) => {
	const answer = { status: 400, headers: { 'content-type': 'text/html' }, body: blank.repeat(10_000_000) };
	const start = performance.now();
	const run = await runMessaging(
		{ credential: await credential(() => answer), parameters: textParameters(), onError: 'continueRegularOutput' },
		recipients('+12015550123'),
	);
	expect(performance.now() - start).toBeLessThan(15_000);
	expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'rejected', httpStatus: 400 });
}, 60_000);

test('a template of very many languages names some of them', async () => {
	const data = Array.from({ length: 20_000 }, (_, place) => ({ ...orderUpdate, language_code: `l${place}` }));
	const { results } = await new Messaging().methods.listSearch.searchTemplates.call(editorContext({ credential: await credential(() => ({ body: { data } })), parameters: templateParameters() }));
	expect(results[0]?.name).toMatch(/l19 and 19980 more\)$/);
});

test('a message that lacks the values of 16,000 placeholders names the first of them', async () => {
	const expected_variables = { body: Array.from({ length: 16_000 }, (_, place) => ({ param_name: place + 1 })) };
	const components = [{ type: 'BODY', text: expected_variables.body.map(({ param_name }) => `word {{${param_name}}}`).join(' ') }];
	const run = await runMessaging({
		credential: await credential((request) =>
			request.method === 'GET' ? { body: { data: [{ ...orderUpdate, expected_variables, components }] } } : accepting(request),
		),
		parameters: templateParameters({ variables: { mappingMode: 'defineBelow', value: {} } }),
		onError: 'continueRegularOutput',
	});
	const { message } = errorOf(outputOf(run)[0]);
	expect(message).toMatch(/^'Placeholders of the Template' has no text for 'Body \{\{1\}\}', 'Body \{\{2\}\}', .* and 15980 more$/);
});
