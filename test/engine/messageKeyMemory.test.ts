import type { INodeTypeDescription } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { addNodeType, outputOf, runMessaging, startMessaging, startNode, workflowWith } from '../support/engine';
import { before, hintOf, items, jsonOf, manyTexts, to, useKeyedService } from '../support/keyedService';
import { errorOf } from '../support/messages';
import { inProcess } from '../support/processedData';
import { runs } from '../support/propertyRuns';
import { accepting } from '../support/service';

/*
 * What n8n's memory of the messages holds while runs die, break and meet, and how often it is asked.
 */

const messages = useKeyedService();

describe('a run that n8n did not end', () => {
	test.each([1, 10, 100])('leaves at most a hundred messages unknown, and the next run says so: %i at once', async (concurrency) => {
		const many = manyTexts(110 + concurrency);
		const forever = new Promise<never>(() => {});
		const taken: string[] = [];
		const died = new Promise<void>((resolve) => {
			messages.answer = async (request, text) => {
				if (request.headers.authorization !== 'Bearer key-1') return accepting(request);
				// By then it has as many on their way as it may have, and others behind them.
				if (taken.push(text) === 100 + concurrency) resolve();
				return taken.length > 100 ? await forever : accepting(request);
			};
		});
		messages.memory.trouble = async (_, workflowId) => {
			if (workflowId.endsWith('1') && taken.length >= 100 + concurrency) await forever;
		};
		const credential = { baseUrl: messages.url, apiKey: 'key-1' };
		const run = startMessaging(messages.settings({ concurrency }, { credential, workflowId: inProcess('dying', 1 + 10 * concurrency) }), items(...many));
		await died;
		run.cancel();
		const next = await runMessaging(messages.settings({}, { workflowId: inProcess('dying', 2) }), items(...many));
		const outcomes = jsonOf(next).map(({ success, error }) => (success === true ? 'accepted' : Object(error).outcome));
		const unknown = outcomes.filter((outcome) => outcome === 'unknown').length;
		expect(unknown).toBeGreaterThanOrEqual(concurrency);
		expect(unknown).toBeLessThanOrEqual(100);
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(many.length - unknown);
		expect(hintOf(next)).toMatch(new RegExp(`^\\d+ accepted, \\d+ duplicates?, ${unknown} unknown: an earlier run was interrupted`));
		expect(new Set(messages.sent).size).toBe(messages.sent.length);
	});
});

describe('a memory that cannot be used', () => {
	const refusal = { outcome: 'not_sent', category: 'service', message: "n8n's database cannot be used to remember which messages were sent" };

	test.each(['read', 'write'] as const)('sends nothing while it is locked or full: %s', async (moment) => {
		messages.memory.trouble = (now) => {
			if (now === moment) throw new Error('SQLITE_BUSY: database is locked');
		};
		const run = await runMessaging(messages.settings(), items('A', 'B'));
		expect(messages.sent).toEqual([]);
		expect(outputOf(run).map(errorOf)).toEqual([expect.objectContaining({ ...refusal, to }), expect.objectContaining({ ...refusal, to })]);
		expect(errorOf(outputOf(run)[0]).description).toMatch(/n8n says: "SQLITE_BUSY: database is locked"\. Run the workflow again once .*Idempotency Header/);
		messages.memory.trouble = () => {};
		expect(jsonOf(await runMessaging(messages.settings(), items('A', 'B')))).toEqual([expect.objectContaining({ success: true }), expect.objectContaining({ success: true })]);
	});

	test('sends nothing where its list cannot be read', async () => {
		await runMessaging(messages.settings(), items('A'));
		messages.memory.spoil();
		const run = await runMessaging(messages.settings(), items('A', 'B'));
		expect(messages.sent).toEqual(['A']);
		expect(errorOf(outputOf(run)[1])).toMatchObject(refusal);
	});

	test('sends nothing in a workflow that was never saved', async () => {
		const run = await runMessaging(messages.settings({}, { workflowId: '' }), items('A'));
		expect(messages.sent).toEqual([]);
		expect(errorOf(outputOf(run)[0])).toMatchObject(refusal);
		expect(errorOf(outputOf(run)[0]).description).toMatch(/Save the workflow first/);
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
		const run = await startNode('withoutMemory', messages.settings(), items('A'));
		expect(messages.sent).toEqual([]);
		expect(errorOf(outputOf(run, 'withoutMemory')[0])).toMatchObject(refusal);
	});

	test('keeps the newest 20,000 names or so: what is older leaves again', async () => {
		const others = (from: number) => Array.from({ length: 20_050 }, (_, index) => `another ${from + index}`);
		const context = { workflow: { id: 'workflow-1', active: false }, node: workflowWith('messaging', messages.settings()).node };
		await runMessaging(messages.settings(), items('A'));
		await messages.memory.checkProcessedAndRecord(others(0), 'node', context, { mode: 'entries' });
		expect(jsonOf(await runMessaging(messages.settings(), items('A')))).toEqual([before]);
		await messages.memory.checkProcessedAndRecord(others(100_000), 'node', context, { mode: 'entries' });
		await runMessaging(messages.settings(), items('B'));
		expect(messages.memory.size).toBeLessThanOrEqual(20_100);
		await runMessaging(messages.settings(), items('A'));
		expect(messages.sent).toEqual(['A', 'B', 'A']);
	});

	test('sends nothing more once it fails in the middle, and says what was accepted', async () => {
		const many = manyTexts(300);
		messages.memory.trouble = () => {
			if (messages.memory.calls > 3) throw new Error('disk full');
		};
		const run = await runMessaging(messages.settings(), items(...many));
		const accepted = jsonOf(run).filter(({ success }) => success === true);
		expect(accepted).toHaveLength(messages.sent.length);
		expect(messages.sent.length).toBeLessThan(200);
		messages.memory.trouble = () => {};
		const again = await runMessaging(messages.settings(), items(...many));
		expect(new Set(messages.sent).size).toBe(messages.sent.length);
		expect(jsonOf(again).filter(({ error }) => error !== undefined).length).toBeLessThanOrEqual(100);
	});

	test('is tried once more: the first writes of two processes break on each other', async () => {
		let fails = true;
		messages.memory.trouble = (moment) => {
			if (moment !== 'write' || !fails) return;
			fails = false;
			throw new Error('UNIQUE constraint failed');
		};
		expect(jsonOf(await runMessaging(messages.settings(), items('A')))).toEqual([expect.objectContaining({ success: true })]);
	});
});

describe('two executions of the node at the same time', () => {
	test('in one process: nobody gets it twice, and calls for the memory never overlap', async () => {
		const many = manyTexts(120);
		const runs = await Promise.all([messages.settings(), messages.settings(), messages.settings()].map(async (settings) => await runMessaging(settings, items(...many))));
		expect([...messages.sent].sort()).toEqual([...many].sort());
		expect(messages.memory.mostAtOnce).toBe(1);
		for (const run of runs) {
			for (const { error } of jsonOf(run)) if (error !== undefined) expect(error).toMatchObject({ outcome: 'unknown' });
		}
		expect(hintOf(await runMessaging(messages.settings(), items(...many)))).toBe('0 accepted, 120 duplicates.');
	});

	test('many of one message each share calls', async () => {
		await Promise.all(Array.from({ length: 40 }, async (_, index) => await runMessaging(messages.settings(), items(`m${index}`))));
		expect(messages.sent).toHaveLength(40);
		expect(messages.memory.mostAtOnce).toBe(1);
		expect(messages.memory.size).toBe(40);
	});
});

describe('what it costs', () => {
	test('2,000 messages in at most 200 calls, and as few to learn that they were sent', async () => {
		// A share of them by `npm test`.
		const { numRuns: count } = runs(2_000);
		const written = count.toLocaleString('en-US');
		expect(hintOf(await runMessaging(messages.settings(), items(...manyTexts(count))))).toBe(`${written} accepted.`);
		expect(messages.memory.calls).toBeLessThanOrEqual(count / 10);
		messages.memory.calls = 0;
		expect(hintOf(await runMessaging(messages.settings(), items(...manyTexts(count))))).toBe(`0 accepted, ${written} duplicates.`);
		expect(messages.memory.calls).toBeLessThanOrEqual(count / 10);
		expect(messages.sent).toHaveLength(count);
	});

	test.each([1, 60, 100])('as few with %i at once', async (concurrency) => {
		expect(hintOf(await runMessaging(messages.settings({ concurrency }), items(...manyTexts(200))))).toBe('200 accepted.');
		expect(messages.memory.calls).toBeLessThanOrEqual(20);
		expect(messages.memory.mostAtOnce).toBe(1);
	});

	test('messages leave while a call is under way', async () => {
		let arrived = () => {};
		messages.answer = () => {
			arrived();
			return undefined;
		};
		messages.memory.trouble = async (moment) => {
			// The first call comes before all messages, the last ones after them.
			if (moment === 'read' || messages.memory.calls === 1 || messages.sent.length > 200) return;
			await new Promise<void>((resolve) => {
				arrived = resolve;
			});
		};
		expect(hintOf(await runMessaging(messages.settings(), items(...manyTexts(300))))).toBe('300 accepted.');
	});
});
