import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

import type { Failure } from '../../nodes/Messaging/result/failure';
import { ok, type Result } from '../../nodes/Messaging/result/result';
import { openKeyRows, type KeyRows, type RowState } from '../../nodes/Messaging/n8n/keyRows';
import type { SendResult } from '../../nodes/Messaging/request/sendResult';
import { build } from '../../nodes/Messaging/sending/links/build';
import { oncePerKey } from '../../nodes/Messaging/sending/links/oncePerKey';
import { chain, type Message } from '../../nodes/Messaging/sending/message';
import { createTestClock } from '../support/clock';
import { executeContext } from '../support/engine';
import { promisesSettled } from '../support/eventLoop.mts';
import { textParameters } from '../support/messages';
import { countOpenHandles } from '../support/openHandles.mts';
import { inProcess, useProcessedData } from '../support/processedData';

/*
 * What n8n's database says of messages while processes meet, break and die: n8n's own helpers, over a model of
 * its table.
 */

const memory = useProcessedData();
const never = new Promise<never>(() => {});

// Only the clock lets time pass.
beforeEach(() => (memory.trouble = async () => {}));

const contextIn = (process: number) =>
	executeContext({ credential: {}, parameters: textParameters(), workflowId: inProcess('w', process) });

/** The rows as a run in a process sees them. */
function rowsIn(process = 1, clock = createTestClock(), signal = new AbortController().signal, open = openKeyRows): KeyRows {
	const rows = open(contextIn(process), signal, clock);
	if (!rows.ok) throw new Error(rows.error.description);
	return rows.value;
}

async function stateOf(answer: ReturnType<KeyRows['look']>): Promise<RowState | 'failed'> {
	const state = await answer;
	return state.ok ? state.value : 'failed';
}

describe('a row', () => {
	test('is unsettled from its claim on, and accepted for good', async () => {
		const [one, other] = [rowsIn(1), rowsIn(2)];
		expect(await stateOf(one.look('a', 'text'))).toBe('none');
		expect(await stateOf(one.claim('a', 'text'))).toBe('none');
		expect(await stateOf(other.look('a', 'text'))).toBe('unsettled');
		expect(await stateOf(other.claim('a', 'another text'))).toBe('unsettled');
		expect(await stateOf(other.look('b', 'text'))).toBe('none');
		expect(await one.accept('a', 'text')).toMatchObject({ ok: true });
		for (const content of ['text', undefined]) expect(await stateOf(other.look('a', content))).toBe('accepted');
		expect(await stateOf(other.claim('a', 'text'))).toBe('accepted');
		for (let time = 1; time < 5; time++) expect(await stateOf(other.look('a', 'another text'))).toBe('other content');
		expect(await stateOf(other.claim('a', 'another text'))).toBe('other content');
		expect(await one.release('a')).toMatchObject({ ok: true });
		expect(await stateOf(one.look('a', 'text'))).toBe('accepted');
	});

	test('that is removed by its age goes before that of its content: until then it was sent, and from then on it may leave again', async () => {
		const rows = rowsIn();
		for (let life = 1; life <= 2; life++) {
			expect(await stateOf(rows.claim('a', 'text'))).toBe('none');
			await rows.accept('a', 'text');
			expect(await stateOf(rows.look('a', 'text'))).toBe('accepted');
			expect(await stateOf(rows.look('a', 'another text'))).toBe('other content');
			memory.removeOldest();
		}
	});

	test('that was released just after another run found it is not taken for one that this run has made', async () => {
		const [one, other] = [rowsIn(1), rowsIn(2)];
		await one.claim('a', 'text');
		let reads = 0;
		memory.trouble = async (moment, workflowId) => {
			// To make the row, to see that it is there, and to learn more of it.
			if (moment === 'read' && workflowId === inProcess('w', 2) && ++reads === 3) await one.release('a');
		};
		expect(await other.claim('a', 'text')).toEqual({ ok: true, value: 'unsettled' });
		expect(memory.rowCount).toBe(0);
	});

	// Compared in all orders: one look comes between two steps of another, and ends there or dies after so many of its own.
	test.each([1, 2, 3, 4, Infinity])('tells other content from that of the message, however two comparisons meet of which one dies after %d steps', async (stepsLeft) => {
		await rowsIn(1).claim('a', 'text');
		await rowsIn(1).accept('a', 'text');
		for (let place = 1; place <= 8; place++) {
			let [steps, left] = [0, stepsLeft];
			let within: Promise<RowState | 'failed' | undefined> | undefined;
			const isFirst = (workflowId: string) => workflowId === inProcess('w', 2);
			memory.trouble = async (_moment, workflowId) => {
				if (!isFirst(workflowId)) return left-- > 0 ? undefined : await never;
				if (++steps !== place) return;
				within = Promise.race([stateOf(rowsIn(3).look('a', 'another text')), promisesSettled().then(promisesSettled).then(() => undefined)]);
				await within;
			};
			expect(await stateOf(rowsIn(2).look('a', 'another text'))).toBe('other content');
			expect(['other content', undefined]).toContain(await within);
			memory.trouble = async () => {};
			expect(await stateOf(rowsIn(4).look('a', 'another text'))).toBe('other content');
			expect(await stateOf(rowsIn(4).look('a', 'text'))).toBe('accepted');
		}
	});

	test('is compared without a trace', async () => {
		await rowsIn(1).claim('a', 'text');
		await rowsIn(1).accept('a', 'text');
		const moments: string[] = [];
		memory.trouble = async (moment) => void moments.push(moment);
		for (const content of ['text', 'another text', undefined]) await rowsIn(2).look('a', content);
		expect(new Set(moments)).toEqual(new Set(['read']));
	});

	test('that a run has claimed but not accepted as a whole does not say accepted, and is accepted once that is repeated', async () => {
		await rowsIn(1).claim('a', 'text');
		for (let step = 1; step <= 5; step++) {
			let steps = 0;
			const died = new Promise<void>((resolve) => {
				memory.trouble = async () => {
					if (++steps < step) return;
					resolve();
					await never;
				};
			});
			void rowsIn(1).accept('a', 'text');
			await died;
			memory.trouble = async () => {};
			for (const content of ['text', 'another text']) expect(await stateOf(rowsIn(2).look('a', content))).toBe('unsettled');
		}
		await rowsIn(1).accept('a', 'text');
		expect(await stateOf(rowsIn(2).look('a', 'text'))).toBe('accepted');
	});
});

describe('an answer of the database that is lost', () => {
	const broken = 'Connection terminated';

	/** Loses so many of the next answers to what is read; a comparison writes nothing. */
	function loseAnswers(count: number): void {
		let left = count;
		memory.trouble = async (moment) => {
			expect(moment).toBe('read');
			if (left-- > 0) throw new Error(broken);
		};
	}

	test.each([1, 2])('in a comparison with other content (%i of them) makes it no content of the message', async (count) => {
		const clock = createTestClock();
		const rows = rowsIn(1, clock);
		await clock.until(rows.claim('a', 'text'));
		await clock.until(rows.accept('a', 'text'));
		loseAnswers(count);
		expect(await clock.until(stateOf(rows.look('a', 'another text')))).toBe('other content');
		memory.trouble = async () => {};
		expect(await clock.until(stateOf(rows.look('a', 'another text')))).toBe('other content');
		expect(await clock.until(stateOf(rows.look('a', 'text')))).toBe('accepted');
	});

	test('in a comparison with the same content changes nothing', async () => {
		const clock = createTestClock();
		const rows = rowsIn(1, clock);
		await clock.until(rows.claim('a', 'text'));
		await clock.until(rows.accept('a', 'text'));
		loseAnswers(1);
		expect(await clock.until(stateOf(rows.look('a', 'text')))).toBe('accepted');
	});
});

describe('a database that is away', () => {
	const terminated = { ok: false, error: { category: 'service', message: "n8n's database cannot be used to remember which messages were sent" } };

	test('is tried again for a minute', async () => {
		const clock = createTestClock();
		const rows = rowsIn(1, clock);
		await clock.until(rows.claim('a', 'text'));
		memory.trouble = async () => {
			if (clock.now() < 55_000) throw new Error('Connection terminated');
		};
		expect(await clock.until(rows.accept('a', 'text'))).toMatchObject({ ok: true });
		expect(await clock.until(rows.look('a', 'text'))).toEqual({ ok: true, value: 'accepted' });
		memory.trouble = () => {
			throw new Error('Connection terminated');
		};
		for (const call of [rows.look('a', 'text'), rows.claim('a', 'text'), rows.accept('a', 'text'), rows.release('a')]) {
			const failure = await clock.until<Result<unknown, Failure>>(call);
			expect(failure).toMatchObject(terminated);
			expect(failure.ok ? '' : failure.error.description).toMatch(/n8n says: "Connection terminated"\. Run the workflow again once .*Idempotency Header/);
		}
		expect(clock.now()).toBeLessThan(125_000);
	});

	test('is waited for no longer than it takes to answer: no timer is left', async () => {
		const before = countOpenHandles();
		const rows = openKeyRows(contextIn(1), new AbortController().signal);
		expect(rows.ok && (await rows.value.claim('a', 'text'))).toMatchObject({ ok: true });
		expect(countOpenHandles()).toBe(before);
	});

	test.each([
		['fails', async () => await Promise.reject(new Error('Connection terminated'))],
		['does not answer', async () => await never],
	])('that %s is not waited for once the run is canceled', async (_how, trouble) => {
		const clock = createTestClock();
		const cancel = new AbortController();
		const rows = rowsIn(1, clock, cancel.signal);
		await clock.until(rows.look('a', 'text'));
		const start = clock.now();
		memory.trouble = trouble;
		const calls = [rows.look('a', 'text'), rows.claim('b', 'text'), rows.accept('c', 'text'), rows.release('d')];
		await clock.until(clock.sleep(20_000));
		cancel.abort();
		for (const call of calls) expect(await clock.until<Result<unknown, Failure>>(call)).toMatchObject(terminated);
		expect(clock.now() - start).toBeLessThan(25_000);
		// What is already known is still written down.
		memory.trouble = async () => {};
		expect(await clock.until(rows.accept('c', 'text'))).toMatchObject({ ok: true });
	});

	test('holds up nobody else when it does not answer, and is asked again', async () => {
		const clock = createTestClock();
		const [one, other] = [rowsIn(1, clock), rowsIn(2, clock)];
		await clock.until(one.look('a', 'text'));
		let isStuck = false;
		memory.trouble = async (moment, workflowId) => {
			if (isStuck || moment !== 'write' || workflowId !== inProcess('w', 1)) return;
			isStuck = true;
			await never;
		};
		const claim = one.claim('a', 'text');
		expect(await clock.until(other.claim('b', 'text'))).toEqual({ ok: true, value: 'none' });
		expect(clock.now()).toBe(0);
		expect(await clock.until(claim)).toEqual({ ok: true, value: 'none' });
	});

	test('removes nothing a second time, when a removal got no answer: the next run has the message', async () => {
		const clock = createTestClock();
		const [one, other] = [rowsIn(1, clock), rowsIn(2, clock)];
		await clock.until(one.claim('a', 'text'));
		memory.trouble = async (moment) => {
			if (moment === 'written') throw new Error('Connection terminated');
		};
		const release = one.release('a');
		await promisesSettled();
		memory.trouble = async () => {};
		expect(await clock.until(other.claim('a', 'text'))).toEqual({ ok: true, value: 'none' });
		expect(await clock.until(release)).toMatchObject(terminated);
		expect(await clock.until(rowsIn(3, clock).claim('a', 'text'))).toEqual({ ok: true, value: 'unsettled' });
	});
});

describe('what could not be settled is tried once more at the end of the run', () => {
	const away = async () => await Promise.reject(new Error('Connection terminated'));

	const failure: Failure = { category: 'service', message: 'm', description: 'd' };
	const accepted: SendResult = { outcome: 'accepted', response: { success: true } };
	const refused: SendResult = { outcome: 'rejected', failure };
	const unclear: SendResult = { outcome: 'unknown', failure };

	/** A run with the message `text` under the key `a`: `send` gives what the service says of it, `close` how many are left. */
	function runIn(process: number, clock = createTestClock()) {
		const keys = oncePerKey(rowsIn(process, clock));
		const to = '+12015550123';
		const message: Message = {
			index: 0,
			to: () => ok(to),
			identity: () => ok('a'),
			content: async () => ok({ request: { kind: 'text', body: { to, phone_number_id: '1', text: 'text' } }, preview: undefined }),
			fingerprint: async () => ok('text'),
			timeout: () => ok(1_000),
			notAfter: Infinity,
		};
		return {
			send: async (sent: SendResult, meanwhile = () => {}) => {
				const last = async () => {
					meanwhile();
					return sent;
				};
				return await clock.until(chain([keys.look], build(new AbortController().signal)(chain([keys.claim], last)))(message));
			},
			close: async () => await clock.until(keys.close()),
		};
	}

	test.each<[string, SendResult, RowState]>([
		['an accepted message', accepted, 'accepted'],
		['a refused one', refused, 'none'],
		['one that was not sent', { outcome: 'not_sent', failure }, 'none'],
	])('%s, after the database was away for more than a minute', async (_which, sent, state) => {
		const clock = createTestClock();
		const run = runIn(1, clock);
		await run.send(sent, () => (memory.trouble = away));
		await clock.until(clock.sleep(70_000));
		memory.trouble = async () => {};
		expect(await run.close()).toBe(0);
		expect(await stateOf(rowsIn(2).look('a', 'text'))).toBe(state);
	});

	test('and counted if the database is still away', async () => {
		const run = runIn(1);
		await run.send(accepted, () => (memory.trouble = away));
		expect(await run.close()).toBe(1);
	});

	test('a removal that may have been made is not made again: the row may be that of another run by then', async () => {
		const run = runIn(1);
		await run.send(refused, () => {
			memory.trouble = async (moment) => await (moment === 'written' ? away() : undefined);
		});
		await promisesSettled();
		memory.trouble = async () => {};
		expect(await runIn(2).send(unclear)).toBe(unclear);
		expect(await run.close()).toBe(1);
		expect(await stateOf(rowsIn(3).look('a', 'text'))).toBe('unsettled');
	});

	test('a removal that was made without an answer counts as made', async () => {
		const run = runIn(1);
		await run.send(refused, () => {
			memory.trouble = async (moment) => await (moment === 'written' ? away() : undefined);
		});
		await promisesSettled();
		memory.trouble = async () => {};
		expect(await run.close()).toBe(0);
	});

	test('a removal is not made up for once the same run has the key again: its second message may be under way', async () => {
		const run = runIn(1);
		await run.send(refused, () => {
			memory.trouble = async (moment) => await (moment === 'written' ? away() : undefined);
		});
		await promisesSettled();
		memory.trouble = async () => {};
		expect(await run.send(unclear)).toBe(unclear);
		expect(await run.close()).toBe(0);
		expect(await stateOf(rowsIn(2).look('a', 'text'))).toBe('unsettled');
	});

	test('but that of its second message is made, if it was refused too', async () => {
		const run = runIn(1);
		await run.send(refused, () => {
			memory.trouble = async (moment) => await (moment === 'written' ? away() : undefined);
		});
		await promisesSettled();
		memory.trouble = async () => {};
		await run.send(refused);
		expect(await run.close()).toBe(0);
		expect(await stateOf(rowsIn(2).look('a', 'text'))).toBe('none');
	});

	test('a row that was perhaps made is counted, and is none once it is clear that it was not', async () => {
		for (const [moment, left] of [['write', 0], ['written', 1]] as const) {
			const run = runIn(1);
			memory.trouble = async (now) => (now === moment || (moment === 'written' && now === 'read' && memory.rowCount > 0) ? await away() : undefined);
			expect(await run.send(accepted)).toMatchObject({ outcome: 'not_sent' });
			memory.trouble = async () => {};
			expect(await run.close()).toBe(left);
		}
	});
});

test('the id of the node is as before while calls are under way, also within another call', async () => {
	const context = contextIn(1);
	const opened = openKeyRows(context, new AbortController().signal, createTestClock());
	if (!opened.ok) throw new Error(opened.error.description);
	const rows = opened.value;
	await rows.look('a', 'text');
	const ids: unknown[] = [];
	const within: Array<Promise<string>> = [];
	memory.trouble = async () => {
		// n8n calls it in the very moment in which the id reads as another name.
		if (within.push(Promise.resolve('none')) === 1) within.push(stateOf(rows.claim('within', 'text')));
		await Promise.resolve();
		ids.push(context.getNode().id);
	};
	const names = Array.from({ length: 20 }, (_, index) => `key ${index}`);
	const claims = await Promise.all(names.map(async (name) => await stateOf(rows.claim(name, 'text'))));
	expect(new Set([...claims, ...(await Promise.all(within))])).toEqual(new Set(['none']));
	expect(new Set(ids)).toEqual(new Set(['node-1']));
	expect(memory.rowCount).toBe(21);
	expect(Object.getOwnPropertyDescriptor(Reflect.get(context, 'node'), 'id')).toEqual({ value: 'node-1', configurable: true, enumerable: true, writable: true });
});

/** A new process, which has not tried the rows yet. */
async function openInNewProcess(): Promise<typeof openKeyRows> {
	let open = openKeyRows;
	await jest.isolateModulesAsync(async () => {
		open = (await import('../../nodes/Messaging/n8n/keyRows')).openKeyRows;
	});
	return open;
}

describe('before the first message of a process', () => {
	const helpers = ['checkProcessedAndRecord', 'clearAllProcessedItems', 'getProcessedDataCount'];

	/** How n8n could come to read the id. */
	const otherWays: Record<string, (context: ICheckProcessedContextData) => ICheckProcessedContextData | Promise<ICheckProcessedContextData>> = {
		late: async (context) => {
			await Promise.resolve();
			return context;
		},
		'early, and again late': async (context) => {
			void context.node?.id;
			await Promise.resolve();
			return context;
		},
		'early for the row to make': async (context) => {
			const early = context.node?.id;
			await Promise.resolve();
			let reads = 0;
			return Object.assign({}, context, { node: { get id() { return reads++ === 0 ? early : 'node-1'; } } });
		},
		'in a copy of the node': (context) => Object.assign({}, context, { node: { id: 'node-1' } }),
	};

	// Only one helper makes rows.
	const cases = Object.keys(otherWays).flatMap((way) => (way === 'early for the row to make' ? helpers.slice(0, 1) : [...helpers, 'all']).map((helper) => [way, helper]));

	test.each(cases)('an n8n that keeps rows in another way is found out, and nothing is sent: %s, %s', async (way, helper) => {
		const clock = createTestClock();
		const changed: IDataDeduplicator = new Proxy(memory, {
			get(target, name) {
				const call: unknown = Reflect.get(target, name);
				if (typeof call !== 'function' || (helper !== 'all' && helper !== name)) return typeof call === 'function' ? call.bind(target) : call;
				return async (...given: unknown[]) => {
					const place = given.findIndex((one) => Reflect.has(Object(one), 'workflow'));
					given[place] = await otherWays[way]?.(given[place] as ICheckProcessedContextData);
					return await Reflect.apply(call, target, given);
				};
			},
		});
		await memory.install(changed);
		// What breaks could be the database, so it is tried again.
		const refusal = way.startsWith('early') ? /This n8n does not keep messages apart|n8n says/ : /This n8n does not keep messages apart/;
		const rows = rowsIn(1, clock, new AbortController().signal, await openInNewProcess());
		for (const call of [rows.look('a', 'text'), rows.claim('a', 'text')]) {
			expect(await clock.until(call)).toMatchObject({ ok: false, error: { category: 'service', description: expect.stringMatching(refusal) } });
		}
		await memory.install();
	});

	test('two rows are tried, which does not leave a trace', async () => {
		const rows = rowsIn(1, createTestClock(), new AbortController().signal, await openInNewProcess());
		expect(await stateOf(rows.look('a', 'text'))).toBe('none');
		expect(memory.rowCount).toBe(0);
		const { calls } = memory;
		expect(await stateOf(rows.look('b', 'text'))).toBe('none');
		expect(memory.calls).toBe(calls + 1);
	});

	test('nor if they have to be tried twice, since the database was away meanwhile', async () => {
		const clock = createTestClock();
		const rows = rowsIn(1, clock, new AbortController().signal, await openInNewProcess());
		let writes = 0;
		memory.trouble = async (moment) => {
			if (moment === 'written' && ++writes === 1) throw new Error('Connection terminated');
		};
		expect(await clock.until(stateOf(rows.look('a', 'text')))).toBe('none');
		expect(memory.rowCount).toBe(0);
	});

	test('another node and an n8n without this memory are refused', () => {
		const context = contextIn(1);
		const without = { ...context.helpers, getProcessedDataCount: undefined };
		const notOffered = /n8n does not offer its memory where the node is used here/;
		for (const property of [
			{ node: { value: { id: 'agent' } }, getNode: { value: () => context.getNode() } },
			{ node: { value: Object.freeze({ id: 'node-1' }) } },
			{ helpers: { value: without } },
		]) {
			const opened = openKeyRows(Object.create(context, property), new AbortController().signal);
			expect(opened.ok ? '' : opened.error.description).toMatch(notOffered);
		}
	});
});
