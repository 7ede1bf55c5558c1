import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { templateParameters, textParameters } from '../support/messages';
import { orderUpdate, type ReceivedRequest } from '../support/service';
import { useService } from '../support/useService';

/** Lists of many pages and of long ones, and errors of any size. */

const service = useService();
const getMany: INodeParameters = { resource: 'phoneNumber', operation: 'getMany', returnAll: true };

test('100,000 records in one page are 100,000 items', async () => {
	service.answer = () => ({ body: `{"data":[${'{"id":1},'.repeat(99_999)}{"id":2}]}` });
	expect(await service.output(getMany)).toHaveLength(100_000);
});

describe('a list that never ends', () => {
	const endless = ({ url }: ReceivedRequest) => ({ body: { data: [{ id: '1' }], next_cursor: `${Number(url.split('cursor=')[1] ?? 0) + 1}` } });

	test('is an error after 1,000 pages, which says so, and no part of it is taken for all', async () => {
		service.answer = endless;
		expect(await service.output(getMany)).toMatchObject([
			{
				error: {
					category: 'service',
					message: 'The list of sending numbers could not be read',
					description: expect.stringMatching(/did not end after 1,000 pages.*'Sending Numbers Path'/),
				},
			},
		]);
		expect(service.requests).toHaveLength(1_000);
	});

	test('one of exactly 1,000 pages is read to its end', async () => {
		service.answer = (request) => (request.url.endsWith('cursor=999') ? { body: { data: [{ id: 'last' }] } } : endless(request));
		expect(await service.output(getMany)).toHaveLength(1_000);
	});
});

test.each([' ', '+'])('an error of 10 MB of %j, the most that is read, does not hold up n8n', async (blank) => {
	service.answer = () => ({ status: 400, headers: { 'content-type': 'text/html' }, body: blank.repeat(10_000_000) });
	const start = performance.now();
	expect(await service.failing(textParameters())).toMatchObject({ outcome: 'rejected', httpStatus: 400 });
	expect(performance.now() - start).toBeLessThan(15_000);
}, 60_000);

test('a template of very many languages names some of them', async () => {
	service.lists(...Array.from({ length: 20_000 }, (_, place) => ({ ...orderUpdate, language_code: `l${place}` })));
	const { results } = await new Messaging().methods.listSearch.searchTemplates.call(service.editor(templateParameters()));
	expect(results[0]?.name).toMatch(/l19 and 19980 more\)$/);
});

test('a message that lacks the values of 16,000 placeholders names the first of them', async () => {
	const body = Array.from({ length: 16_000 }, (_, place) => ({ param_name: place + 1 }));
	const components = [{ type: 'BODY', text: body.map(({ param_name }) => `word {{${param_name}}}`).join(' ') }];
	service.lists({ ...orderUpdate, expected_variables: { body }, components });
	const { message } = await service.failing(templateParameters({ variables: { mappingMode: 'defineBelow', value: {} } }));
	expect(message).toMatch(/^'Placeholders of the Template' has no text for 'Body \{\{1\}\}', 'Body \{\{2\}\}', .* and 15980 more$/);
});
