import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { outputOf, retryFailed, runBehind, runMessaging, type NodeSettings } from '../support/engine';
import { errorOf, templateParameters, textParameters } from '../support/messages';
import { accepting, startService, type ScriptedService } from '../support/service';

let service: ScriptedService;

const good = '+12015550101';
const refused = '+12015550102';

beforeEach(async () => {
	service = await startService((request) =>
		Reflect.get(Object(request.body), 'to') === refused ? { status: 422, body: {} } : accepting(request),
	);
});

afterEach(async () => {
	await service.close();
});

const settings = (options: INodeParameters = {}, changes: Partial<NodeSettings> = {}): NodeSettings => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: textParameters({ options: { includeInputFields: true, ...options } }),
	onError: 'continueRegularOutput',
	...changes,
});

const row = (to: string, more: INodeExecutionData['json'] = {}): INodeExecutionData => ({ json: { to, order_id: 'A-7', ...more } });

test('off, an output item holds what the service answered and nothing else', async () => {
	const run = await runMessaging(settings({ includeInputFields: false }), [row(good), row(refused)]);
	expect(outputOf(run)[0]?.json).toEqual({ success: true, message_id: `m-${good}`, to: good });
	expect(Object.keys(outputOf(run)[1]?.json ?? {})).toEqual(['error']);
});

test('each item carries the fields of its input item, a failed one too, and stays paired with it', async () => {
	const output = outputOf(await runMessaging(settings(), [row(good), row(refused), row('nobody')]));
	expect(output.map(({ json, pairedItem }) => [json.order_id, json.to, pairedItem])).toEqual([
		['A-7', good, { item: 0 }],
		['A-7', refused, { item: 1 }],
		['A-7', 'nobody', { item: 2 }],
	]);
	expect(output[0]?.json).toMatchObject({ success: true, message_id: `m-${good}` });
	expect(errorOf(output[1])).toMatchObject({ outcome: 'rejected', to: refused });
	expect(errorOf(output[2])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
});

test("the answer's fields win over those of the same name", async () => {
	const input = row('+1 (201) 555-0101', { template: 'mine', message_id: 'old', success: 'no' });
	const [item] = outputOf(await runMessaging(settings(), [input]));
	expect(item?.json).toEqual({ order_id: 'A-7', template: 'mine', success: true, message_id: `m-${good}`, to: good });
});

/** Rows of a table hold what became of an earlier message. */
describe('what became of another message is not carried', () => {
	const earlier = { success: true, message_id: 'old', duplicate: true, error: { outcome: 'rejected' } };

	test('an accepted item has no error of its input', async () => {
		const [item] = outputOf(await runMessaging(settings(), [row(good, earlier)]));
		expect(item?.json).toEqual({ order_id: 'A-7', success: true, message_id: `m-${good}`, to: good });
	});

	test('a failed one has no message id of its input', async () => {
		const [item] = outputOf(await runMessaging(settings(), [row(refused, earlier)]));
		expect(item?.json).toEqual({ order_id: 'A-7', to: refused, error: expect.objectContaining({ outcome: 'rejected' }) });
	});

	test('and an error of the input does not have n8n run the node again', async () => {
		const run = await runMessaging(settings({}, { retryOnFail: true }), [row(good, earlier)]);
		expect(outputOf(run)).toHaveLength(1);
		expect(service.requests).toHaveLength(1);
	});
});

test('nested values are those of the input, not copies of them, and files stay where they were', async () => {
	const input: INodeExecutionData = { ...row(good, { lines: [{ sku: 'T-1' }] }), binary: { data: { data: 'eA==', mimeType: 'image/png' } } };
	const [item] = outputOf(await runMessaging(settings(), [input]));
	expect(item?.json.lines).toBe(input.json.lines);
	expect(item?.binary).toBeUndefined();
	expect(input.json).toEqual({ to: good, order_id: 'A-7', lines: [{ sku: 'T-1' }] });
});

test('a field called __proto__ is one like any other', async () => {
	const json: unknown = JSON.parse(`{ "to": "${good}", "__proto__": { "a": 1 } }`);
	const [item] = outputOf(await runMessaging(settings(), [{ json: Object(json) }]));
	expect(Object.entries(item?.json ?? {})).toContainEqual(['__proto__', { a: 1 }]);
	expect(item?.json.a).toBeUndefined();
});

test('a dry run carries them, for items that can be sent and for those that can not', async () => {
	const output = outputOf(await runMessaging(settings({ dryRun: true }), [row(good), row('nobody')]));
	expect(output[0]?.json).toMatchObject({ order_id: 'A-7', to: good, valid: true, request: { body: { to: good } } });
	expect(output[1]?.json).toMatchObject({ order_id: 'A-7', error: { outcome: 'not_sent' } });
	expect(service.requests).toEqual([]);
});

test('items that share one message each carry their own', async () => {
	const items = [row(good, { line: 1 }), row(good, { line: 2 })];
	const output = outputOf(await runMessaging(settings({ messageKey: '={{ $json.order_id }}', idempotencyHeader: 'Idempotency-Key' }), items));
	expect(output.map(({ json }) => [json.line, json.message_id, json.duplicate])).toEqual([
		[1, `m-${good}`, undefined],
		[2, `m-${good}`, true],
	]);
});

test('a retried execution gives them for what it remembers, too', async () => {
	const stopping = settings({ concurrency: 1 }, { onError: 'stopWorkflow' });
	const failed = await runMessaging(stopping, [row(good, { line: 1 }), row(refused, { line: 2 })]);
	await service.close();
	service = await startService(accepting);
	const again = { ...stopping, credential: { baseUrl: service.url, apiKey: 'key-123' } };
	const output = outputOf(await retryFailed(again, failed));
	expect(service.requests).toHaveLength(1);
	expect(output.map(({ json }) => [json.line, json.message_id])).toEqual([
		[1, `m-${good}`],
		[2, `m-${refused}`],
	]);
});

test('a run that is refused as a whole carries them', async () => {
	for (const refusal of [settings({ concurrency: 0 }), settings({}, { credential: { baseUrl: 'nowhere', apiKey: 'key-123' } })]) {
		const output = outputOf(await runMessaging(refusal, [row(good), row(refused)]));
		expect(output.map(({ json, pairedItem }) => [json.order_id, json.to, pairedItem])).toEqual([
			['A-7', good, { item: 0 }],
			['A-7', refused, { item: 1 }],
		]);
		for (const item of output) expect(errorOf(item)).toMatchObject({ outcome: 'not_sent' });
	}
});

test('by the error output a failed item leaves with them: n8n adds them itself', async () => {
	const run = await runBehind(settings({}, { onError: 'continueErrorOutput' }), [row(good), row(refused, { success: 'no' })]);
	const [regular, failed] = run.data.resultData.runData.messaging?.[0]?.data?.main ?? [];
	expect(regular?.map(({ json }) => [json.order_id, json.message_id])).toEqual([['A-7', `m-${good}`]]);
	expect(failed?.map(({ json }) => [json.order_id, json.to])).toEqual([['A-7', refused]]);
	expect(errorOf(failed?.[0])).toMatchObject({ outcome: 'rejected' });
});

test('a template that is filled from the item carries them as well', async () => {
	const parameters = templateParameters({ options: { includeInputFields: true } });
	const [item] = outputOf(await runMessaging({ ...settings(), parameters }, [{ json: { order_id: 'A-7' } }]));
	expect(item?.json).toMatchObject({ order_id: 'A-7', success: true });
});
