import type { IRun } from 'n8n-workflow';

import { outputOf, retryFailed, runMessaging, startMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { accepting, startService, type ScriptedAnswer, type ScriptedService } from '../support/service';

let service: ScriptedService;

afterEach(async () => {
	await service.close();
});

const first = '+12015550101';
const second = '+12015550102';
const third = '+12015550103';

/** The second recipient gets these answers, one a try; everybody else is accepted. */
async function secondAnswers(...answers: ScriptedAnswer[]) {
	service = await startService((request) => {
		const isSecond = Reflect.get(Object(request.body), 'to') === second;
		return (isSecond ? answers.shift() : undefined) ?? accepting(request);
	});
}

const sentTo = () => service.requests.map(({ body }) => Reflect.get(Object(body), 'to'));

const settings = () => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: textParameters({ options: { concurrency: 1 } }),
	retryOnFail: true,
});

describe("n8n's Retry On Fail runs the whole node again", () => {
	test('and sends no accepted message a second time', async () => {
		await secondAnswers({ status: 422, body: { error: { message: 'not now' } } });
		const run = await runMessaging(settings(), recipients(first, second, third));
		expect(run.data.resultData.error).toBeUndefined();
		expect(sentTo()).toEqual([first, second, second, third]);
		expect(outputOf(run).map(({ json }) => json.message_id)).toEqual([first, second, third].map((to) => `m-${to}`));
	});

	test('nor one that may have been sent, while the rest still goes out', async () => {
		await secondAnswers('reset');
		const run = await runMessaging(settings(), recipients(first, second, third));
		expect(sentTo()).toEqual([first, second, third]);
		expect(run.data.resultData.error?.message).toMatch(/broke off/);
		expect(run.data.resultData.error?.description).toMatch(/may or may not.* Of 3 messages: 2 accepted, 1 unknown\./);
	});

	test('and names what failed in this try, not what an earlier one has left', async () => {
		await secondAnswers('reset');
		const failed = await runMessaging({ ...settings(), retryOnFail: false }, recipients(first, second, 'nobody'));
		expect(failed.data.resultData.error?.message).toMatch(/broke off/);
		const retried = await retryFailed({ ...settings(), retryOnFail: false }, failed);
		expect(retried.data.resultData.error?.message).toMatch(/^'To'/);
	});

	test('also with On Error = continue, where n8n tries again because the first item failed', async () => {
		await secondAnswers({ status: 422, body: {} });
		const run = await runMessaging(
			{ ...settings(), onError: 'continueRegularOutput' },
			recipients(second, first, third),
		);
		expect(sentTo()).toEqual([second, first, third, second]);
		expect(outputOf(run).map(({ json }) => json.success)).toEqual([true, true, true]);
	});

	test('and gives up with the item that keeps failing', async () => {
		const no = { status: 422, body: {} };
		await secondAnswers(no, no);
		const run = await runMessaging({ ...settings(), onError: 'continueRegularOutput' }, recipients(second, first));
		expect(sentTo()).toEqual([second, first, second]);
		expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'rejected', to: second });
	});
});

/** The keys that a recipient's message carried, one a try. */
const keysOf = (to: string) =>
	service.requests
		.filter(({ body }) => Reflect.get(Object(body), 'to') === to)
		.map(({ headers }) => headers['idempotency-key']);

const withKey = (changes: { readonly retryOnFail: boolean }) => ({
	...settings(),
	...changes,
	parameters: textParameters({ options: { concurrency: 1, maxAttempts: 1, idempotencyHeader: 'Idempotency-Key' } }),
});

describe('with an idempotency header', () => {
	test('Retry On Fail sends an uncertain message again under the same key', async () => {
		await secondAnswers('reset');
		const run = await runMessaging(withKey({ retryOnFail: true }), recipients(first, second, third));
		expect(run.data.resultData.error).toBeUndefined();
		expect(sentTo()).toEqual([first, second, second, third]);
		const [key, again] = keysOf(second);
		expect(key).toMatch(/^[0-9a-f]{32}$/);
		expect(again).toBe(key);
		expect(new Set([first, second, third].flatMap(keysOf)).size).toBe(3);
	});

	test('another execution uses other keys, and so does another item for the same person', async () => {
		await secondAnswers();
		await runMessaging(withKey({ retryOnFail: false }), recipients(first, first));
		await runMessaging(withKey({ retryOnFail: false }), recipients(first, first));
		expect(new Set(keysOf(first)).size).toBe(4);
	});
});

describe("a failed execution that is retried from n8n's list", () => {
	const once = { retryOnFail: false };

	test('sends no accepted message again, and gives the first answers for them', async () => {
		await secondAnswers({ status: 422, body: {} });
		const failed = await runMessaging({ ...settings(), ...once }, recipients(first, second, third));
		expect(failed.data.resultData.error?.description).toContain('Of 3 messages: 1 accepted, 1 rejected, 1 not started.');
		const retried = await retryFailed({ ...settings(), ...once }, failed);
		expect(sentTo()).toEqual([first, second, second, third]);
		expect(outputOf(retried).map(({ json }) => json.message_id)).toEqual([first, second, third].map((to) => `m-${to}`));
	});

	test('sends none again that may have been sent', async () => {
		await secondAnswers('reset');
		const failed = await runMessaging({ ...settings(), ...once }, recipients(first, second, third));
		const retried = await retryFailed({ ...settings(), ...once }, failed);
		expect(sentTo()).toEqual([first, second, third]);
		expect(retried.data.resultData.error?.description).toContain('Of 3 messages: 2 accepted, 1 unknown.');
	});

	test('sends to whoever an item is meant for by then: only that person has no message yet', async () => {
		await secondAnswers({ status: 422, body: {} });
		const failed = await runMessaging({ ...settings(), ...once }, recipients(first, second));
		// The workflow as it is saved by now.
		for (const { node } of failed.data.executionData?.nodeExecutionStack ?? []) {
			node.parameters = { ...node.parameters, to: `={{ $json.to === "${first}" ? "${third}" : $json.to }}` };
		}
		const retried = await retryFailed({ ...settings(), ...once }, failed);
		expect(sentTo()).toEqual([first, second, third, second]);
		expect(outputOf(retried).map(({ json }) => json.message_id)).toEqual([third, second].map((to) => `m-${to}`));
	});

	test('with an idempotency header it sends that one too, under the key of the first time', async () => {
		await secondAnswers('reset');
		const failed = await runMessaging(withKey(once), recipients(first, second, third));
		const retried = await retryFailed(withKey(once), failed);
		expect(retried.data.resultData.error).toBeUndefined();
		expect(sentTo()).toEqual([first, second, second, third]);
		const [key, again] = keysOf(second);
		expect(again).toBe(key);
	});
});

describe('several runs of the node in one execution', () => {
	const runsOf = (run: IRun) =>
		(run.data.resultData.runData.messaging ?? []).map(({ data }) => data?.main?.[0]?.map(({ json }) => json.message_id));

	test('each send their own messages, also to the same people', async () => {
		await secondAnswers();
		const run = await startMessaging(settings(), recipients(first, second), recipients(first, second));
		expect(sentTo()).toEqual([first, second, first, second]);
		expect(runsOf(run)).toEqual([
			[`m-${first}`, `m-${second}`],
			[`m-${first}`, `m-${second}`],
		]);
	});

	test('are tried again on their own', async () => {
		await secondAnswers({}, { status: 422, body: {} });
		const run = await startMessaging(settings(), recipients(first, second), recipients(first, second, third));
		// The second run fails once: what it has sent stays sent, what the first run sent is none of its business.
		expect(sentTo()).toEqual([first, second, first, second, second, third]);
		expect(run.data.resultData.error).toBeUndefined();
	});
});
