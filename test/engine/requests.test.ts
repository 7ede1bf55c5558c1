import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { outputOf } from '../support/engine';
import { recipients, templateParameters, textParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { to, useService } from '../support/useService';

const service = useService();

test('the answer of the service is the output, one paired item per input item in their order', async () => {
	const run = await service.run(textParameters(), recipients(to, '+447400123456'));
	expect(outputOf(run)).toEqual([
		{ json: { success: true, message_id: `m-${to}`, to }, pairedItem: { item: 0 } },
		{ json: { success: true, message_id: 'm-+447400123456', to: '+447400123456' }, pairedItem: { item: 1 } },
	]);
});

test.each<[string, object, object]>([
	[
		'with ids that a double cannot hold keeps them exact, and its message id is added',
		{ body: '{"messages":[{"id":12345678901234567890}]}' },
		{ messages: [{ id: '12345678901234567890' }], message_id: '12345678901234567890' },
	],
	['that is empty counts as accepted', { status: 202 }, { success: true, message_id: null, to }],
	['that begins with a byte order mark is read', { body: '\ufeff{"success":true,"message_id":"m1"}' }, { success: true, message_id: 'm1' }],
])('an answer %s', async (_what, answer, json) => {
	service.answer = () => answer;
	expect(await service.output(textParameters())).toEqual([json]);
});

test('a run reads the list of templates once, to its last page', async () => {
	service.answer = ({ method, url }) => {
		if (method === 'POST') return undefined;
		if (url.endsWith('?after=c1')) return { body: { data: [orderUpdate], paging: { cursors: { after: 'c2' } } } };
		return { body: { data: [], paging: { cursors: { after: 'c1' }, next: 'more' } } };
	};
	await service.run(templateParameters(), recipients(to, to, to));
	expect(service.posts).toHaveLength(3);
	const asked = service.requests.filter(({ method }) => method === 'GET').map(({ url }) => url);
	expect(asked).toEqual(['/v1/messaging/templates', '/v1/messaging/templates?after=c1']);
});

describe('options for all messages', () => {
	const two = recipients('+12015550101', '+12015550102');

	const wholeNumber = "'Concurrency' in the options is not a whole number from 1 to 100";
	const pace = "'Messages per Second' in the options is not a number from 0 to 10000";

	test.each<[INodeParameters, string]>([
		[{ concurrency: 0 }, wholeNumber],
		[{ concurrency: 101 }, wholeNumber],
		[{ concurrency: 2.5 }, wholeNumber],
		[{ concurrency: '={{ "many" }}' }, wholeNumber],
		[{ messagesPerSecond: -1 }, pace],
		[{ messagesPerSecond: '={{ NaN }}' }, pace],
		[{ messagesPerSecond: '={{ $json.nowhere }}' }, pace],
		[{ maxAttempts: 11 }, "'Max Attempts' in the options is not a whole number from 1 to 10"],
		...['yes', '', 1, null].map((value): [INodeParameters, string] => [{ dryRun: `={{ ${JSON.stringify(value)} }}` }, "'Dry Run' in the options is neither true nor false"]),
		[{ dryRun: '={{ $json.nowhere }}' }, "'Dry Run' in the options is neither true nor false"],
		...['={{ $json.nowhere }}', '={{ null }}', '={{ "" }}', '={{ " " }}', '={{ [] }}', '={{ $json.nowhere }}{{ $json.nothing }}', '=', '= '].map((idempotencyHeader): [INodeParameters, string] => [
			{ idempotencyHeader },
			"'Idempotency Header' in the options gives nothing",
		]),
		[{ timeout: 0 }, "'Timeout' in the options is not a number from 1 to 3600000"],
	])('%j: nothing is sent, and each item and the error of the run name the option', async (options, message) => {
		const parameters = textParameters({ options });
		const error = { outcome: 'not_sent', category: 'invalid-input', message };
		expect(await service.output(parameters, two)).toMatchObject([{ error }, { error }]);
		expect((await service.stopping(parameters, two)).data.resultData.error?.message).toContain(message);
		expect(service.requests).toEqual([]);
	});

	test.each(['1', '2'])('a Dry Run that is one for the item that ends in %s alone refuses both: that of the test would leave, or the other would not', async (end) => {
		const message = "'Dry Run' in the options is not the same for all items";
		const parameters = textParameters({ options: { dryRun: `={{ $json.to.endsWith("${end}") }}` } });
		expect(await service.output(parameters, two)).toMatchObject([{ error: { outcome: 'not_sent', message } }, { error: { message } }]);
		expect(service.requests).toEqual([]);
	});

	test('an expression of one item that fails refuses that item alone: the others leave once', async () => {
		const parameters = textParameters({ options: { timeout: '={{ $json.to.endsWith("1") ? 5000 : $("Somewhere").first().json.ms }}' } });
		const [first, failed, last] = await service.output(parameters, [...two, ...recipients('+12015550111')]);
		expect([first?.success, last?.success]).toEqual([true, true]);
		expect(failed).toMatchObject({ error: { outcome: 'not_sent', category: 'invalid-input' } });
		expect(service.posts).toHaveLength(2);
	});

	test.each<[string, INodeParameters]>([
		['left empty mean their defaults', { idempotencyHeader: '', defaultCountry: '' }],
		['with the largest numbers that the panel allows are taken', { concurrency: 100, messagesPerSecond: 10_000, maxAttempts: 10, timeout: 3_600_000 }],
	])('options %s', async (_how, options) => {
		expect(await service.output(textParameters({ options }), two)).toMatchObject([{ success: true }, { success: true }]);
		expect(Object.keys(service.posts[0]?.headers ?? {})).not.toContain('idempotency-key');
	});

	test('the panel warns that with a Default Country a landline number of another country may be read as one of this', () => {
		const options = new Messaging().description.properties.flatMap((property) => (property.name === 'options' ? (property.options ?? []) : []));
		const warnings = options.flatMap((option) => (option.name === 'defaultCountry' && 'description' in option ? [option.description] : []));
		expect(warnings.length).toBeGreaterThan(0);
		for (const warning of warnings) expect(warning).toMatch(/landline number of another country without its \+ may be read as a number of this country/);
	});
});
