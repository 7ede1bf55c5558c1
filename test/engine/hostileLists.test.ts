import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { editorContext, outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, templateParameters, textParameters } from '../support/messages';
import { orderUpdate, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';

/** Lists and errors of any size and depth: what a broken or ill-meaning service may answer. */

let service: ScriptedService | undefined;
afterEach(async () => await service?.close());

const { listSearch, loadOptions, resourceMapping } = new Messaging().methods;
const getMany = (resource: string): INodeParameters => ({ resource, operation: 'getMany', returnAll: true });

async function credential(answer: (request: ReceivedRequest) => ScriptedAnswer) {
	service = await startService(answer);
	return { baseUrl: service.url, apiKey: 'key-123' };
}

const editor = async (body: unknown, parameters = templateParameters()) =>
	editorContext({ credential: await credential(() => ({ body })), parameters });

describe('an error of 5 MB', () => {
	const long = 'x'.repeat(5_000_000);

	test.each<[string, ScriptedAnswer, number]>([
		['of a page', { status: 400, body: `<html><p>${long}</p></html>` }, 200],
		['of a text', { status: 400, body: long }, 200],
		['in JSON', { status: 400, body: `{"error":{"message":"${long}"}}` }, 200],
		['in JSON, of 500 kB', { status: 400, body: { error: { message: long.slice(0, 500_000), details: long.slice(0, 400_000), code: long.slice(0, 10_000) } } }, 3_000],
	])('%s leaves a few words of it', async (_name, answer, longest) => {
		const run = await runMessaging(
			{ credential: await credential(() => answer), parameters: textParameters(), onError: 'continueRegularOutput' },
			recipients('+12015550123'),
		);
		const { description, outcome } = errorOf(outputOf(run)[0]);
		expect(outcome).toBe('rejected');
		expect(String(description)).toContain('xxxxx');
		expect(String(description).length).toBeLessThan(longest + 300);
	});
});

describe('names of any length', () => {
	const long = 'n'.repeat(200_000);

	test('a template stands in the list with the beginning of its name, and is chosen by all of it', async () => {
		const { results } = await listSearch.searchTemplates.call(await editor({ data: [{ ...orderUpdate, template_name: long, language_code: long }] }));
		expect(results).toMatchObject([{ value: long }]);
		expect(results[0]?.name.length).toBeLessThan(400);
		expect(results[0]?.name).toMatch(/^n+… \(n+…\)$/);
	});

	test('a sending number', async () => {
		const { results } = await listSearch.searchPhoneNumbers.call(await editor({ data: [{ id: '7', name: long, phone: long }] }));
		expect(results).toMatchObject([{ value: '7' }]);
		expect(results[0]?.name.length).toBeLessThan(400);
	});

	test('a language', async () => {
		const [, language] = await loadOptions.getTemplateLanguages.call(await editor({ data: [{ ...orderUpdate, language_code: long }] }));
		expect(language?.value).toBe(long);
		expect(language?.name.length).toBeLessThan(200);
	});

	test('a placeholder', async () => {
		const expected_variables = { body: [{ param_name: long, example: long }] };
		const { fields, emptyFieldsNotice } = await resourceMapping.getTemplateVariables.call(await editor({ data: [{ ...orderUpdate, expected_variables }] }));
		expect(fields).toMatchObject([{ id: `body.${long}` }]);
		expect(fields[0]?.displayName.length).toBeLessThan(400);
		expect(emptyFieldsNotice?.length).toBeLessThan(1_000);
	});
});

test("a placeholder's name is no HTML in the notice of automatic mapping", async () => {
	const expected_variables = { body: [{ param_name: '<img src=x>' }] };
	const { emptyFieldsNotice } = await resourceMapping.getTemplateVariables.call(await editor({ data: [{ ...orderUpdate, expected_variables }] }));
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
			for (const parameters of [getMany('template'), getMany('phoneNumber'), templateParameters(), textParameters({ to: '+12015550123' })]) {
				const settings = { credential: await credential(() => ({ status, body })), parameters, onError: 'continueRegularOutput' as const };
				const run = await runMessaging(settings);
				await service?.close();
				const said = JSON.stringify(outputOf(run).map(({ json }) => (json.error === undefined ? 'read' : errorOf({ json }).message)));
				expect(said).not.toMatch(/call stack|undefined|is not/);
				expect(run.data.resultData.error).toBeUndefined();
			}
		}
	}
});
