import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { templateParameters, textParameters } from '../support/messages';
import { orderUpdate, type ScriptedAnswer } from '../support/service';
import { jsonOf, useService } from '../support/useService';

/** Lists and errors of any size and depth: what a broken or ill-meaning service may answer. */

const service = useService();
const { listSearch, loadOptions, resourceMapping } = new Messaging().methods;
const getMany = (resource: string): INodeParameters => ({ resource, operation: 'getMany', returnAll: true });

const huge = 'x'.repeat(5_000_000);

test.each<[string, ScriptedAnswer, number]>([
	['of a page', { status: 400, body: `<html><p>${huge}</p></html>` }, 500],
	['of a text', { status: 400, body: huge }, 500],
	['in JSON', { status: 400, body: `{"error":{"message":"${huge}"}}` }, 500],
	['in several fields', { status: 400, body: { error: { message: huge.slice(0, 500_000), details: huge.slice(0, 400_000), code: huge.slice(0, 10_000) } } }, 3_300],
])('an error of 5 MB %s leaves a few words of it', async (_name, answer, longest) => {
	service.answer = () => answer;
	const { description, outcome } = await service.failing(textParameters());
	expect(outcome).toBe('rejected');
	expect(String(description)).toContain('xxxxx');
	expect(String(description).length).toBeLessThan(longest);
});

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

test.each([100, 2_500, 100_000])('records and errors nested %d deep are read, or refused in words', async (depth) => {
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
