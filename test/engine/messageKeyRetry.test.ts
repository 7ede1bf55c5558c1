import type { INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import { outputOf, retryFailed, runMessaging, startMessaging, type NodeSettings } from '../support/engine';
import { promisesSettled } from '../support/eventLoop.mts';
import { errorOf, textParameters } from '../support/messages';
import { inProcess, ProcessedData } from '../support/processedData';
import { accepting, startService, type ScriptedAnswer, type ScriptedService } from '../support/service';

/*
 * n8n runs the node again, and both remember: the execution, which has the answers, and n8n's database,
 * which outlives it.
 */

const memory = new ProcessedData();
let service: ScriptedService;
let answers: Record<string, Array<ScriptedAnswer | Promise<ScriptedAnswer>>>;

beforeAll(async () => {
	await memory.install();
	service = await startService((request) => answers[String(Reflect.get(Object(request.body), 'text'))]?.shift() ?? accepting(request));
});

beforeEach(() => {
	memory.clear();
	service.requests.splice(0);
	answers = {};
});

afterAll(async () => {
	await service.close();
});

const to = '+12015550123';
const items = (...texts: string[]): INodeExecutionData[] => texts.map((text) => ({ json: { to, text } }));
const sent = () => service.requests.map(({ body }) => Reflect.get(Object(body), 'text'));
const idsOf = (run: IRun) => outputOf(run).map(({ json }) => json.message_id);
const refusal = { status: 422, body: {} };

const keyed = (changes: Partial<NodeSettings> = {}, options: INodeParameters = {}): NodeSettings => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: textParameters({ text: '={{ $json.text }}', options: { messageKey: '={{ $json.text }}', concurrency: 1, ...options } }),
	...changes,
});

test('Retry On Fail sends what was not accepted, and gives the answers of the first try', async () => {
	answers = { B: [refusal] };
	const run = await runMessaging(keyed({ retryOnFail: true }), items('A', 'B', 'C'));
	expect(sent()).toEqual(['A', 'B', 'B', 'C']);
	expect(idsOf(run)).toEqual([`m-${to}`, `m-${to}`, `m-${to}`]);
	expect(memory.rowCount).toBe(3);
});

test('Retry On Fail says of a message without an answer what its own try has learnt', async () => {
	answers = { A: ['reset'] };
	const run = await runMessaging(keyed({ retryOnFail: true, onError: 'continueRegularOutput' }), items('A', 'B'));
	expect(sent()).toEqual(['A', 'B']);
	expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'unknown', category: 'network' });
});

test('a retry of a failed execution in another process goes on where it has stopped', async () => {
	answers = { B: [refusal] };
	const failed = await runMessaging(keyed({ workflowId: inProcess('w', 1) }), items('A', 'B', 'C'));
	const retried = await retryFailed(keyed({ workflowId: inProcess('w', 2) }), failed);
	expect(sent()).toEqual(['A', 'B', 'B', 'C']);
	expect(idsOf(retried)).toEqual([`m-${to}`, `m-${to}`, `m-${to}`]);
	const again = await runMessaging(keyed({ workflowId: inProcess('w', 3) }), items('A', 'B', 'C'));
	expect(sent()).toHaveLength(4);
	expect(outputOf(again).map(({ json }) => json.duplicate)).toEqual([true, true, true]);
});

test('an item behind the failure shares what its message has come to in the first try', async () => {
	answers = { B: [refusal] };
	const failed = await runMessaging(keyed(), items('A', 'B', 'A'));
	const retried = await retryFailed(keyed(), failed);
	expect(sent()).toEqual(['A', 'B', 'B']);
	expect(outputOf(retried)[2]?.json).toEqual({ success: true, message_id: `m-${to}`, to, duplicate: true });
});

test('a message that another run had under way is looked up again by the next try', async () => {
	let answer: (given: ScriptedAnswer) => void = () => {};
	const asked = new Promise<ScriptedAnswer>((resolve) => {
		answer = resolve;
	});
	answers = { A: [asked] };
	const other = startMessaging(keyed({ workflowId: inProcess('w', 10) }), items('A'));
	while (sent().length === 0) await promisesSettled();
	const failed = await runMessaging(keyed({ workflowId: inProcess('w', 11) }), items('A'));
	expect(failed.data.resultData.error?.message).toBe('An earlier run may have sent this message');
	answer({ body: { success: true, message_id: 'm' } });
	await other;
	const retried = await retryFailed(keyed({ workflowId: inProcess('w', 12) }), failed);
	expect(outputOf(retried)[0]?.json).toMatchObject({ success: true, duplicate: true });
	expect(sent()).toEqual(['A']);
});

test('with another key by then it is another message', async () => {
	answers = { B: [refusal] };
	const failed = await runMessaging(keyed(), items('A', 'B'));
	for (const { node } of failed.data.executionData?.nodeExecutionStack ?? []) {
		node.parameters = { ...node.parameters, options: { messageKey: '={{ $json.text }}-again', concurrency: 1 } };
	}
	await retryFailed(keyed(), failed);
	expect(sent()).toEqual(['A', 'B', 'A', 'B']);
});

test('a key that was added by then does not send again what was accepted', async () => {
	answers = { B: [refusal] };
	const without = { ...keyed(), parameters: textParameters({ text: '={{ $json.text }}', options: { concurrency: 1 } }) };
	const failed = await runMessaging(without, items('A', 'B'));
	for (const { node } of failed.data.executionData?.nodeExecutionStack ?? []) {
		node.parameters = { ...node.parameters, options: { messageKey: '={{ $json.text }}', concurrency: 1 } };
	}
	await retryFailed(keyed(), failed);
	expect(sent()).toEqual(['A', 'B', 'B']);
});

test('with an idempotency header the key stays the same, and what is unknown leaves again', async () => {
	answers = { A: ['reset'] };
	const header = { idempotencyHeader: 'Idempotency-Key', maxAttempts: 1 };
	const failed = await runMessaging(keyed({}, header), items('A'));
	await retryFailed(keyed({}, header), failed);
	const [first, second] = service.requests.map(({ headers }) => headers['idempotency-key']);
	expect(first).toMatch(/^[0-9a-f]{32}$/);
	expect(second).toBe(first);
});
