import type { INodeParameters } from 'n8n-workflow';

import { linkIn, questionParameters } from '../support/question';
import { outputOf, retryFailed, runMessaging, type NodeSettings } from '../support/engine';
import { useKeyedService } from '../support/keyedService';
import { errorOf } from '../support/messages';
import { inProcess } from '../support/processedData';
import type { ScriptedAnswer } from '../support/service';

/* What keeps a question from being asked twice beyond the run that asked it. */

const service = useKeyedService();

const question = (options: INodeParameters = {}, changes: Partial<NodeSettings> = {}): NodeSettings => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: questionParameters({ options }),
	...changes,
});
/** The same question in a process of its own, which goes on after a failure. */
const keyed = (process: number, options: INodeParameters = {}) =>
	question({ messageKey: 'order-7', ...options }, { workflowId: inProcess('w', process), onError: 'continueRegularOutput' });

/** The service answers the first question so, and takes the next. */
function answeringFirst(answer: ScriptedAnswer) {
	const answers = [answer];
	service.answer = () => answers.shift();
}

const header = { idempotencyHeader: 'Idempotency-Key', maxAttempts: 1 };
const withoutAndWith: Array<[string, INodeParameters]> = [['', {}], [', also if the service knows messages again', header]];

test('a retried execution asks again what was refused, with a link and a key of its own', async () => {
	answeringFirst({ status: 422, body: {} });
	const failed = await runMessaging(question(header));
	const retried = await retryFailed(question(header), failed, 'execution-2');
	expect(retried.waitTill).toBeDefined();
	const [first, second] = service.requests;
	expect(first?.headers['idempotency-key']).not.toBe(second?.headers['idempotency-key']);
	expect(service.requests.map(({ body }) => new URL(linkIn(body)).pathname)).toEqual([
		'/webhook-waiting/execution-1/node-1',
		'/webhook-waiting/execution-2/node-1',
	]);
});

// The question that the service has leads to an execution that is over.
test.each(withoutAndWith)('a retried execution does not ask again what may have arrived%s', async (_name, options) => {
	answeringFirst('reset');
	const retried = await retryFailed(question(options), await runMessaging(question(options)), 'execution-2');
	expect(service.requests).toHaveLength(1);
	expect(retried.waitTill).toBeUndefined();
	expect(retried.data.resultData.error).toMatchObject({ description: expect.stringContaining('may or may not have been sent') });
});

test.each(withoutAndWith)('under a Message Key a question is asked by one run: another neither asks nor waits%s', async (_name, options) => {
	const first = await runMessaging(keyed(1, options));
	const second = await runMessaging(keyed(2, options));
	expect(first.waitTill).toBeDefined();
	expect(second.waitTill).toBeUndefined();
	expect(service.requests).toHaveLength(1);
	expect(errorOf(outputOf(second)[0])).toMatchObject({
		outcome: 'not_sent',
		message: expect.stringContaining('asked before'),
		description: expect.stringContaining("another 'Message Key'"),
	});
});

test('under a Message Key the next run asks what was refused, with an idempotency key of its own: by the same the service would refuse it again', async () => {
	answeringFirst({ status: 422, body: {} });
	await runMessaging(keyed(1, header));
	const second = await runMessaging(keyed(2, header));
	expect(second.waitTill).toBeDefined();
	const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
	expect(new Set(keys).size).toBe(2);
});

test('under a Message Key what an interrupted run may have asked is not asked again', async () => {
	answeringFirst('reset');
	await runMessaging(keyed(1));
	const second = await runMessaging(keyed(2));
	expect(service.requests).toHaveLength(1);
	expect(second.waitTill).toBeUndefined();
	expect(errorOf(outputOf(second)[0])).toMatchObject({ outcome: 'unknown' });
});
