import type { INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import { useAsTool } from '../support/agent';
import { retryFailed, startMessaging, type NodeSettings } from '../support/engine';
import { recipients, textParameters } from '../support/messages';
import type { ScriptedAnswer } from '../support/service';
import { jsonOf, useService } from '../support/useService';

const service = useService();

const first = '+12015550101';
const second = '+12015550102';
const third = '+12015550103';
const all = recipients(first, second, third);
const refusal = { status: 422, body: { error: { message: 'not now' } } };

/** The second recipient gets these answers, one a try; everybody else is accepted. */
function secondAnswers(...answers: ScriptedAnswer[]) {
	service.answer = ({ body }) => (Reflect.get(Object(body), 'to') === second ? answers.shift() : undefined);
}

const sentTo = () => service.posts.map(({ body }) => Reflect.get(Object(body), 'to'));
const keys = () => service.posts.map(({ headers }) => headers['idempotency-key']);
const idsOf = (run: IRun) => jsonOf(run).map((json) => json.message_id);
const accepted = (...numbers: string[]) => numbers.map((to) => `m-${to}`);

const settings = (changes: Partial<NodeSettings> = {}, options: INodeParameters = {}) =>
	service.settings(textParameters({ options: { concurrency: 1, ...options } }), { onError: 'stopWorkflow', ...changes });
const run = async (given: NodeSettings, items: INodeExecutionData[] = all) => await service.run(given.parameters, items, given);

describe("n8n's Retry On Fail runs the whole node again", () => {
	// With On Error = continue it does so if the first item has failed.
	test.each<[NodeSettings['onError'], string[]]>([
		['stopWorkflow', [second, second, first, third]],
		['continueRegularOutput', [second, first, third, second]],
	])('and sends no accepted message a second time: %s', async (onError, sent) => {
		secondAnswers(refusal);
		const tried = await run(settings({ retryOnFail: true, onError }), recipients(second, first, third));
		expect(tried.data.resultData.error).toBeUndefined();
		expect(sentTo()).toEqual(sent);
		expect(idsOf(tried)).toEqual(accepted(second, first, third));
	});

	test('nor one that may have been sent, while the rest still goes out', async () => {
		secondAnswers('reset');
		const { error } = (await run(settings({ retryOnFail: true }))).data.resultData;
		expect(sentTo()).toEqual([first, second, third]);
		expect(error?.message).toMatch(/broke off/);
		expect(error?.description).toMatch(/may or may not.* Of 3 messages: 2 accepted, 1 unknown\./);
	});
});

describe("as an agent's tool, which n8n runs again as another run", () => {
	const tool = (options: INodeParameters = {}) =>
		settings({ retryOnFail: true, parameters: textParameters({ to: '={{ $fromAI("to") }}', options: { maxAttempts: 1, ...options } }) });

	test('it sends none again that may have been sent, also when the model asks for it', async () => {
		secondAnswers('reset');
		const told = await useAsTool(tool(), { to: second }, { to: second }, { to: first });
		expect(told).toMatchObject([expect.stringContaining('may or may not'), expect.stringContaining('may or may not'), expect.stringContaining(`m-${first}`)]);
		expect(sentTo()).toEqual([second, first]);
	});

	test('with an idempotency header it sends such a message again under the same key, and one that the model wants once more under another', async () => {
		secondAnswers('reset');
		const told = await useAsTool(tool({ idempotencyHeader: 'Idempotency-Key' }), { to: second }, { to: second });
		expect(told).toEqual(Array(2).fill(expect.stringContaining(`m-${second}`)));
		const [key, again, other] = keys();
		expect([again, other === key]).toEqual([key, false]);
	});

	test('it sends again what was refused, and a message that the model wants twice', async () => {
		secondAnswers(refusal);
		await useAsTool(tool(), { to: second }, { to: second });
		expect(sentTo()).toEqual([second, second, second]);
	});
});

describe("a failed execution that is retried from n8n's list", () => {
	const withKeys = (messageKey: string) => ({ options: { messageKey, idempotencyHeader: 'Idempotency-Key', concurrency: 1 } });

	test('sends no accepted message again, and gives the first answers for them', async () => {
		secondAnswers(refusal);
		const failed = await run(settings());
		expect(failed.data.resultData.error?.description).toContain('Of 3 messages: 1 accepted, 1 rejected, 1 not started.');
		expect(idsOf(await retryFailed(settings(), failed))).toEqual(accepted(first, second, third));
		expect(sentTo()).toEqual([first, second, second, third]);
	});

	test('sends none again that may have been sent, and names what failed in this try', async () => {
		secondAnswers('reset');
		const items = recipients(first, second, 'nobody', third);
		const failed = await run(settings(), items);
		expect(failed.data.resultData.error?.message).toMatch(/broke off/);
		const { error } = (await retryFailed(settings(), failed)).data.resultData;
		expect(sentTo()).toEqual([first, second]);
		expect(error?.message).toMatch(/^Item 3: 'To'/);
	});

	test('remembers what was sent before, also of items that a stopped try did not get to', async () => {
		secondAnswers(refusal, refusal);
		const failed = await run(settings({}, { concurrency: 2 }), recipients(second, third));
		const again = await retryFailed(settings(), failed);
		expect(again.data.resultData.error?.description).toContain('Of 2 messages: 1 accepted, 1 rejected.');
		expect(idsOf(await retryFailed(settings(), again))).toEqual(accepted(second, third));
		expect(sentTo()).toEqual([second, third, second, second]);
	});

	test.each<[string, INodeParameters, INodeParameters, string[]]>([
		['its recipient could not be read', { to: 'nobody' }, { to: `={{ $json.to === "${first}" ? "${third}" : $json.to }}` }, [third, second]],
		['its Message Key was refused', withKeys('={{ $json.none }}'), withKeys('={{ $json.to }}'), [second]],
	])('knows in a third try what the first one sent of an item, although in the second %s', async (_how, then, now, leaving) => {
		secondAnswers(refusal);
		const failed = await run(settings(), recipients(first, second));
		const again = await retryFailed(settings({ parameters: textParameters(then) }), failed);
		expect(again.data.resultData.error).toBeDefined();
		const last = await retryFailed(settings({ parameters: textParameters(now) }), again);
		expect(last.data.resultData.error).toBeUndefined();
		expect(sentTo()).toEqual([first, second, ...leaving]);
	});

	test.each<[string, INodeParameters]>([
		['', {}],
		[', under another idempotency key', { idempotencyHeader: 'Idempotency-Key' }],
	])('sends to whoever an item is meant for by then: only that person has no message yet%s', async (_how, options) => {
		secondAnswers(refusal);
		const failed = await run(settings({}, options), recipients(first, second));
		const parameters = textParameters({ to: `={{ $json.to === "${first}" ? "${third}" : $json.to }}`, options: { concurrency: 1, ...options } });
		expect(idsOf(await retryFailed(settings({ parameters }), failed))).toEqual(accepted(third, second));
		expect(sentTo()).toEqual([first, second, third, second]);
		const [one, , other] = keys();
		expect(one === undefined || one !== other).toBe(true);
	});
});

describe('with an idempotency header', () => {
	const withKey = (options: INodeParameters = {}) => settings({}, { maxAttempts: 1, idempotencyHeader: 'Idempotency-Key', ...options });

	test.each<[string, (given: NodeSettings) => Promise<IRun>]>([
		['Retry On Fail', async (given) => await run({ ...given, retryOnFail: true })],
		['a retried execution', async (given) => await retryFailed(given, await run(given))],
	])('%s sends an uncertain message again under the same key', async (_how, tryTwice) => {
		secondAnswers('reset');
		const tried = await tryTwice(withKey());
		expect(tried.data.resultData.error).toBeUndefined();
		expect(sentTo()).toEqual([first, second, second, third]);
		const [one, two, again, three] = keys();
		expect(one).toMatch(/^[0-9a-f]{32}$/);
		expect(again).toBe(two);
		expect(new Set([one, two, three]).size).toBe(3);
	});

	test.each<[string, INodeParameters, INodeParameters?]>([
		['without it', { idempotencyHeader: '' }],
		['under another one', { idempotencyHeader: 'Request-Id' }],
		['without a Message Key', {}, { messageKey: 'one' }],
		['with a Message Key that was removed', { messageKey: 'one' }],
	])('an uncertain message that left %s is not sent again: the service would not recognize it', async (_how, then, now = {}) => {
		secondAnswers('reset');
		const failed = await run(withKey(then), recipients(second));
		// The workflow as it is saved by now.
		for (const { node } of failed.data.executionData?.nodeExecutionStack ?? []) node.parameters = withKey(now).parameters;
		expect((await retryFailed(withKey(now), failed)).data.resultData.error?.message).toMatch(/broke off/);
		expect(sentTo()).toEqual([second]);
	});

	test('another execution uses other keys, and so does another item for the same person', async () => {
		for (let time = 0; time < 2; time++) await run(withKey(), recipients(first, first));
		expect(new Set(keys()).size).toBe(4);
	});
});

test('several runs of the node in one execution each send their own messages, and are tried again on their own', async () => {
	secondAnswers({}, refusal);
	const looped = await startMessaging(settings({ retryOnFail: true }), recipients(first, second), all);
	// The second run fails once: what it has sent stays sent, what the first run sent is none of its business.
	expect(sentTo()).toEqual([first, second, first, second, second, third]);
	const runs = (looped.data.resultData.runData.messaging ?? []).map(({ data }) => data?.main?.[0]?.map(({ json }) => json.message_id));
	expect(runs).toEqual([[`m-${first}`, null], accepted(first, second, third)]);
	expect(looped.data.resultData.error).toBeUndefined();
});
