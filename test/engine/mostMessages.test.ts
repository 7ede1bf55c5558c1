import type { INodeParameters } from 'n8n-workflow';

import { useAsTool } from '../support/agent';
import { outputOf, retryFailed, startMessaging } from '../support/engine';
import { items, manyTexts, useKeyedService } from '../support/keyedService';
import { errorOf, textParameters } from '../support/messages';
import { endsOf, to } from '../support/useService';

/*
 * The option 'Most Messages per Execution'.
 */

const service = useKeyedService();

const refused = { status: 422, body: {} };
const limited = (maxMessages: number, options: INodeParameters = {}) => textParameters({ text: '={{ $json.text }}', options: { maxMessages, ...options } });

test('what is more is not sent, and says so', async () => {
	const run = await service.run(limited(3), items(...manyTexts(20)));
	expect(service.sent).toEqual(['m0', 'm1', 'm2']);
	expect(endsOf(run)).toEqual([...Array(3).fill('sent'), ...Array(17).fill('invalid-input')]);
	expect(errorOf(outputOf(run)[3])).toMatchObject({ outcome: 'not_sent', message: "Not sent: 'Most Messages per Execution' allows 3" });
});

test('one that is invalid or rejected gives its place to another; one whose outcome is unknown does not', async () => {
	service.answer = (_, text) => (text === 'm1' ? refused : text === 'm2' ? 'reset' : undefined);
	const given = items(...manyTexts(6));
	given[0] = { json: { to: 'nobody', text: 'm0' } };
	const run = await service.run(limited(2, { concurrency: 3 }), given.map(({ json }, index) => ({ json: { ...json, to: index === 0 ? 'nobody' : `+1201555100${index}` } })));
	expect(endsOf(run)).toEqual(['invalid-input', 'invalid-request', 'network', 'sent', 'invalid-input', 'invalid-input']);
	expect(service.posts.map(({ body }) => Reflect.get(Object(body), 'text'))).toEqual(['m1', 'm2', 'm3']);
});

test('a dry run says the same', async () => {
	expect(endsOf(await service.run(limited(2, { dryRun: true }), items('A', 'B', 'C')))).toEqual(['valid', 'valid', 'invalid-input']);
});

test('a retry counts nothing twice: what an earlier try has sent stays sent, and the rest of the places is there', async () => {
	const settings = service.settings(limited(3, { concurrency: 1 }), { onError: 'stopWorkflow' });
	service.answer = (_, text) => (text === 'C' ? refused : undefined);
	const failed = await startMessaging(settings, items('A', 'B', 'C', 'D'));
	service.answer = () => undefined;
	const retried = await retryFailed(settings, failed);
	expect(service.sent).toEqual(['A', 'B', 'C', 'C']);
	expect(retried.data.resultData.error?.message).toMatch(/Most Messages per Execution/);
});

test('nor one whose outcome was unknown and that the service recognizes', async () => {
	const settings = service.settings(limited(2, { concurrency: 1, maxAttempts: 1, idempotencyHeader: 'Idempotency-Key' }), { onError: 'stopWorkflow' });
	service.answer = (_, text) => (text === 'A' && service.posts.length === 1 ? 'reset' : undefined);
	const retried = await retryFailed(settings, await startMessaging(settings, items('A', 'B')));
	expect(service.sent).toEqual(['A', 'A', 'B']);
	expect(retried.data.resultData.error).toBeUndefined();
});

test('the runs of a loop count as one', async () => {
	const run = await startMessaging(service.settings(limited(2)), items('A'), items('B'), items('C'));
	expect(service.sent).toEqual(['A', 'B']);
	expect(run.data.resultData.runData.messaging).toHaveLength(3);
});

test("the calls of an agent's tool count as one, also with the same arguments", async () => {
	const tool = service.settings(textParameters({ to, text: '={{ $fromAI("text") }}', options: { maxMessages: 2 } }));
	const told = await useAsTool(tool, { text: 'A' }, { text: 'A' }, { text: 'B' });
	expect(service.sent).toEqual(['A', 'A']);
	expect(String(told[2])).toContain('Most Messages per Execution');
});

test.each<[string, INodeParameters, string]>([
	['to whom it may write', { allowedRecipients: '={{ $fromAI("to") }}' }, "'Allowed Recipients' in the options is given by the model"],
	['how often', { maxMessages: '={{ $fromAI("most", "", "number") }}' }, "'Most Messages per Execution' in the options is given by the model"],
])('a model does not choose %s', async (_what, options, expected) => {
	const tool = service.settings(textParameters({ to: '={{ $fromAI("to") }}', options }));
	expect(await useAsTool(tool, { to, most: 9 })).toEqual([expect.stringContaining(expected)]);
	expect(service.requests).toEqual([]);
});

test.each([['an expression that gives nothing', '={{ undefined }}'], ['a negative number', -1], ['half a message', 1.5]])('%s is refused, and nothing is sent', async (_what, maxMessages) => {
	expect(endsOf(await service.run(textParameters({ options: { maxMessages } }), items('A')))).toEqual(['invalid-input']);
	expect(service.requests).toEqual([]);
});

test('off by default, and 0: all are sent', async () => {
	await service.run(limited(0), items('A', 'B'));
	await service.run(textParameters(), items('A', 'B'));
	expect(service.posts).toHaveLength(4);
});
