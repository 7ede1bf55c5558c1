/** @jest-environment-options {"ownN8n": true} */
import { Expression } from 'n8n-workflow';

import { textParameters } from '../support/messages';
import { jsonOf, to, useService } from '../support/useService';
import { listeningTo } from '../support/webhook';

const service = useService();

const n8nOwn = Expression.prototype.resolveSimpleParameterValue;

/** An n8n to come, in which digits alone are a number. */
beforeAll(() => {
	Expression.prototype.resolveSimpleParameterValue = function (...given) {
		const value = n8nOwn.apply(this, given);
		return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
	};
});

afterAll(() => {
	Expression.prototype.resolveSimpleParameterValue = n8nOwn;
});

const template = {
	template_name: 'code',
	language_code: 'en',
	status: 'APPROVED',
	expected_variables: { body: [{ param_name: '1' }, { param_name: '2' }] },
};

test('in an n8n that reads fields in another way each field is what that n8n makes of it, and its log says once why it takes longer', async () => {
	service.answer = ({ method }) => (method === 'GET' ? { body: { data: [template] } } : undefined);
	const parameters = textParameters({
		operation: 'sendTemplate',
		template: { __rl: true, mode: 'list', value: 'code' },
		languageCode: 'auto',
		variables: { mappingMode: 'defineBelow', value: { 'body.1': '={{ $json.code }}', 'body.2': '={{ $json.name }}: {{ $json["code"] }}' } },
	});
	const items = [{ json: { to, code: '007', name: 'Ada' } }, { json: { to, code: '08', name: 'Lin' } }];
	const log: string[] = [];
	const runs = await listeningTo(service.editor(parameters), log, async () => [await service.run(parameters, items), await service.run(parameters, items)]);

	expect(runs.flatMap(jsonOf)).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ success: true })));
	const bodies = [{ body: { '1': '7', '2': 'Ada: 007' } }, { body: { '1': '8', '2': 'Lin: 08' } }];
	expect(service.posts.map(({ body }) => Reflect.get(Object(body), 'variables'))).toEqual([...bodies, ...bodies]);
	expect(log).toEqual([expect.stringMatching(/this n8n reads .*name.* in another way than this package.*n8n reads all fields itself/)]);
});
