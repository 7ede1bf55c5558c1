import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { Cluster } from './cluster.mts';

const messaging = { name: 'n8n-nodes-messaging.messaging', version: 1 };
const named = z.array(z.object({ name: z.string(), value: z.string() }));

/** What the editor asks of n8n's main process while a person fills in the node. */
export function editorTests(cluster: Cluster): void {
	const ask = <T,>(what: string, methodName: string, shape: z.ZodType<T, z.ZodTypeDef, unknown>, parameters: object = {}) =>
		cluster.session.request('POST', `/dynamic-node-parameters/${what}`, shape, {
			path: `parameters.${methodName}`,
			nodeTypeAndVersion: messaging,
			methodName,
			currentNodeParameters: { resource: 'message', operation: 'sendTemplate', ...parameters },
			credentials: { messagingApi: cluster.credential },
		});
	const template = { template: { __rl: true, mode: 'list', value: 'order_update' }, languageCode: 'auto' };

	void test("the credential's test tells a right key from a wrong one", async () => {
		const answer = z.object({ status: z.string(), message: z.string() });
		const tried = (apiKey: string) =>
			cluster.session.request('POST', '/credentials/test', answer, {
				credentials: { ...cluster.credential, type: 'messagingApi', data: { baseUrl: cluster.service.url, apiKey } },
			});
		assert.equal((await tried(cluster.service.apiKey)).status, 'OK');
		const wrong = await tried('not-the-key');
		assert.equal(wrong.status, 'Error');
		assert.match(wrong.message, /did not accept the API key/);
	});

	void test('the editor lists sending numbers, templates and languages, and shows the placeholders', async () => {
		const results = z.object({ results: named });
		const numbers = await ask('resource-locator-results', 'searchPhoneNumbers', results);
		assert.ok(numbers.results.some(({ value }) => value === '1906000000000001'));
		const templates = await ask('resource-locator-results', 'searchTemplates', results);
		assert.ok(templates.results.some(({ value }) => value === 'order_update'));
		const languages = await ask('options', 'getTemplateLanguages', named, template);
		assert.ok(languages.some(({ value }) => value === 'en_US'));
		const fields = z.object({ fields: z.array(z.object({ id: z.string() })) });
		const mapper = await ask('resource-mapper-fields', 'getTemplateVariables', fields, template);
		assert.deepEqual(mapper.fields.map(({ id }) => id), ['message', 'header.order_id', 'body.first_name', 'body.status']);
	});
}
