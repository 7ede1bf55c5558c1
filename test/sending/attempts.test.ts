import fc from 'fast-check';

import type { SendResult } from '../../nodes/Messaging/request/sendResult';
import { attempt, openAttempts } from '../../nodes/Messaging/sending/attempts';
import type { Failure } from '../../nodes/Messaging/result/failure';
import { createTestClock, type TestClock } from '../support/clock';
import { promisesSettled } from '../support/eventLoop.mts';
import { listenersOf } from '../support/openHandles.mts';
import { accepted, type Answer, answered, connectionInTurn, delivering, latencyMs, outcomes, refused, tooFast, tooFastForOne, unavailable, unclear, unreached } from './support';

test.each([1, 7, 50])('how many leave at once: never more than %i, and no fewer while there are messages', async (concurrency) => {
	const { most, took } = await delivering({ count: 200, concurrency, answer: () => accepted });
	expect(most).toBe(concurrency);
	expect(took).toBeCloseTo(Math.ceil(200 / concurrency) * latencyMs, 5);
});

test('however many wait for their next attempt, the signal of the run has no more than ten listeners, of which Node would warn', async () => {
	const clock = createTestClock();
	const attempts = openAttempts({ concurrency: 60, messagesPerSecond: 0, maxAttempts: 2, clock, cancel: undefined });
	const failure: Failure = { category: 'network', message: 'm', description: 'd' };
	const unreachable = { order: 0, isPaced: true, notAfter: Infinity, request: async () => failure, failureOf: () => failure, mayRepeat: () => true };
	const all = Array.from({ length: 60 }, async () => await attempt(unreachable, attempts));
	await promisesSettled();
	expect(listenersOf(attempts.signal)).toBeLessThanOrEqual(10);
	attempts.stop();
	expect((await Promise.all(all)).map(({ kind }) => kind)).toEqual(Array.from({ length: 60 }, () => 'stopped'));
});

describe('pace', () => {
	test.each([0.5, 1, 30, 80, 333])('%d messages a second, within 5 %%, and in no second more', async (rate) => {
		const count = Math.max(20, Math.ceil(rate * 4));
		const { attempts, took } = await delivering({ count, concurrency: 100, messagesPerSecond: rate, answer: () => accepted });
		const seconds = (took - latencyMs) / 1_000;
		expect((count - 1) / seconds / rate).toBeGreaterThan(0.95);
		expect((count - 1) / seconds / rate).toBeLessThan(1.05);
		for (const { at } of attempts) {
			const within = attempts.filter((other) => other.at >= at && other.at < at + 1_000).length;
			expect(within).toBeLessThanOrEqual(Math.ceil(rate * 1.05) + 1);
		}
	});

	test('a file keeps to it, and goes before messages that waited longer; a list does not', async () => {
		const clock = createTestClock();
		const attempts = openAttempts({ concurrency: 10, messagesPerSecond: 0.5, maxAttempts: 1, clock, cancel: undefined });
		const left: Array<[string, number]> = [];
		const leaves = (what: string) => left.push([what, clock.now()]);
		const { request } = connectionInTurn(attempts, async ({ path }) => {
			leaves(path);
			return accepted;
		});
		const message = async (order: number) => {
			const turn = await attempts.admit({ order, isPaced: true, notAfter: Infinity });
			leaves(`message ${order}`);
			if (typeof turn === 'function') turn('open');
		};
		await clock.until(Promise.all([message(1), message(0), request({ method: 'GET', path: 'list' }), request({ method: 'POST', path: 'file' })]));
		expect(left.map(([what, at]) => [what, Math.round(at / 1_000)])).toEqual([['message 1', 0], ['list', 0], ['file', 2], ['message 0', 4]]);
	});

	test('of so many that wait at once one has a timer', async () => {
		const timers = countTimers();
		await delivering({ count: 50, concurrency: 50, messagesPerSecond: 0.5, clock: timers.clock, answer: () => accepted });
		// Each start sets one for the next, and each response looks again.
		expect(timers.begun()).toBeLessThanOrEqual(2 * 50);
	});

	test('tries again are part of it', async () => {
		const { attempts } = await delivering({
			count: 40,
			messagesPerSecond: 20,
			answer: (_attempt, tries) => (tries === 1 ? tooFast(0) : accepted),
		});
		expect(attempts).toHaveLength(80);
		expect((attempts.at(-1)?.at ?? 0) / 1_000).toBeGreaterThanOrEqual((79 / 20) * 0.95);
	});
});

/** A clock that counts how many timers of more than a second were set, and how many there were at once: not those of the service at work. */
function countTimers() {
	const clock = createTestClock();
	let [begun, set, most] = [0, 0, 0];
	const sleep: TestClock['sleep'] = async (ms, signal) => {
		if (ms <= 1_000) return await clock.sleep(ms, signal);
		begun++;
		most = Math.max(most, ++set);
		await clock.sleep(ms, signal).finally(() => set--);
	};
	return { clock: { ...clock, sleep }, begun: () => begun, most: () => most };
}

/** How long each attempt waited after the response to the one before it, in seconds. */
const waitsBetween = (attempts: ReadonlyArray<{ readonly at: number }>) =>
	attempts.slice(1).map(({ at }, place) => Math.round((at - (attempts[place]?.at ?? 0) - latencyMs) / 100) / 10);

describe('a service that asks to wait', () => {
	test.each([[[5_000]], [[5_000, 1_000]]])('is left alone by the whole run for as long as it asks at most: %j', async (waits) => {
		const { attempts, sent } = await delivering({
			count: 30,
			answer: ({ index }, tries) => (tries === 1 && index < waits.length ? tooFast(waits[index]) : accepted),
		});
		expect(attempts.filter(({ at }) => at > latencyMs && at < latencyMs + 5_000)).toEqual([]);
		expect(outcomes(sent)).toEqual(Array(30).fill('accepted'));
	});

	test('gets one message first after the wait, the oldest, then twice as many at each time as it takes them', async () => {
		const { attempts } = await delivering({ count: 30, answer: ({ at }) => (at < 3_000 ? tooFast(3_000) : accepted) });
		const later = attempts.filter(({ at }) => at >= 3_000);
		const together = [...new Set(later.map(({ at }) => at))].map((time) => later.filter(({ at }) => at === time).length);
		expect(together).toEqual([1, 2, 4, 8, 10, 5]);
		expect(later.map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, index) => index));
	});

	test('and then cannot handle what it gets: it gets one message at a time, since it has taken none', async () => {
		const { attempts } = await delivering({ count: 15, answer: ({ at }) => (at < 3_000 ? tooFast(3_000) : answered(500)) });
		const later = attempts.filter(({ at }) => at >= 3_000).map(({ at }) => at);
		expect(new Set(later).size).toBe(15);
	});

	test('and says not how long: the waits double, with chance in them, and start over once it takes messages', async () => {
		const { attempts } = await delivering({
			count: 2,
			concurrency: 1,
			maxAttempts: 8,
			answer: ({ index }, tries) => (tries < (index === 0 ? 8 : 2) ? tooFast() : accepted),
		});
		expect(waitsBetween(attempts)).toEqual([1, 2, 4, 8, 16, 32, 60, 0, 1]);
	});

	test('and says not how long, to a message that had no connection before: it waits as before a third attempt', async () => {
		const answers = [unreached, unreached, tooFast()];
		const { attempts } = await delivering({ count: 1, answer: (_attempt, tries) => answers[tries - 1] ?? accepted });
		expect(waitsBetween(attempts)).toEqual([1, 2, 4]);
	});

	test('and says so to several at once: chance decides once for all of them', async () => {
		const chances = [0.1];
		const { attempts } = await delivering({
			count: 10,
			clock: createTestClock(() => chances.pop() ?? 0.9),
			answer: (_attempt, tries) => (tries === 1 ? tooFast() : accepted),
		});
		expect(attempts[10]?.at).toBe(latencyMs + 100);
	});

	test('has one timer for it beside that of its message, however many responses come meanwhile', async () => {
		const timers = countTimers();
		await delivering({
			count: 30,
			clock: timers.clock,
			latency: ({ index }) => latencyMs + index,
			answer: ({ index }, tries) => (index === 0 && tries === 1 ? tooFast(5_000) : accepted),
		});
		expect(timers.most()).toBe(2);
	});

	test('full jitter: the wait is anything from nothing to the most', async () => {
		await fc.assert(
			fc.asyncProperty(fc.double({ min: 0, max: 0.999, noNaN: true }), async (chance) => {
				const { attempts } = await delivering({
					count: 1,
					clock: createTestClock(() => chance),
					answer: (_attempt, tries) => (tries === 1 ? tooFast() : accepted),
				});
				expect((attempts[1]?.at ?? 0) - latencyMs).toBeCloseTo(chance * 1_000, 3);
			}),
			{ numRuns: 30 },
		);
	});

	test.each([undefined, 0])('for a bad minute, with Retry-After %j: few messages use up their attempts, the others wait', async (retryAfterMs) => {
		const { sent } = await delivering({ count: 1_000, answer: ({ at }) => (at < 60_000 ? tooFast(retryAfterMs) : accepted) });
		expect(outcomes(sent).filter((outcome) => outcome === 'rejected').length).toBeLessThanOrEqual(3);
	});

	test('for one pair of sender and recipient: only its own message waits', async () => {
		const { attempts, sent } = await delivering({
			count: 100,
			answer: ({ index }, tries) => (index === 0 && tries === 1 ? tooFastForOne(60_000) : accepted),
		});
		expect(outcomes(sent)).toEqual(Array(100).fill('accepted'));
		expect(attempts.filter(({ index, at }) => index > 0 && at > 1_000)).toEqual([]);
		expect(attempts.at(-1)).toMatchObject({ index: 0, at: 60_000 + latencyMs });
	});

	test('gets one message first also where it took others in the meantime', async () => {
		const { attempts, sent } = await delivering({
			count: 100,
			answer: ({ index }, tries) => (index === 0 && tries === 1 ? tooFast(1_000) : accepted),
		});
		expect(attempts.filter(({ at }) => at === 1_000 + latencyMs)).toMatchObject([{ index: 0 }]);
		expect(outcomes(sent)).toEqual(Array(100).fill('accepted'));
	});

	test('goes on after the wait, whatever still hangs from before it', async () => {
		const { attempts, sent, most } = await delivering({
			count: 30,
			concurrency: 5,
			latency: ({ index }) => (index === 0 ? 30_000 : latencyMs),
			answer: ({ index }, tries) => (index === 3 && tries === 1 ? tooFast(1_000) : accepted),
		});
		expect(outcomes(sent)).toEqual(Array(30).fill('accepted'));
		expect(attempts.at(-1)?.at).toBeLessThan(2_000);
		expect(most).toBeLessThanOrEqual(5);
	});

	test('for five minutes, to a file or a message: that is still waited for', async () => {
		const wait = 5 * 60_000;
		const { attempts, uploads, sent } = await delivering({
			count: 30,
			upload: ({ at }) => (at < wait ? answered(429, { 'retry-after': '300' }) : answered(200)),
			answer: ({ at }) => (at < 2 * wait ? tooFast(wait) : accepted),
		});
		expect(uploads.filter(({ at }) => at > latencyMs && at < wait)).toEqual([]);
		expect(attempts.filter(({ at }) => at < wait)).toEqual([]);
		expect(outcomes(sent)).toEqual(Array(30).fill('accepted'));
	});
});

describe('what is tried again', () => {
	test.each<[string, Answer[], boolean, number, SendResult['outcome']]>([
		['a message that was refused for what it is: never', [refused], false, 1, 'rejected'],
		['one that never reached the service', [unreached], false, 4, 'not_sent'],
		['one that was too fast', [tooFast(10)], false, 4, 'rejected'],
		['503 with Retry-After', [unavailable], false, 4, 'rejected'],
		['one whose outcome is unknown: never', [unclear], false, 1, 'unknown'],
		['one whose outcome is unknown, with an idempotency key', [unclear], true, 4, 'unknown'],
		['one that was refused, with an idempotency key: never', [refused], true, 1, 'rejected'],
		['one that may have arrived stays unknown, if it is refused then', [unclear, refused], true, 2, 'unknown'],
		['one that may have arrived is accepted, if it is accepted then', [unclear, accepted], true, 2, 'accepted'],
	])('%s', async (_name, answers, isIdempotent, times, end) => {
		const answer = (_attempt: unknown, tries: number) => answers[tries - 1] ?? answers.at(-1) ?? accepted;
		const { attempts, sent } = await delivering({ count: 1, isIdempotent, answer });
		expect(attempts).toHaveLength(times);
		expect(outcomes(sent)).toEqual([end]);
	});

	test('a failure says how often it was tried, if that was more than once', async () => {
		for (const [maxAttempts, said] of [[3, /\(ECONNREFUSED\) 3 attempts were made\.$/], [1, /\(ECONNREFUSED\)$/]] as const) {
			const { sent } = await delivering({ count: 1, maxAttempts, answer: () => unreached });
			expect(sent[0]).toMatchObject({ failure: { description: expect.stringMatching(said) } });
		}
	});
});

describe('stopping', () => {
	test('at the first failure: nothing new starts, those in flight finish', async () => {
		const { attempts, sent } = await delivering({
			count: 100,
			stopAtFailure: true,
			answer: ({ index }) => (index === 0 ? refused : accepted),
		});
		expect(attempts).toHaveLength(10);
		expect(outcomes(sent).slice(0, 11)).toEqual(['rejected', ...Array(9).fill('accepted'), undefined]);
	});

	test('messages that wait for their next attempt keep what became of the last one', async () => {
		const { sent } = await delivering({
			count: 20,
			concurrency: 2,
			stopAtFailure: true,
			answer: ({ index }) => (index === 0 ? unreached : index === 5 ? refused : accepted),
		});
		expect(outcomes(sent).slice(0, 7)).toEqual(['not_sent', 'accepted', 'accepted', 'accepted', 'accepted', 'rejected', undefined]);
	});
});

test('after too many failures in a row, a message that waits for its next attempt is kept back, and stays what it was', async () => {
	const { attempts, sent } = await delivering({
		count: 30,
		concurrency: 4,
		stopAfterFailures: 3,
		answer: ({ index }) => (index === 0 ? tooFastForOne(1_000) : refused),
	});
	expect(attempts.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
	expect(outcomes(sent)).toEqual([...Array(4).fill('rejected'), ...Array(26).fill('not_sent')]);
	expect(sent[0]).toMatchObject({ failure: { category: 'rate-limited' } });
});

test.each<[string, number, Answer, Answer, string]>([
	['refusals of the account', 0, answered(401), answered(402), 'authentication'],
	['failures in a row', 1, answered(404), refused, 'not-found'],
])('of several %s in flight the first says why those behind them were not tried', async (_which, stopAfterFailures, first, second, category) => {
	const { sent } = await delivering({
		count: 5,
		messagesPerSecond: 2,
		stopAfterFailures,
		latency: ({ index }) => (index === 0 ? 600 : 200),
		answer: ({ index }) => (index === 0 ? first : second),
	});
	expect(outcomes(sent)).toEqual([...Array(2).fill('rejected'), ...Array(3).fill('not_sent')]);
	expect(sent.slice(2)).toMatchObject(Array(3).fill({ failure: { category } }));
});

test('after a pause, the first failure keeps those from leaving that wait behind it', async () => {
	const { attempts, sent } = await delivering({
		count: 30,
		stopAtFailure: true,
		answer: ({ at }) => (at < 3_000 ? tooFast(3_000) : refused),
	});
	expect(attempts.filter(({ at }) => at >= 3_000)).toHaveLength(1);
	expect(outcomes(sent)).toEqual([...Array(10).fill('rejected'), ...Array(20).fill(undefined)]);
});

describe('what waits while another request is told to come back in an hour', () => {
	const anHour = 3_600_000;

	test.each<[string, Answer, object]>([
		['has not been sent, if it never reached the service', unreached, { outcome: 'not_sent', failure: { message: 'The service asks to wait 60 minutes' } }],
		['was refused, if it was asked to wait before', tooFast(1_000), { outcome: 'rejected', failure: { httpStatus: 429, message: 'The service asks to wait 60 minutes' } }],
		['stays unknown, if it may have arrived', unclear, { outcome: 'unknown', failure: { category: 'network', description: expect.not.stringContaining('Send this item again later') } }],
	])('%s', async (_name, answer, expected) => {
		const { sent } = await delivering({
			count: 2,
			isIdempotent: true,
			answer: ({ index }) => (index === 0 ? answer : tooFast(anHour)),
		});
		expect(sent[0]).toMatchObject(expected);
		expect(sent[0]).toMatchObject({ failure: { retryAfterMs: expect.any(Number) } });
	});

	test('does not leave, if it is a file that would be tried again', async () => {
		const { uploads, sent } = await delivering({
			count: 2,
			upload: ({ index }) => answered(index === 0 ? 500 : 200),
			answer: () => tooFast(anHour),
		});
		expect(uploads).toHaveLength(2);
		expect(sent[0]).toMatchObject({ outcome: 'not_sent', failure: { category: 'rate-limited' } });
	});

	test('stays unknown, if an earlier try has left it so and its file waits', async () => {
		const { sent } = await delivering({
			count: 3,
			concurrency: 1,
			isIdempotent: true,
			earlier: new Map<number, SendResult>([[1, { outcome: 'unknown', failure: { category: 'network', message: 'm', description: 'd' } }]]),
			upload: ({ index }) => (index === 0 ? answered(429, { 'retry-after': '3600' }) : answered(200)),
			answer: () => accepted,
		});
		expect(outcomes(sent)).toEqual(['not_sent', 'unknown', 'not_sent']);
	});
});
