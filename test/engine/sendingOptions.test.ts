import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { accepting, startService, type ScriptedService } from '../support/service';

let service: ScriptedService;

beforeEach(async () => {
	service = await startService(accepting);
});

afterEach(async () => {
	await service.close();
});

const send = async (options: INodeParameters, onError?: 'continueRegularOutput') =>
	await runMessaging(
		{
			credential: { baseUrl: service.url, apiKey: 'key-123' },
			parameters: textParameters({ options }),
			...(onError === undefined ? {} : { onError }),
		},
		recipients('+12015550101', '+12015550102'),
	);

test.each<[INodeParameters, string]>([
	[{ concurrency: 0 }, "'Concurrency' in the options is not a whole number from 1 to 100"],
	[{ concurrency: 101 }, "'Concurrency' in the options is not a whole number from 1 to 100"],
	[{ concurrency: 2.5 }, "'Concurrency' in the options is not a whole number from 1 to 100"],
	[{ concurrency: '={{ "many" }}' }, "'Concurrency' in the options is not a whole number from 1 to 100"],
	[{ messagesPerSecond: -1 }, "'Messages per Second' in the options is not a number from 0 to 10000"],
	[{ messagesPerSecond: '={{ NaN }}' }, "'Messages per Second' in the options is not a number from 0 to 10000"],
	[{ maxAttempts: 11 }, "'Max Attempts' in the options is not a whole number from 1 to 10"],
	[{ timeout: 0 }, "'Timeout' in the options is not a number from 1 to 3600000"],
	[{ idempotencyHeader: 'Idempotency Key' }, '\'Idempotency Header\' in the options cannot be used as a header: "Idempotency Key"'],
	[{ idempotencyHeader: 'authorization' }, '\'Idempotency Header\' in the options cannot be used as a header: "authorization"'],
	[{ idempotencyHeader: 'Content-Type' }, '\'Idempotency Header\' in the options cannot be used as a header: "Content-Type"'],
])('%j: nothing is sent, and the message names the option', async (options, message) => {
	const run = await send(options);
	expect(run.data.resultData.error?.message).toBe(message);
	expect(service.requests).toEqual([]);
});

test('with On Error = continue every item says so, with its outcome', async () => {
	const run = await send({ concurrency: 500 }, 'continueRegularOutput');
	const errors = outputOf(run).map(errorOf);
	expect(errors).toHaveLength(2);
	for (const error of errors) expect(error).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	expect(service.requests).toEqual([]);
});

test('an expression of one item that fails refuses that item alone: the others leave once', async () => {
	const parameters = textParameters({ options: { timeout: '={{ $json.to.endsWith("1") ? 5000 : $("Somewhere").first().json.ms }}' } });
	const run = await runMessaging({ credential: { baseUrl: service.url, apiKey: 'key-123' }, parameters, onError: 'continueRegularOutput' }, recipients('+12015550101', '+12015550102', '+12015550111'));
	expect(outputOf(run).map(({ json }) => json.success)).toEqual([true, undefined, true]);
	expect(errorOf(outputOf(run)[1])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	expect(service.requests).toHaveLength(2);
});

test('options left empty mean their defaults', async () => {
	const run = await send({ idempotencyHeader: '', defaultCountry: '' });
	expect(outputOf(run)).toHaveLength(2);
	expect(Object.keys(service.requests[0]?.headers ?? {})).not.toContain('idempotency-key');
});

test('the largest numbers that the panel allows are taken', async () => {
	const run = await send({ concurrency: 100, messagesPerSecond: 10_000, maxAttempts: 10, timeout: 3_600_000 });
	expect(run.data.resultData.error).toBeUndefined();
	expect(outputOf(run)).toHaveLength(2);
});

test('the panel warns that with a Default Country a landline number of another country may be read as one of this', () => {
	const options = new Messaging().description.properties.flatMap((property) => (property.name === 'options' ? (property.options ?? []) : []));
	const warnings = options.flatMap((option) => (option.name === 'defaultCountry' && 'description' in option ? [option.description] : []));
	expect(warnings.length).toBeGreaterThan(0);
	for (const warning of warnings) expect(warning).toMatch(/landline number of another country without its \+ may be read as a number of this country/);
});
