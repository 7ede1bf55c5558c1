import type { INodeExecutionData, INodeParameters, INodeTypeDescription, IRun } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { addNodeType, outputOf, runMessaging, startMessaging, startNode, workflowWith, type NodeSettings } from '../support/engine';
import { errorOf, templateParameters, textParameters } from '../support/messages';
import { inProcess, ProcessedData } from '../support/processedData';
import { accepting, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';
import { runs } from '../support/runs';

const memory = new ProcessedData();
let service: ScriptedService;
let answer: (request: ReceivedRequest, text: string) => ScriptedAnswer | Promise<ScriptedAnswer> | undefined;

beforeAll(async () => {
	await memory.install();
	service = await startService(async (request) => (await answer(request, String(Reflect.get(Object(request.body), 'text')))) ?? accepting(request));
});

beforeEach(() => {
	memory.clear();
	service.requests.splice(0);
	answer = () => undefined;
});

afterAll(async () => {
	await service.close();
});

const to = '+12015550123';

/** One input item for each text, which is also its key unless another is given. */
const items = (...texts: Array<string | readonly [text: string, key: unknown]>): INodeExecutionData[] =>
	texts.map((given) => {
		const [text, key] = typeof given === 'string' ? [given, given] : given;
		return { json: { to, text, key: key as string } };
	});

const keyed = (options: INodeParameters = {}, changes: Partial<NodeSettings> = {}): NodeSettings => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: textParameters({ text: '={{ $json.text }}', options: { messageKey: '={{ $json.key }}', ...options } }),
	onError: 'continueRegularOutput',
	...changes,
});

const sent = () => service.requests.map(({ body }) => Reflect.get(Object(body), 'text'));
const jsonOf = (run: IRun) => outputOf(run).map(({ json }) => json);
const hintOf = (run: IRun) => run.data.resultData.runData.messaging?.at(-1)?.hints?.[0]?.message;
const before = { success: true, message_id: null, to, duplicate: true };

describe('a message that an earlier run has sent', () => {
	test('does not leave again, and is said to be sent', async () => {
		await runMessaging(keyed(), items('A', 'B'));
		const again = await runMessaging(keyed(), items('A', 'B', 'C'));
		expect(sent()).toEqual(['A', 'B', 'C']);
		expect(jsonOf(again)).toEqual([before, before, expect.objectContaining({ message_id: `m-${to}` })]);
		expect(hintOf(again)).toBe('1 accepted, 2 had been sent before.');
	});

	test('was also sent when n8n has ended since', async () => {
		await runMessaging(keyed({}, { workflowId: inProcess('w', 1) }), items('A'));
		const again = await runMessaging(keyed({}, { workflowId: inProcess('w', 2) }), items('A'));
		expect(sent()).toEqual(['A']);
		expect(jsonOf(again)).toEqual([before]);
	});

	test('is another one for another recipient, another key and another account', async () => {
		await runMessaging(keyed(), items('A'));
		await runMessaging(keyed(), [{ json: { to: '+12015550124', text: 'A', key: 'A' } }]);
		await runMessaging(keyed(), items(['A', 'B']));
		await runMessaging(keyed({}, { credential: { baseUrl: `${service.url}/sandbox`, apiKey: 'key-123' } }), items('A'));
		expect(sent()).toEqual(['A', 'A', 'A', 'A']);
	});

	test('is the same however its recipient is written', async () => {
		await runMessaging(keyed(), items('A'));
		await runMessaging(keyed(), [{ json: { to: '+1 (201) 555-0123', text: 'A', key: 'A' } }]);
		expect(sent()).toEqual(['A']);
	});

	test('is the same in the next iteration of a loop', async () => {
		const run = await startMessaging(keyed(), items('A'), items('A'));
		expect(sent()).toEqual(['A']);
		expect(jsonOf(run)).toEqual([before]);
	});

	test('is neither built nor uploaded again', async () => {
		const settings = keyed({}, {
			parameters: templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data', options: { messageKey: 'A' } }),
		});
		const file = [{ json: {}, binary: { data: { data: 'eA==', mimeType: 'image/png', fileName: 'a.png' } } }];
		answer = ({ url }) => (url.endsWith('/media') ? { body: { media_id: 'm-1' } } : undefined);
		await runMessaging(settings, file);
		const posts = () => service.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);
		expect(posts()).toEqual(['/v1/messaging/media', '/v1/messaging/send']);
		await runMessaging(settings, file);
		expect(posts()).toHaveLength(2);
	});
});

describe('a message of which an earlier run does not say what became of it', () => {
	test('is unknown and does not leave again, while the others do', async () => {
		answer = (_, text) => (text === 'B' ? 'reset' : undefined);
		await runMessaging(keyed(), items('A', 'B'));
		const again = await runMessaging(keyed(), items('A', 'B', 'C'));
		expect(sent()).toEqual(['A', 'B', 'C']);
		expect(errorOf(outputOf(again)[1])).toMatchObject({ outcome: 'unknown', to, message: 'An earlier run may have sent this message' });
		expect(hintOf(again)).toBe(
			'1 accepted, 1 had been sent before, 1 unknown: an earlier run was interrupted or got no clear answer. Look for them at the service; to send one after all, change its Message Key.',
		);
	});

	test('does not keep those behind it from being sent where On Error stops: no later run would send them', async () => {
		answer = (_, text) => (text === 'A' ? 'reset' : undefined);
		await runMessaging(keyed(), items('A'));
		const again = await runMessaging(keyed({ concurrency: 1 }, { onError: 'stopWorkflow' }), items('A', 'B', 'C'));
		expect(sent()).toEqual(['A', 'B', 'C']);
		expect(again.data.resultData.error?.description).toContain('Of 3 messages: 2 accepted, 1 unknown.');
	});

	test('is counted beside those that are unknown by this run', async () => {
		answer = (_, text) => (text === 'A' || text === 'B' ? 'reset' : undefined);
		await runMessaging(keyed(), items('A'));
		expect(hintOf(await runMessaging(keyed(), items('A', 'B')))).toMatch(/^0 accepted, 2 unknown \(1 of an earlier run\): an earlier run/);
	});
});

describe('a run that n8n did not end', () => {
	test.each([1, 10, 100])('leaves at most a hundred messages unknown, and the next run says so: %i at once', async (concurrency) => {
		const many = Array.from({ length: 200 }, (_, index) => `m${index}`);
		const forever = new Promise<never>(() => {});
		const taken: string[] = [];
		const died = new Promise<void>((resolve) => {
			answer = async (request, text) => {
				if (request.headers.authorization !== 'Bearer key-1') return accepting(request);
				// By then it has as many on their way as it may have, and others behind them.
				if (taken.push(text) === 100 + concurrency) resolve();
				return taken.length > 100 ? await forever : accepting(request);
			};
		});
		memory.trouble = async (_, workflowId) => {
			if (workflowId.endsWith('1') && taken.length >= 100 + concurrency) await forever;
		};
		const credential = { baseUrl: service.url, apiKey: 'key-1' };
		const run = startMessaging(keyed({ concurrency }, { credential, workflowId: inProcess('dying', 1 + 10 * concurrency) }), items(...many));
		await died;
		run.cancel();
		const next = await runMessaging(keyed({}, { workflowId: inProcess('dying', 2) }), items(...many));
		const outcomes = jsonOf(next).map(({ success, error }) => (success === true ? 'accepted' : Object(error).outcome));
		const unknown = outcomes.filter((outcome) => outcome === 'unknown').length;
		expect(unknown).toBeGreaterThanOrEqual(concurrency);
		expect(unknown).toBeLessThanOrEqual(100);
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(200 - unknown);
		expect(hintOf(next)).toMatch(new RegExp(`^\\d+ accepted, \\d+ had been sent before, ${unknown} unknown: an earlier run was interrupted`));
		expect(new Set(sent()).size).toBe(sent().length);
	});
});

describe('a message that was not sent or rejected', () => {
	test.each<[string, ScriptedAnswer]>([
		['rejected', { status: 422, body: { error: { message: 'no' } } }],
		['rejected for the moment', { status: 429, headers: { 'retry-after': '3600' } }],
	])('is free for a later run: %s', async (_name, refusal) => {
		let isOpen = false;
		answer = (_, text) => (text === 'A' && !isOpen ? refusal : undefined);
		await runMessaging(keyed(), items('A'));
		isOpen = true;
		expect(jsonOf(await runMessaging(keyed(), items('A')))).toEqual([expect.objectContaining({ message_id: `m-${to}` })]);
		expect(memory.size).toBe(1);
	});

	test('also where nobody could be reached, or the item was invalid', async () => {
		const nobody = { credential: { baseUrl: 'http://127.0.0.1:1', apiKey: 'key-123' } };
		await runMessaging(keyed({ maxAttempts: 1 }, nobody), items('A'));
		await runMessaging(keyed(), items(['', 'B']));
		expect(memory.size).toBe(0);
	});

	test('also where the run stopped before it', async () => {
		answer = (_, text) => (text === 'A' ? { status: 422, body: {} } : undefined);
		await runMessaging(keyed({ concurrency: 1 }, { onError: 'stopWorkflow' }), items('A', 'B', 'C'));
		expect(sent()).toEqual(['A']);
		expect(memory.size).toBe(0);
	});

	test('also where the run was cancelled: what had left is unknown, the rest is free', async () => {
		let cancel = () => {};
		answer = (_, text) => {
			if (text !== 'B') return undefined;
			cancel();
			return { status: 429, headers: { 'retry-after': '200' }, body: {} };
		};
		const run = startMessaging(keyed({ concurrency: 1 }), items('A', 'B', 'C', 'D'));
		cancel = () => run.cancel();
		await run;
		answer = () => undefined;
		const again = await runMessaging(keyed(), items('A', 'B', 'C', 'D'));
		expect(sent()).toEqual(['A', 'B', 'C', 'D']);
		expect(jsonOf(again)[0]).toEqual(before);
		expect(errorOf(outputOf(again)[1])).toMatchObject({ outcome: 'unknown' });
	});

	test('its tries are one message: after a 429 it leaves again and is remembered', async () => {
		const answers: ScriptedAnswer[] = [{ status: 429, headers: { 'retry-after': '0' } }];
		answer = () => answers.shift();
		await runMessaging(keyed(), items('A'));
		expect(jsonOf(await runMessaging(keyed(), items('A')))).toEqual([before]);
		expect(sent()).toEqual(['A', 'A']);
	});
});

describe('items of one run with the same key and recipient', () => {
	test('are one message: the others share what became of it', async () => {
		const run = await runMessaging(keyed(), items(['A', 1], ['A', '1'], ['A', ' 1 ']));
		expect(sent()).toEqual(['A']);
		const answered = { success: true, message_id: `m-${to}`, to };
		expect(jsonOf(run)).toEqual([answered, { ...answered, duplicate: true }, { ...answered, duplicate: true }]);
		expect(hintOf(run)).toBe('1 accepted, 2 the same as another item.');
	});

	test('share a refusal and an unknown outcome too', async () => {
		answer = (_, text) => (text === 'A' ? { status: 422, body: {} } : 'reset');
		const run = await runMessaging(keyed(), items('A', 'A', 'B', 'B'));
		expect(sent()).toEqual(['A', 'B']);
		expect(outputOf(run).map((item) => errorOf(item).outcome)).toEqual(['rejected', 'rejected', 'unknown', 'unknown']);
		expect(errorOf(outputOf(run)[3]).description).toMatch(/Item 2 has the same Message Key and recipient/);
	});

	test('are refused where they say something else: which is meant would be a guess', async () => {
		const run = await runMessaging(keyed(), items(['A', 'k'], ['B', 'k'], ['A', 'k']));
		expect(sent()).toEqual(['A']);
		expect(errorOf(outputOf(run)[1])).toMatchObject({
			outcome: 'not_sent',
			category: 'invalid-input',
			to,
			message: "'Message Key' is that of item 0, which has the same recipient but is another message",
		});
		expect(jsonOf(run)[2]).toMatchObject({ message_id: `m-${to}`, duplicate: true });
	});

	test('are refused so too where an earlier run has sent the first', async () => {
		await runMessaging(keyed(), items(['A', 'k']));
		const run = await runMessaging(keyed(), items(['A', 'k'], ['B', 'k'], ['A', 'k']));
		expect(sent()).toEqual(['A']);
		expect(jsonOf(run)[0]).toEqual(before);
		expect(errorOf(outputOf(run)[1])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
		expect(jsonOf(run)[2]).toEqual(before);
	});

	test('of which the first is invalid: the next that can be sent is the message', async () => {
		const run = await runMessaging(keyed(), items(['', 'k'], ['', 'k'], ['A', 'k'], ['A', 'k']));
		expect(sent()).toEqual(['A']);
		expect(outputOf(run).slice(0, 2).map((item) => errorOf(item).message)).toEqual(["'Text' is empty", "'Text' is empty"]);
		expect(jsonOf(run)[3]).toMatchObject({ duplicate: true });
		expect(jsonOf(await runMessaging(keyed(), items(['A', 'k'])))).toEqual([before]);
	});

	test.each([1, 10, 100])('of which the first is invalid, again and again: %i at once', async (concurrency) => {
		const pairs = Array.from({ length: 60 }, (_, index) => [['', `k${index}`], [`A${index}`, `k${index}`]] as const);
		const run = await runMessaging(keyed({ concurrency }), items(...pairs.flat()));
		expect(hintOf(run)).toBe('60 accepted, 60 not sent.');
		expect(memory.size).toBe(60);
		expect(new Set(sent()).size).toBe(60);
	});

	test('with an idempotency header too', async () => {
		const run = await runMessaging(keyed({ idempotencyHeader: 'Idempotency-Key' }), items('A', 'A', ['B', 'A']));
		expect(sent()).toEqual(['A']);
		expect(jsonOf(run)[1]).toMatchObject({ duplicate: true });
		expect(errorOf(outputOf(run)[2])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	});
});

describe('with an idempotency header', () => {
	const withHeader = keyed.bind(undefined, { idempotencyHeader: 'Idempotency-Key' });
	const keys = () => service.requests.map(({ headers }) => headers['idempotency-key']);

	test("the key is the same in every run, and n8n's database is not asked", async () => {
		await runMessaging(withHeader(), items('A', 'B'));
		await runMessaging(withHeader({ workflowId: 'another' }), items('B', 'A'));
		expect(sent()).toEqual(['A', 'B', 'B', 'A']);
		const [a, b, ...again] = keys();
		expect(again).toEqual([b, a]);
		expect(a).toMatch(/^[0-9a-f]{32}$/);
		expect(a).not.toBe(b);
		expect(memory.calls).toBe(0);
	});

	test('needs no saved workflow', async () => {
		expect(jsonOf(await runMessaging(withHeader({ workflowId: '' }), items('A')))[0]).toMatchObject({ success: true });
	});
});

describe('a key that is none', () => {
	test.each<[unknown, string]>([
		['', "'Message Key' is empty"],
		[undefined, "'Message Key' is empty"],
		[null, "'Message Key' is empty"],
		[{ id: 1 }, "'Message Key' is not text but an object"],
		[true, "'Message Key' is not text but a boolean"],
	])('%j: its item is not sent, and says why', async (key, message) => {
		for (const header of [{}, { idempotencyHeader: 'Idempotency-Key' }]) {
			const run = await runMessaging(keyed(header), items(['A', key], ['B', 'b']));
			expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input', to, message });
			expect(jsonOf(run)[1]).toMatchObject({ success: true });
		}
		expect(new Set(sent())).toEqual(new Set(['B']));
	});

	test('an option that was added and left empty is no message without a key', async () => {
		const run = await runMessaging(keyed({ messageKey: '' }), items('A'));
		expect(sent()).toEqual([]);
		expect(errorOf(outputOf(run)[0]).message).toBe("'Message Key' is empty");
	});

	test('an expression that cannot be worked out refuses its item alone', async () => {
		const run = await runMessaging(keyed({ messageKey: '={{ $json.key.toUpperCase() }}' }), items(['A', 7], 'b'));
		expect(sent()).toEqual(['b']);
		expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	});

	test('On Error = stop names the item', async () => {
		const run = await runMessaging(keyed({ concurrency: 1 }, { onError: 'stopWorkflow' }), items('A', ['B', ''], 'C'));
		expect(sent()).toEqual(['A']);
		expect(run.data.resultData.error).toMatchObject({ message: "'Message Key' is empty", context: { itemIndex: 1 } });
	});
});

describe('a dry run', () => {
	test('checks the keys, and does not touch what n8n remembers', async () => {
		const run = await runMessaging(keyed({ dryRun: true }), items('A', ['B', 'A'], 'A', ['C', '']));
		expect(memory.calls).toBe(0);
		expect(sent()).toEqual([]);
		expect(jsonOf(run).map(({ valid }) => valid)).toEqual([true, undefined, true, undefined]);
		expect(errorOf(outputOf(run)[1]).message).toMatch(/^'Message Key' is that of item 0/);
		expect(errorOf(outputOf(run)[3]).message).toBe("'Message Key' is empty");
		await runMessaging(keyed(), items('A'));
		expect(sent()).toEqual(['A']);
	});
});

describe('a memory that cannot be used', () => {
	const refusal = { outcome: 'not_sent', category: 'service', message: "n8n's database cannot be used to remember which messages were sent" };

	test.each(['read', 'write'] as const)('sends nothing while it is locked or full: %s', async (moment) => {
		memory.trouble = (now) => {
			if (now === moment) throw new Error('SQLITE_BUSY: database is locked');
		};
		const run = await runMessaging(keyed(), items('A', 'B'));
		expect(sent()).toEqual([]);
		expect(outputOf(run).map(errorOf)).toEqual([expect.objectContaining({ ...refusal, to }), expect.objectContaining({ ...refusal, to })]);
		expect(errorOf(outputOf(run)[0]).description).toMatch(/n8n says: "SQLITE_BUSY: database is locked"\. Run the workflow again once .*Idempotency Header/);
		memory.trouble = () => {};
		expect(jsonOf(await runMessaging(keyed(), items('A', 'B')))).toEqual([expect.objectContaining({ success: true }), expect.objectContaining({ success: true })]);
	});

	test('sends nothing where its list cannot be read', async () => {
		await runMessaging(keyed(), items('A'));
		memory.spoil();
		const run = await runMessaging(keyed(), items('A', 'B'));
		expect(sent()).toEqual(['A']);
		expect(errorOf(outputOf(run)[1])).toMatchObject(refusal);
	});

	test('sends nothing in a workflow that was never saved', async () => {
		const run = await runMessaging(keyed({}, { workflowId: '' }), items('A'));
		expect(sent()).toEqual([]);
		expect(errorOf(outputOf(run)[0])).toMatchObject(refusal);
		expect(errorOf(outputOf(run)[0]).description).toMatch(/save it first/);
	});

	test('sends nothing where n8n offers none', async () => {
		const messaging = new Messaging();
		const description: INodeTypeDescription = { ...messaging.description, name: 'withoutMemory' };
		addNodeType('withoutMemory', {
			description,
			async execute() {
				const helpers = { ...this.helpers, checkProcessedAndRecord: undefined };
				return await messaging.execute.call(Object.create(this, { helpers: { value: helpers } }));
			},
		});
		const run = await startNode('withoutMemory', keyed(), items('A'));
		expect(sent()).toEqual([]);
		expect(errorOf(outputOf(run, 'withoutMemory')[0])).toMatchObject(refusal);
	});

	test('keeps the newest 20,000 names or so: what is older leaves again', async () => {
		const others = (from: number) => Array.from({ length: 20_050 }, (_, index) => `another ${from + index}`);
		const context = { workflow: { id: 'workflow-1', active: false }, node: workflowWith('messaging', keyed()).node };
		await runMessaging(keyed(), items('A'));
		await memory.checkProcessedAndRecord(others(0), 'node', context, { mode: 'entries' });
		expect(jsonOf(await runMessaging(keyed(), items('A')))).toEqual([before]);
		await memory.checkProcessedAndRecord(others(100_000), 'node', context, { mode: 'entries' });
		await runMessaging(keyed(), items('B'));
		expect(memory.size).toBeLessThanOrEqual(20_100);
		await runMessaging(keyed(), items('A'));
		expect(sent()).toEqual(['A', 'B', 'A']);
	});

	test('sends nothing more once it fails in the middle, and says what was accepted', async () => {
		const many = Array.from({ length: 300 }, (_, index) => `m${index}`);
		memory.trouble = () => {
			if (memory.calls > 3) throw new Error('disk full');
		};
		const run = await runMessaging(keyed(), items(...many));
		const accepted = jsonOf(run).filter(({ success }) => success === true);
		expect(accepted).toHaveLength(sent().length);
		expect(sent().length).toBeLessThan(200);
		memory.trouble = () => {};
		const again = await runMessaging(keyed(), items(...many));
		expect(new Set(sent()).size).toBe(sent().length);
		expect(jsonOf(again).filter(({ error }) => error !== undefined).length).toBeLessThanOrEqual(100);
	});

	test('is tried once more: the first writes of two processes break on each other', async () => {
		let fails = true;
		memory.trouble = (moment) => {
			if (moment !== 'write' || !fails) return;
			fails = false;
			throw new Error('UNIQUE constraint failed');
		};
		expect(jsonOf(await runMessaging(keyed(), items('A')))).toEqual([expect.objectContaining({ success: true })]);
	});
});

describe('two executions of the node at the same time', () => {
	test('in one process: nobody gets it twice, and calls for the memory never overlap', async () => {
		const many = Array.from({ length: 120 }, (_, index) => `m${index}`);
		const runs = await Promise.all([keyed(), keyed(), keyed()].map(async (settings) => await runMessaging(settings, items(...many))));
		expect([...sent()].sort()).toEqual([...many].sort());
		expect(memory.mostAtOnce).toBe(1);
		for (const run of runs) {
			for (const { error } of jsonOf(run)) if (error !== undefined) expect(error).toMatchObject({ outcome: 'unknown' });
		}
		expect(hintOf(await runMessaging(keyed(), items(...many)))).toBe('0 accepted, 120 had been sent before.');
	});

	test('many of one message each share calls', async () => {
		await Promise.all(Array.from({ length: 40 }, async (_, index) => await runMessaging(keyed(), items(`m${index}`))));
		expect(sent()).toHaveLength(40);
		expect(memory.mostAtOnce).toBe(1);
		expect(memory.size).toBe(40);
	});
});

describe('what it costs', () => {
	const many = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);

	test('2,000 messages in at most 200 calls, and as few to learn that they were sent', async () => {
		// A share of them by `npm test`.
		const { numRuns: count } = runs(2_000);
		const written = count.toLocaleString('en-US');
		expect(hintOf(await runMessaging(keyed(), items(...many(count))))).toBe(`${written} accepted.`);
		expect(memory.calls).toBeLessThanOrEqual(count / 10);
		memory.calls = 0;
		expect(hintOf(await runMessaging(keyed(), items(...many(count))))).toBe(`0 accepted, ${written} had been sent before.`);
		expect(memory.calls).toBeLessThanOrEqual(count / 10);
		expect(sent()).toHaveLength(count);
	});

	test.each([1, 60, 100])('as few with %i at once', async (concurrency) => {
		expect(hintOf(await runMessaging(keyed({ concurrency }), items(...many(300))))).toBe('300 accepted.');
		expect(memory.calls).toBeLessThanOrEqual(30);
		expect(memory.mostAtOnce).toBe(1);
	});

	test('messages leave while a call is under way', async () => {
		let arrived = () => {};
		answer = () => {
			arrived();
			return undefined;
		};
		memory.trouble = async (moment) => {
			// The first call comes before all messages, the last ones after them.
			if (moment === 'read' || memory.calls === 1 || sent().length > 200) return;
			await new Promise<void>((resolve) => {
				arrived = resolve;
			});
		};
		expect(hintOf(await runMessaging(keyed(), items(...many(300))))).toBe('300 accepted.');
	});
});
