import { outputOf, runMessaging, startMessaging, type NodeSettings } from '../support/engine';
import { before, hintOf, items, jsonOf, to, useKeyedService } from '../support/keyedService';
import { errorOf, templateParameters } from '../support/messages';
import { inProcess } from '../support/processedData';
import type { ScriptedAnswer } from '../support/service';

const messages = useKeyedService();

describe('a message that an earlier run has sent', () => {
	test('does not leave again, and is said to be sent', async () => {
		await runMessaging(messages.settings(), items('A', 'B'));
		const again = await runMessaging(messages.settings(), items('A', 'B', 'C'));
		expect(messages.sent).toEqual(['A', 'B', 'C']);
		expect(jsonOf(again)).toEqual([before, before, expect.objectContaining({ message_id: `m-${to}` })]);
		expect(hintOf(again)).toBe('1 accepted, 2 duplicates.');
	});

	test('was also sent when n8n has ended since', async () => {
		await runMessaging(messages.settings({}, { workflowId: inProcess('w', 1) }), items('A'));
		const again = await runMessaging(messages.settings({}, { workflowId: inProcess('w', 2) }), items('A'));
		expect(messages.sent).toEqual(['A']);
		expect(jsonOf(again)).toEqual([before]);
	});

	test('is another one for another recipient, another key and another account', async () => {
		await runMessaging(messages.settings(), items('A'));
		await runMessaging(messages.settings(), [{ json: { to: '+12015550124', text: 'A', key: 'A' } }]);
		await runMessaging(messages.settings(), items(['A', 'B']));
		await runMessaging(messages.settings({}, { credential: { baseUrl: `${messages.url}/sandbox`, apiKey: 'key-123' } }), items('A'));
		expect(messages.sent).toEqual(['A', 'A', 'A', 'A']);
	});

	test('is the same however its recipient is written', async () => {
		await runMessaging(messages.settings(), items('A'));
		await runMessaging(messages.settings(), [{ json: { to: '+1 (201) 555-0123', text: 'A', key: 'A' } }]);
		expect(messages.sent).toEqual(['A']);
	});

	test('is the same in the next iteration of a loop', async () => {
		const run = await startMessaging(messages.settings(), items('A'), items('A'));
		expect(messages.sent).toEqual(['A']);
		expect(jsonOf(run)).toEqual([before]);
	});

	test('is neither built nor uploaded again', async () => {
		const settings = messages.settings({}, {
			parameters: templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data', options: { messageKey: 'A' } }),
		});
		const file = [{ json: {}, binary: { data: { data: 'eA==', mimeType: 'image/png', fileName: 'a.png' } } }];
		messages.answer = ({ url }) => (url.endsWith('/media') ? { body: { media_id: 'm-1' } } : undefined);
		await runMessaging(settings, file);
		const posts = () => messages.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);
		expect(posts()).toEqual(['/v1/messaging/media', '/v1/messaging/send']);
		await runMessaging(settings, file);
		expect(posts()).toHaveLength(2);
	});
});

describe('a message of which an earlier run does not say what became of it', () => {
	test('is unknown and does not leave again, while the others do', async () => {
		messages.answer = (_, text) => (text === 'B' ? 'reset' : undefined);
		await runMessaging(messages.settings(), items('A', 'B'));
		const again = await runMessaging(messages.settings(), items('A', 'B', 'C'));
		expect(messages.sent).toEqual(['A', 'B', 'C']);
		expect(errorOf(outputOf(again)[1])).toMatchObject({ outcome: 'unknown', to, message: 'An earlier run may have sent this message' });
		expect(hintOf(again)).toBe(
			'1 accepted, 1 duplicate, 1 unknown: an earlier run was interrupted or got no clear response. Look for them at the service. To send one of them again, change its Message Key.',
		);
	});

	test('does not keep those behind it from being sent where On Error stops: no later run would send them', async () => {
		messages.answer = (_, text) => (text === 'A' ? 'reset' : undefined);
		await runMessaging(messages.settings(), items('A'));
		const again = await runMessaging(messages.settings({ concurrency: 1 }, { onError: 'stopWorkflow' }), items('A', 'B', 'C'));
		expect(messages.sent).toEqual(['A', 'B', 'C']);
		expect(again.data.resultData.error?.description).toContain('Of 3 messages: 2 accepted, 1 unknown.');
	});

	test('is counted beside those that are unknown by this run', async () => {
		messages.answer = (_, text) => (text === 'A' || text === 'B' ? 'reset' : undefined);
		await runMessaging(messages.settings(), items('A'));
		expect(hintOf(await runMessaging(messages.settings(), items('A', 'B')))).toMatch(/^0 accepted, 2 unknown \(1 of an earlier run\): an earlier run/);
	});
});

describe('a message that was not sent or rejected', () => {
	test.each<[string, ScriptedAnswer]>([
		['rejected', { status: 422, body: { error: { message: 'no' } } }],
		['rejected for the moment', { status: 429, headers: { 'retry-after': '3600' } }],
	])('is free for a later run: %s', async (_name, refusal) => {
		let isOpen = false;
		messages.answer = (_, text) => (text === 'A' && !isOpen ? refusal : undefined);
		await runMessaging(messages.settings(), items('A'));
		isOpen = true;
		expect(jsonOf(await runMessaging(messages.settings(), items('A')))).toEqual([expect.objectContaining({ message_id: `m-${to}` })]);
		expect(messages.memory.rowCount).toBe(1);
	});

	test('also where nobody could be reached, or the item was invalid', async () => {
		const nobody = { credential: { baseUrl: 'http://127.0.0.1:1', apiKey: 'key-123' } };
		await runMessaging(messages.settings({ maxAttempts: 1 }, nobody), items('A'));
		await runMessaging(messages.settings(), items(['', 'B']));
		expect(messages.memory.rowCount).toBe(0);
	});

	test('also where the run stopped before it', async () => {
		messages.answer = (_, text) => (text === 'A' ? { status: 422, body: {} } : undefined);
		await runMessaging(messages.settings({ concurrency: 1 }, { onError: 'stopWorkflow' }), items('A', 'B', 'C'));
		expect(messages.sent).toEqual(['A']);
		expect(messages.memory.rowCount).toBe(0);
	});

	test('also where the run was cancelled: what had left is unknown, the rest is free', async () => {
		let cancel = () => {};
		messages.answer = (_, text) => {
			if (text !== 'B') return undefined;
			cancel();
			return { status: 429, headers: { 'retry-after': '200' }, body: {} };
		};
		const run = startMessaging(messages.settings({ concurrency: 1 }), items('A', 'B', 'C', 'D'));
		cancel = () => run.cancel();
		await run;
		messages.answer = () => undefined;
		const again = await runMessaging(messages.settings(), items('A', 'B', 'C', 'D'));
		expect(messages.sent).toEqual(['A', 'B', 'C', 'D']);
		expect(jsonOf(again)[0]).toEqual(before);
		expect(errorOf(outputOf(again)[1])).toMatchObject({ outcome: 'unknown' });
	});

	test('its tries are one message: after a 429 it leaves again and is remembered', async () => {
		const answers: ScriptedAnswer[] = [{ status: 429, headers: { 'retry-after': '0' } }];
		messages.answer = () => answers.shift();
		await runMessaging(messages.settings(), items('A'));
		expect(jsonOf(await runMessaging(messages.settings(), items('A')))).toEqual([before]);
		expect(messages.sent).toEqual(['A', 'A']);
	});
});

describe('items of one run with the same key and recipient', () => {
	test('are one message: the others share what became of it', async () => {
		const run = await runMessaging(messages.settings(), items(['A', 1], ['A', '1'], ['A', ' 1 ']));
		expect(messages.sent).toEqual(['A']);
		const answered = { success: true, message_id: `m-${to}`, to };
		expect(jsonOf(run)).toEqual([answered, { ...answered, duplicate: true }, { ...answered, duplicate: true }]);
		expect(hintOf(run)).toBe('1 accepted, 2 duplicates of another item.');
	});

	test('share a refusal and an unknown outcome too', async () => {
		messages.answer = (_, text) => (text === 'A' ? { status: 422, body: {} } : 'reset');
		const run = await runMessaging(messages.settings(), items('A', 'A', 'B', 'B'));
		expect(messages.sent).toEqual(['A', 'B']);
		expect(outputOf(run).map((item) => errorOf(item).outcome)).toEqual(['rejected', 'rejected', 'unknown', 'unknown']);
		expect(errorOf(outputOf(run)[3]).description).toMatch(/Item 2 has the same Message Key and recipient/);
	});

	test('are refused where they say something else: which is meant would be a guess', async () => {
		const run = await runMessaging(messages.settings(), items(['A', 'k'], ['B', 'k'], ['A', 'k']));
		expect(messages.sent).toEqual(['A']);
		expect(errorOf(outputOf(run)[1])).toMatchObject({
			outcome: 'not_sent',
			category: 'invalid-input',
			to,
			message: "'Message Key' and recipient are the same as in item 0, but the message is different",
		});
		expect(jsonOf(run)[2]).toMatchObject({ message_id: `m-${to}`, duplicate: true });
	});

	test('are refused so too where an earlier run has sent the first', async () => {
		await runMessaging(messages.settings(), items(['A', 'k']));
		const run = await runMessaging(messages.settings(), items(['A', 'k'], ['B', 'k'], ['A', 'k']));
		expect(messages.sent).toEqual(['A']);
		expect(jsonOf(run)[0]).toEqual(before);
		expect(errorOf(outputOf(run)[1])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
		expect(jsonOf(run)[2]).toEqual(before);
	});

	test('of which the first is invalid: the next that can be sent is the message', async () => {
		const run = await runMessaging(messages.settings(), items(['', 'k'], ['', 'k'], ['A', 'k'], ['A', 'k']));
		expect(messages.sent).toEqual(['A']);
		expect(outputOf(run).slice(0, 2).map((item) => errorOf(item).message)).toEqual(["'Text' is empty", "'Text' is empty"]);
		expect(jsonOf(run)[3]).toMatchObject({ duplicate: true });
		expect(jsonOf(await runMessaging(messages.settings(), items(['A', 'k'])))).toEqual([before]);
	});

	test.each([1, 10, 100])('of which the first is invalid, again and again: %i at once', async (concurrency) => {
		const pairs = Array.from({ length: 60 }, (_, index) => [['', `k${index}`], [`A${index}`, `k${index}`]] as const);
		const run = await runMessaging(messages.settings({ concurrency }), items(...pairs.flat()));
		expect(hintOf(run)).toBe('60 accepted, 60 not sent.');
		expect(messages.memory.rowCount).toBe(60);
		expect(new Set(messages.sent).size).toBe(60);
	});

	test('with an idempotency header too', async () => {
		const run = await runMessaging(messages.settings({ idempotencyHeader: 'Idempotency-Key' }), items('A', 'A', ['B', 'A']));
		expect(messages.sent).toEqual(['A']);
		expect(jsonOf(run)[1]).toMatchObject({ duplicate: true });
		expect(errorOf(outputOf(run)[2])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	});
});

describe('with an idempotency header', () => {
	const withHeader = (changes: Partial<NodeSettings> = {}) =>
		messages.settings({ idempotencyHeader: 'Idempotency-Key' }, changes);
	const keys = () => messages.requests.map(({ headers }) => headers['idempotency-key']);

	test("the key is the same in every run, and n8n's database is not asked", async () => {
		await runMessaging(withHeader(), items('A', 'B'));
		await runMessaging(withHeader({ workflowId: 'another' }), items('B', 'A'));
		expect(messages.sent).toEqual(['A', 'B', 'B', 'A']);
		const [a, b, ...again] = keys();
		expect(again).toEqual([b, a]);
		expect(a).toMatch(/^[0-9a-f]{32}$/);
		expect(a).not.toBe(b);
		expect(messages.memory.calls).toBe(0);
	});

	test('needs no saved workflow', async () => {
		expect(jsonOf(await runMessaging(withHeader({ workflowId: '' }), items('A')))[0]).toMatchObject({ success: true });
	});
});

describe('a key that is none', () => {
	test.each<[unknown, string]>([
		['', 'nothing'],
		[{ id: 1 }, 'an object'],
	])('%j: its item is not sent, and says why', async (key, given) => {
		const message = `'Message Key': {{ $json.key }} gives ${given}`;
		for (const header of [{}, { idempotencyHeader: 'Idempotency-Key' }]) {
			const run = await runMessaging(messages.settings(header), items(['A', key], ['B', 'b']));
			expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input', to, message });
			expect(jsonOf(run)[1]).toMatchObject({ success: true });
		}
		expect(new Set(messages.sent)).toEqual(new Set(['B']));
	});

	test('an option that was added and left empty is no message without a key', async () => {
		const run = await runMessaging(messages.settings({ messageKey: '' }), items('A'));
		expect(messages.sent).toEqual([]);
		expect(errorOf(outputOf(run)[0]).message).toBe("'Message Key' is empty");
	});

	test('an expression that cannot be worked out refuses its item alone', async () => {
		const run = await runMessaging(messages.settings({ messageKey: '={{ $json.key.toUpperCase() }}' }), items(['A', 7], 'b'));
		expect(messages.sent).toEqual(['b']);
		expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	});

	test('On Error = stop names the item', async () => {
		const run = await runMessaging(messages.settings({ concurrency: 1 }, { onError: 'stopWorkflow' }), items('A', ['B', ''], 'C'));
		expect(messages.sent).toEqual(['A']);
		expect(run.data.resultData.error).toMatchObject({ message: "'Message Key': {{ $json.key }} gives nothing", context: { itemIndex: 1 } });
	});
});

describe('a dry run', () => {
	test('checks the keys, and does not touch what n8n remembers', async () => {
		const run = await runMessaging(messages.settings({ dryRun: true }), items('A', ['B', 'A'], 'A', ['C', '']));
		expect(messages.memory.calls).toBe(0);
		expect(messages.sent).toEqual([]);
		expect(jsonOf(run).map(({ valid }) => valid)).toEqual([true, undefined, true, undefined]);
		expect(errorOf(outputOf(run)[1]).message).toMatch(/^'Message Key' and recipient are the same as in item 0/);
		expect(errorOf(outputOf(run)[3]).message).toBe("'Message Key': {{ $json.key }} gives nothing");
		await runMessaging(messages.settings(), items('A'));
		expect(messages.sent).toEqual(['A']);
	});
});
