import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import type { IRun, IRunExecutionData } from 'n8n-workflow';

import { linkIn, questionParameters } from '../support/question';
import { outputOf, runMessaging, workflowWith, type NodeSettings } from '../support/engine';
import { errorOf } from '../support/messages';
import { inProcess, ProcessedData } from '../support/processedData';
import { accepting, startService, type ScriptedAnswer, type ScriptedService } from '../support/service';

/* What keeps a question from being asked twice beyond the run that asked it. */

const memory = new ProcessedData();
let service: ScriptedService;
let answers: ScriptedAnswer[];

beforeAll(async () => {
	await memory.install();
	service = await startService((request) => answers.shift() ?? accepting(request));
});

beforeEach(() => {
	memory.clear();
	service.requests.splice(0);
	answers = [];
});

afterAll(async () => {
	await service.close();
});

const question = (options = {}, settings: Partial<NodeSettings> = {}): NodeSettings => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: questionParameters({ options }),
	...settings,
});

/** A retry from the list of executions, which is another execution with what the first one has kept. */
async function retryElsewhere(settings: NodeSettings, failed: IRun): Promise<IRun> {
	const data = parse(stringify(failed.data)) as IRunExecutionData;
	delete data.resultData.error;
	data.resultData.runData.messaging?.pop();
	const { workflow, additionalData } = workflowWith('messaging', settings);
	additionalData.executionId = 'execution-2';
	return await new WorkflowExecute(additionalData, 'retry', data).processRunExecutionData(workflow);
}

test('a retried execution asks again what was refused, with a link and a key of its own', async () => {
	answers = [{ status: 422, body: {} }];
	const idempotent = question({ idempotencyHeader: 'Idempotency-Key' });
	const failed = await runMessaging(idempotent);
	const retried = await retryElsewhere(idempotent, failed);
	expect(retried.waitTill).toBeDefined();
	const [first, second] = service.requests;
	expect(first?.headers['idempotency-key']).not.toBe(second?.headers['idempotency-key']);
	expect(service.requests.map(({ body }) => new URL(linkIn(body)).pathname)).toEqual([
		'/webhook-waiting/execution-1/node-1',
		'/webhook-waiting/execution-2/node-1',
	]);
});

test.each([
	['', {}],
	[', also where the service knows messages again: the question it has leads to an execution that is over', { idempotencyHeader: 'Idempotency-Key', maxAttempts: 1 }],
])('a retried execution does not ask again what may have arrived%s', async (_name, options) => {
	answers = ['reset'];
	const failed = await runMessaging(question(options));
	const retried = await retryElsewhere(question(options), failed);
	expect(service.requests).toHaveLength(1);
	expect(retried.waitTill).toBeUndefined();
	expect(retried.data.resultData.error).toMatchObject({ description: expect.stringContaining('may or may not have been sent') });
});

test.each([
	['', {}],
	[', also if the service knows messages again', { idempotencyHeader: 'Idempotency-Key' }],
])('under a Message Key a question is asked by one run: another neither asks nor waits%s', async (_name, options) => {
	const keyed = (process: number) => question({ messageKey: 'order-7', ...options }, { workflowId: inProcess('w', process), onError: 'continueRegularOutput' });
	const first = await runMessaging(keyed(1));
	const second = await runMessaging(keyed(2));
	expect(first.waitTill).toBeDefined();
	expect(second.waitTill).toBeUndefined();
	expect(service.requests).toHaveLength(1);
	expect(errorOf(outputOf(second)[0])).toMatchObject({
		outcome: 'not_sent',
		message: expect.stringContaining('asked before'),
		description: expect.stringContaining("another 'Message Key'"),
	});
});

test('under a Message Key what an interrupted run may have asked is not asked again', async () => {
	answers = ['reset'];
	const keyed = (process: number) => question({ messageKey: 'order-7' }, { workflowId: inProcess('w', process), onError: 'continueRegularOutput' });
	await runMessaging(keyed(1));
	const second = await runMessaging(keyed(2));
	expect(service.requests).toHaveLength(1);
	expect(second.waitTill).toBeUndefined();
	expect(errorOf(outputOf(second)[0])).toMatchObject({ outcome: 'unknown' });
});
