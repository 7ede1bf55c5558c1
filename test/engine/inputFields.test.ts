import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { outputOf, retryFailed, runBehind, type NodeSettings } from '../support/engine';
import { errorOf, textParameters } from '../support/messages';
import { jsonOf, useService } from '../support/useService';

const service = useService();

const good = '+12015550101';
const refused = '+12015550102';

beforeEach(() => {
	service.answer = ({ body }) => (Reflect.get(Object(body), 'to') === refused ? { status: 422, body: {} } : undefined);
});

const withFields = (options: INodeParameters = {}) => textParameters({ options: { includeInputFields: true, ...options } });
const row = (to: string, more: INodeExecutionData['json'] = {}): INodeExecutionData => ({ json: { to, order_id: 'A-7', ...more } });

/** What the node gives for these items, with their fields. */
const given = async (items: INodeExecutionData[], options?: INodeParameters, changes?: Partial<NodeSettings>) =>
	outputOf(await service.run(withFields(options), items, changes));

const sent = { success: true, message_id: `m-${good}`, to: good };

/** What n8n may not lose between the two: an If node asks `success`, a table shows them in one column each. */
const failedBeside = (to: unknown) => ({ success: false, message_id: null, to, error: expect.objectContaining({ message: expect.any(String) }) });

test('off, an output item holds what the service answered, and a failed one stands in the same columns', async () => {
	const items = [row(good), row(refused), { json: { to: ' 1.20156E+10 ' } }, { json: { to: 12 } }, { json: { to: null } }];
	const output = await given(items, { includeInputFields: false });
	expect(output.map(({ json }) => json)).toEqual([sent, ...[refused, ' 1.20156E+10 ', '12', null].map(failedBeside)]);
	expect(Object.keys(output[1]?.json ?? {})).toEqual(['success', 'message_id', 'to', 'error']);
	// n8n's schema and table show a field without a value too.
	for (const { json } of output.slice(1)) expect(Object.values(Object(json.error))).not.toContain(undefined);
});

test('of a recipient whose expression fails nothing is known', async () => {
	const [failed] = jsonOf(await service.run(textParameters({ to: '={{ $json.to.number() }}' }), [row(good)]));
	expect(failed).toEqual(failedBeside(null));
});

test('an item that cannot be sent says so in a dry run by the field by which the others say that they can', async () => {
	const output = jsonOf(await service.run(textParameters({ options: { dryRun: true } }), [row(good), row('nobody')]));
	expect(output).toMatchObject([{ valid: true }, { valid: false, to: 'nobody', error: { outcome: 'not_sent' } }]);
	expect(output[1]).not.toHaveProperty('success');
});

test('the text that an expression gives for a switch counts', async () => {
	const [accepted] = await given([row(good)], { includeInputFields: '={{ "true" }}' });
	expect(accepted?.json).toMatchObject({ order_id: 'A-7', ...sent });
});

test('each item carries the fields of its input item, a failed one too, and stays paired with it', async () => {
	const output = await given([row(good), row(refused), row('nobody')]);
	expect(output).toMatchObject([
		{ json: { order_id: 'A-7', ...sent }, pairedItem: { item: 0 } },
		{ json: { order_id: 'A-7', to: refused, error: { outcome: 'rejected', to: refused } }, pairedItem: { item: 1 } },
		{ json: { order_id: 'A-7', to: 'nobody', error: { outcome: 'not_sent', category: 'invalid-input' } }, pairedItem: { item: 2 } },
	]);
});

test.each<[string, INodeExecutionData, object]>([
	[
		"the answer's fields win over those of the same name",
		row('+1 (201) 555-0101', { template: 'mine', message_id: 'old', success: 'no' }),
		{ order_id: 'A-7', template: 'mine', ...sent },
	],
	// Rows of a table hold what became of an earlier message.
	['an accepted item has no error of its input', row(good, { duplicate: true, error: { outcome: 'rejected' } }), { order_id: 'A-7', ...sent }],
	[
		'a failed one has no message id of its input',
		row(refused, { success: true, message_id: 'old' }),
		{ order_id: 'A-7', ...failedBeside(refused) },
	],
])('%s', async (_what, item, json) => {
	expect((await given([item]))[0]?.json).toEqual(json);
});

test('an error of the input does not have n8n run the node again', async () => {
	expect(await given([row(good, { error: { outcome: 'rejected' } })], {}, { retryOnFail: true })).toHaveLength(1);
	expect(service.posts).toHaveLength(1);
});

test('nested values are those of the input, not copies of them, and files stay where they were', async () => {
	const input: INodeExecutionData = { ...row(good, { lines: [{ sku: 'T-1' }] }), binary: { data: { data: 'eA==', mimeType: 'image/png' } } };
	const [item] = await given([input]);
	expect(item?.json.lines).toBe(input.json.lines);
	expect(item?.binary).toBeUndefined();
	expect(input.json).toEqual({ to: good, order_id: 'A-7', lines: [{ sku: 'T-1' }] });
});

test('a field called __proto__ is one like any other', async () => {
	const json: unknown = JSON.parse(`{ "to": "${good}", "__proto__": { "a": 1 } }`);
	const [item] = await given([{ json: Object(json) }]);
	expect(Object.entries(item?.json ?? {})).toContainEqual(['__proto__', { a: 1 }]);
	expect(item?.json.a).toBeUndefined();
});

test('items that share one message each carry their own', async () => {
	const options = { messageKey: '={{ $json.order_id }}', idempotencyHeader: 'Idempotency-Key' };
	const output = await given([row(good, { line: 1 }), row(good, { line: 2 })], options);
	expect(output.map(({ json }) => [json.line, json.message_id, json.duplicate])).toEqual([
		[1, `m-${good}`, undefined],
		[2, `m-${good}`, true],
	]);
});

test('a retried execution gives them for what it remembers, too', async () => {
	const settings = service.settings(withFields({ concurrency: 1 }), { onError: 'stopWorkflow' });
	const failed = await service.run(settings.parameters, [row(good, { line: 1 }), row(refused, { line: 2 })], settings);
	service.answer = () => undefined;
	const output = jsonOf(await retryFailed(settings, failed));
	expect(service.posts).toHaveLength(3);
	expect(output.map((json) => [json.line, json.message_id])).toEqual([
		[1, `m-${good}`],
		[2, `m-${refused}`],
	]);
});

test.each<[string, INodeParameters, string?]>([
	['for its options', { concurrency: 0 }],
	['for its credential', {}, 'nowhere'],
])('a run that is refused as a whole %s carries them', async (_why, options, baseUrl = service.url) => {
	const output = await given([row(good), row(refused)], options, { credential: service.credential({ baseUrl }) });
	expect(output).toMatchObject([
		{ json: { order_id: 'A-7', to: good, error: { outcome: 'not_sent' } }, pairedItem: { item: 0 } },
		{ json: { order_id: 'A-7', to: refused, error: { outcome: 'not_sent' } }, pairedItem: { item: 1 } },
	]);
});

test('by the error output a failed item leaves with them, since n8n adds them, and an accepted one has them whatever its response holds', async () => {
	service.answer = ({ body }) => (Reflect.get(Object(body), 'to') === refused ? { status: 422, body: {} } : { body: { ...sent, error: null } });
	const settings = service.settings(withFields(), { onError: 'continueErrorOutput' });
	const run = await runBehind(settings, [row(good), row(refused, { success: 'no' })]);
	const [regular, failed] = run.data.resultData.runData.messaging?.[0]?.data?.main ?? [];
	expect(regular?.map(({ json }) => [json.order_id, json.message_id])).toEqual([['A-7', `m-${good}`]]);
	expect(failed?.map(({ json }) => [json.order_id, json.to])).toEqual([['A-7', refused]]);
	expect(errorOf(failed?.[0])).toMatchObject({ outcome: 'rejected' });
});
