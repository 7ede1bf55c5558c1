import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { recipients, textParameters } from '../support/messages';
import { useService } from '../support/useService';

const service = useService();

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
	[{ maxAttempts: 11 }, "'Max Attempts' in the options is not a whole number from 1 to 10"],
	[{ timeout: 0 }, "'Timeout' in the options is not a number from 1 to 3600000"],
])('%j: nothing is sent, and each item and the error of the run name the option', async (options, message) => {
	const parameters = textParameters({ options });
	const error = { outcome: 'not_sent', category: 'invalid-input', message };
	expect(await service.output(parameters, two)).toMatchObject([{ error }, { error }]);
	expect((await service.stopping(parameters, two)).data.resultData.error?.message).toBe(message);
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
