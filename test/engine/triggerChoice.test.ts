import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { MessagingTrigger } from '../../nodes/Messaging/MessagingTrigger.node';
import { workflowWith } from '../support/engine';
import { account, delivered, itemsOf, post } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import type { TriggerServer } from '../support/webhook';

/** What a user asks the trigger for: statuses, sending numbers, outputs, payload. */

const start = useTriggers();

const numbered = (...ids: Array<string | undefined>) =>
	ids.map((phone_number_id, place) => ({ message_id: `m${place}`, status: 'sent', phone_number_id }));
const senders = (trigger: TriggerServer) => itemsOf(trigger).flat(2).map(({ phone_number_id }) => phone_number_id);

describe('sending numbers', () => {
	test.each<[string, INodeParameters['x'], Array<string | null>]>([
		['one', '1', ['1', null]],
		['several', '1,3', ['1', '3', null]],
		['with blanks and a comma at the end', ' 3 , 1 ,', ['1', '3', null]],
		['a list from an expression', '={{ ["1", 3] }}', ['1', '3', null]],
		['a number from an expression', '={{ 3 }}', ['3', null]],
		['none', '', ['1', '2', '3', null]],
	])('%s: only their events, and those that name none', async (_form, phoneNumberIds, expected) => {
		const trigger = await start({ phoneNumberIds });
		expect((await post(trigger, numbered('1', '2', '3', undefined))).status).toBe(200);
		expect(senders(trigger)).toEqual(expected);
	});

	test('an id beyond 2^53 is compared exactly', async () => {
		const trigger = await start({ phoneNumberIds: '9007199254740993' });
		await post(
			trigger,
			'[{"message_id":"a","status":"sent","phone_number_id":9007199254740992},{"message_id":"b","status":"sent","phone_number_id":9007199254740993}]',
		);
		expect(senders(trigger)).toEqual(['9007199254740993']);
	});
});

describe('separate outputs', () => {
	const mixed = ['read', 'sent', 'failed', 'sent', 'delivered'].map((status, place) => ({ message_id: `m${place}`, status }));
	const byOutput = (trigger: TriggerServer) => itemsOf(trigger).map((outputs) => outputs.map((items) => items.map(({ status }) => status)));

	test('are always the four, in the order sent, delivered, read, failed', async () => {
		const trigger = await start({ separateOutputs: true });
		await post(trigger, mixed);
		expect(byOutput(trigger)).toEqual([[['sent', 'sent'], ['delivered'], ['read'], ['failed']]]);
	});

	test('of statuses that were not chosen stay empty', async () => {
		const trigger = await start({}, { parameters: { events: ['failed', 'delivered'], options: { separateOutputs: true } } });
		await post(trigger, mixed);
		expect(byOutput(trigger)).toEqual([[[], ['delivered'], [], ['failed']]]);
	});

	test.each<[string, INodeParameters, string[]]>([
		['one without the option', {}, ['main']],
		['four with it', { options: { separateOutputs: true } }, ['Sent', 'Delivered', 'Read', 'Failed']],
	])('the editor draws %s', (_name, parameters, expected) => {
		const { node, workflow } = workflowWith('messagingTrigger', { credential: account, parameters: { events: ['read'], ...parameters } });
		const outputs = NodeHelpers.getNodeOutputs(workflow, node, new MessagingTrigger().description);
		expect(outputs.map((output) => (typeof output === 'string' ? output : output.displayName))).toEqual(expected);
	});
});

describe('the payload', () => {
	const payloads = (trigger: TriggerServer) => itemsOf(trigger).flat(2).map(({ payload }) => payload);
	const b = { message_id: 'b', status: 'read', price: '0.01' };

	test('is the body where it holds one status, with numbers beyond 2^53 as they are, and left out unless it is asked for', async () => {
		const body = { id: 'evt_1', type: 'message.delivered', data: delivered };
		const exact = '{"message_id":"a","status":"sent","conversation":12345678901234567890}';
		for (const includePayload of [true, false]) {
			const trigger = await start({ includePayload, ignoreDuplicates: false });
			await post(trigger, body);
			await post(trigger, exact);
			expect(payloads(trigger)).toEqual(includePayload ? [body, { ...JSON.parse(exact), conversation: '12345678901234567890' }] : [undefined, undefined]);
		}
	});

	test("is the item's own record where it holds several, also when one alone was chosen", async () => {
		const trigger = await start({ includePayload: true });
		await post(trigger, { data: [delivered, b] });
		expect(payloads(trigger)).toEqual([delivered, b]);
		const picky = await start({}, { parameters: { events: ['read'], options: { includePayload: true } } });
		await post(picky, { data: [delivered, b] });
		expect(payloads(picky)).toEqual([b]);
	});
});

test('thousands of statuses in one request are one execution with one item each', async () => {
	const trigger = await start();
	const batch = Array.from({ length: 5000 }, (_, place) => ({ message_id: `m${place}`, status: 'sent' }));
	expect((await post(trigger, [...batch, { status: 'sent' }])).status).toBe(200);
	expect(trigger.started).toHaveLength(1);
	expect(itemsOf(trigger).flat(2).map(({ message_id }) => message_id)).toEqual(batch.map(({ message_id }) => message_id));
});

test("n8n's list of nodes offers the trigger by what happens to a message", () => {
	const choices = new MessagingTrigger().description.properties.find(({ name }) => name === 'events')?.options ?? [];
	const actions = choices.map((choice) => ('action' in choice ? choice.action : undefined));
	expect(actions).toEqual(['delivered', 'failed', 'read', 'sent'].map((status) => `On message ${status}`));
});
