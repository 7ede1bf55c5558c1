import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { createConfig, lintFromString } from '@redocly/openapi-core';

import { sendPath } from '../../nodes/Messaging/request/messageKinds.ts';
import { at, isObject } from '../../nodes/Messaging/text/json.ts';
import * as answers from '../../sandbox/openapi/answers.ts';
import { ada, idOf, inWindow, start } from '../sandbox/support/sandbox.ts';
import { startReceiver } from '../sandbox/support/webhooks.ts';

/** The sandbox's description of itself, `GET /openapi.json`. */

const client = await start();
after(() => client.sandbox.close());

const described = (await client.call('GET', '/openapi.json')).text;
const document: unknown = JSON.parse(described);

void test('it is clean under a public linter', async () => {
	const config = await createConfig({ extends: ['recommended-strict'] });
	const lint = async (source: string) =>
		(await lintFromString({ source, absoluteRef: 'openapi.json', config })).map(({ ruleId, message }) => `${ruleId}: ${message}`);
	assert.deepEqual(await lint(described), []);
	assert.match((await lint(described.replaceAll('operationId', 'x-id'))).join(), /operation-operationId/);
});

void test('it names every endpoint of the API and its sending fields', () => {
	const paths = at(document, 'paths');
	assert.ok(isObject(paths));
	assert.deepEqual(Object.keys(paths).sort(), [
		...Object.values(sendPath),
		'/v1/messaging/media',
		'/v1/messaging/phone_numbers',
		'/v1/messaging/templates',
		'/v1/messaging/webhooks',
		'/v1/messaging/webhooks/{id}',
	].sort());
	const fields = at(document, 'components', 'schemas', 'TemplateSendRequest');
	assert.deepEqual(at(fields, 'required'), ['to', 'phone_number_id', 'template_name', 'language_code']);
	assert.equal(at(fields, 'additionalProperties'), false);
});

void test('it says what is really answered: every answer fits its schema', async (t) => {
	const receiver = await startReceiver();
	t.after(() => receiver.close());
	const path = '/v1/messaging/webhooks';
	const registration = { url: receiver.url, events: ['failed'], secret: 's', form: 'flat', signature: { scheme: 'hmacSha256' } };
	const send = async () => (await client.template('welcome')).body;
	const fail = async () => await client.control(`/messages/${idOf(await client.template('welcome'))}/status`, { status: 'failed' });

	answers.registrationAnswer.parse((await client.call('POST', path, registration)).body);
	answers.registrationsPage.parse((await client.call('GET', path)).body);
	answers.templateSendAnswer.parse(await send());
	await fail();
	answers.statusReport.parse((await receiver.webhook(1)).body);
	await client.control('/faults', { rules: [{ kind: 'held', times: 1 }, { kind: 'unpaid', times: 1 }, { kind: 'no-number' }] });
	answers.templateSendAnswer.parse(await send());
	answers.errorAnswer.parse(await send());
	await fail();
	answers.statusReport.parse((await receiver.webhook(2)).body);
	await client.control('/reply', { from: ada, text: 'Hello' });
	for (const [kind, body] of inWindow) answers.sendAnswer.parse((await client.send(kind, body)).body);
	answers.errorAnswer.parse((await client.send('text', { text: '' })).body);
	answers.errorAnswer.parse((await client.call('GET', '/v1/nothing')).body);
	answers.phoneNumbersPage.parse((await client.call('GET', '/v1/messaging/phone_numbers')).body);
	let next = '/v1/messaging/templates';
	while (next !== '') {
		const page = answers.templatesPage.parse((await client.call('GET', next)).body);
		next = page.paging.next?.slice(client.sandbox.url.length) ?? '';
	}
});
