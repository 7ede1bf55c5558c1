import type { INodeTypeDescription } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { addNodeType, outputOf, runMessaging, startMessaging, startNode } from '../support/engine';
import { before, hintOf, items, jsonOf, manyTexts, useKeyedService } from '../support/keyedService';
import { errorOf } from '../support/messages';
import { inProcess } from '../support/processedData';
import { accepting } from '../support/service';

/*
 * The rows of n8n's database while runs die, break and meet.
 */

const messages = useKeyedService();

const forever = new Promise<never>(() => {});

describe('a run that n8n did not end', () => {
	test.each([1, 10, 100])('leaves unknown what was on its way, and nothing else: %i at once', async (concurrency) => {
		const many = manyTexts(110 + concurrency);
		const taken: string[] = [];
		const died = new Promise<void>((resolve) => {
			messages.answer = async (request, text) => {
				if (request.headers.authorization !== 'Bearer key-1') return accepting(request);
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
		const unknown = jsonOf(next).filter(({ error }) => Object(error).outcome === 'unknown').length;
		expect(unknown).toBe(concurrency);
		expect(hintOf(next)).toMatch(new RegExp(`^\\d+ accepted, \\d+ duplicates?, ${unknown} unknown: an earlier run was interrupted`));
		expect(new Set(messages.sent).size).toBe(messages.sent.length);
		expect(messages.sent).toHaveLength(many.length);
	});
});

describe('a memory that cannot be used', () => {
	const refusal = { outcome: 'not_sent', category: 'service', message: "n8n's database cannot be used to remember which messages were sent" };

	test('sends nothing in a workflow that was never saved', async () => {
		const run = await runMessaging(messages.settings({}, { workflowId: '' }), items('A'));
		expect(messages.sent).toEqual([]);
		expect(errorOf(outputOf(run)[0])).toMatchObject(refusal);
		expect(errorOf(outputOf(run)[0]).description).toMatch(/Save the workflow first/);
	});

	test('sends nothing if n8n offers none', async () => {
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

	test('ends the run when it is cancelled: nothing was sent', async () => {
		let cancel = () => {};
		messages.memory.trouble = () => {
			cancel();
			throw new Error('SQLITE_BUSY: database is locked');
		};
		const run = startMessaging(messages.settings(), items('A', 'B'));
		cancel = () => run.cancel();
		await run;
		expect(messages.sent).toEqual([]);
	});

	test.each(['read', 'write'] as const)('is tried again, and the messages leave: %s', async (moment) => {
		let fails = 2;
		messages.memory.trouble = (now) => {
			if (now === moment && fails-- > 0) throw new Error('SQLITE_BUSY: database is locked');
		};
		expect(hintOf(await runMessaging(messages.settings(), items('A', 'B', 'C')))).toBe('3 accepted.');
		expect(jsonOf(await runMessaging(messages.settings(), items('A', 'B', 'C')))).toEqual([before, before, before]);
		expect(messages.sent).toHaveLength(3);
	});
});

describe('executions of the node at the same time', () => {
	test.each(['one process', 'processes of their own'])('in %s: nobody gets a message twice, and no key is lost', async (where) => {
		const many = manyTexts(120);
		const settingsOf = (place: number) => messages.settings({}, { workflowId: where === 'one process' ? 'w' : inProcess('w', 100 + place) });
		// Two that send the same, and two that send something else.
		const inputs = [many, many, manyTexts(200).slice(120, 160), manyTexts(200).slice(160)];
		const all = await Promise.all(inputs.map(async (texts, place) => await runMessaging(settingsOf(place), items(...texts))));
		expect([...messages.sent].sort()).toEqual(manyTexts(200).sort());
		for (const run of all) {
			for (const { error } of jsonOf(run)) if (error !== undefined) expect(error).toMatchObject({ outcome: 'unknown' });
		}
		expect(hintOf(await runMessaging(settingsOf(5), items(...manyTexts(200))))).toBe('0 accepted, 200 duplicates.');
	});

	test('other content under the same key is refused, in whatever run it comes', async () => {
		await runMessaging(messages.settings({}, { workflowId: inProcess('w', 201) }), items(['A', 'k']));
		const run = await runMessaging(messages.settings({}, { workflowId: inProcess('w', 202) }), items(['B', 'k']));
		expect(errorOf(outputOf(run)[0])).toMatchObject({
			outcome: 'not_sent',
			category: 'invalid-input',
			message: "This 'Message Key' was used for another message to this recipient",
		});
		expect(jsonOf(await runMessaging(messages.settings({}, { workflowId: inProcess('w', 202) }), items(['A', 'k'])))).toEqual([before]);
		expect(messages.sent).toEqual(['A']);
	});
});

test('a message costs three calls, and one to learn that it was sent', async () => {
	await runMessaging(messages.settings(), items('first of the process'));
	messages.memory.calls = 0;
	await runMessaging(messages.settings({ concurrency: 100 }), items(...manyTexts(100)));
	expect(messages.memory.calls).toBe(300);
	messages.memory.calls = 0;
	await runMessaging(messages.settings({ concurrency: 100 }), items(...manyTexts(100)));
	expect(messages.memory.calls).toBeLessThanOrEqual(200);
});
