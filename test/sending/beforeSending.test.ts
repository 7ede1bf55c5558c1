import type { SendResult } from '../../nodes/Messaging/message/sendResult';
import { createTestClock } from '../support/clock';
import { accepted, answered, delivering, latencyMs, refused, tooFast, unclear, unreached } from './support';

const anHour = '3600';
const anHourMs = 3_600_000;
const outcomes = (sent: ReadonlyArray<SendResult | undefined>) => sent.map((one) => one?.outcome);

/** The uploads that leave after a time, in milliseconds since the start. */
const after = (uploads: ReadonlyArray<{ readonly at: number }>, time: number) => uploads.filter(({ at }) => at > time);

describe('uploads that messages wait for', () => {
	test('do not leave once a message was told to wait for an hour', async () => {
		const { attempts, uploads, outcomes: sent } = await delivering({
			count: 200,
			upload: () => answered(200),
			answer: () => tooFast(anHourMs),
		});
		expect(attempts).toHaveLength(10);
		expect(after(uploads, 2 * latencyMs)).toEqual([]);
		for (const [index, one] of sent.entries()) {
			const hasLeft = attempts.some((attempt) => attempt.index === index);
			expect(one).toMatchObject({ outcome: hasLeft ? 'rejected' : 'not_sent', failure: { category: 'rate-limited' } });
			expect(one?.outcome !== 'accepted' && one?.failure.retryAfterMs).toBeGreaterThan(anHourMs - 10_000);
		}
	});

	test('do not leave once one of them was told to wait for an hour', async () => {
		const { attempts, uploads, outcomes: sent } = await delivering({
			count: 200,
			upload: () => answered(429, { 'retry-after': anHour }),
			answer: () => accepted,
		});
		expect(attempts).toEqual([]);
		expect(uploads).toHaveLength(10);
		expect(outcomes(sent)).toEqual(Array(200).fill('not_sent'));
	});

	test('are told apart: the one that got the answer has its category, the others are held back', async () => {
		const { outcomes: sent } = await delivering({
			count: 2,
			concurrency: 1,
			upload: () => answered(503, { 'retry-after': anHour }),
			answer: () => accepted,
		});
		expect(sent).toMatchObject([
			{ outcome: 'not_sent', failure: { category: 'service', httpStatus: 503, retryAfterMs: anHourMs } },
			{ outcome: 'not_sent', failure: { category: 'rate-limited' } },
		]);
	});

	test('are held back too while they wait to be tried again', async () => {
		const { uploads, outcomes: sent } = await delivering({
			count: 2,
			upload: ({ index }) => answered(index === 0 ? 500 : 200),
			answer: () => tooFast(anHourMs),
		});
		expect(uploads).toHaveLength(2);
		expect(sent).toMatchObject([
			{ outcome: 'not_sent', failure: { category: 'rate-limited' } },
			{ outcome: 'rejected', failure: { category: 'rate-limited' } },
		]);
	});

	test('wait like messages for what is no longer than five minutes', async () => {
		const { uploads, outcomes: sent } = await delivering({
			count: 30,
			upload: ({ at }) => (at < 60_000 ? answered(429, { 'retry-after': '60' }) : answered(200)),
			answer: () => accepted,
		});
		expect(uploads.filter(({ at }) => at > latencyMs && at < 60_000)).toEqual([]);
		expect(outcomes(sent)).toEqual(Array(30).fill('accepted'));
	});

	test('do not leave after a cancel, and their messages count as not started', async () => {
		const cancel = new AbortController();
		const clock = createTestClock();
		const { attempts, uploads, outcomes: sent } = await delivering({
			count: 50,
			clock,
			messagesPerSecond: 5,
			cancel: cancel.signal,
			upload({ index }) {
				if (index === 3) cancel.abort();
				return answered(index % 2 === 0 ? 200 : 500);
			},
			answer: () => accepted,
		});
		const cancelled = uploads.find(({ index }) => index === 3)?.at ?? 0;
		expect(after([...uploads, ...attempts], cancelled + latencyMs)).toEqual([]);
		expect(outcomes(sent)).not.toContain('rejected');
		expect(outcomes(sent.slice(3))).toEqual(Array(47).fill(undefined));
	});

	test('never change what became of a message in an earlier try', async () => {
		const { outcomes: sent } = await delivering({
			count: 3,
			concurrency: 1,
			isIdempotent: true,
			earlier: new Map<number, SendResult>([[1, unclear]]),
			upload: ({ index }) => (index === 0 ? answered(429, { 'retry-after': anHour }) : answered(200)),
			answer: () => accepted,
		});
		expect(outcomes(sent)).toEqual(['not_sent', 'unknown', 'not_sent']);
	});
});

describe('a message that a wait of an hour meets between two tries', () => {
	/** The first message gets this answer, and one more of the run is told to wait for an hour. */
	const first = async (answer: SendResult) => {
		const { outcomes: sent } = await delivering({
			count: 2,
			isIdempotent: true,
			answer: ({ index }) => (index === 0 ? answer : tooFast(anHourMs)),
		});
		return sent[0];
	};

	test('has not been sent, where it never reached the service', async () => {
		expect(await first(unreached)).toMatchObject({ outcome: 'not_sent', failure: { category: 'rate-limited', message: 'The service asks to wait 60 minutes' } });
	});

	test('was refused, where the service had asked it to wait before', async () => {
		expect(await first(tooFast(1_000))).toMatchObject({ outcome: 'rejected', failure: { httpStatus: 429, message: 'The service asks to wait 60 minutes' } });
	});

	test('stays unknown, where it may have arrived', async () => {
		const sent = await first(unclear);
		expect(sent).toMatchObject({ outcome: 'unknown', failure: { category: 'network', retryAfterMs: expect.any(Number) } });
		expect(sent?.outcome !== 'accepted' && sent?.failure.description).not.toContain('Send this item again later');
	});
});

test('after a pause, the first failure keeps those from leaving that wait behind it', async () => {
	const { attempts, outcomes: sent } = await delivering({
		count: 30,
		stopAtFailure: true,
		answer: ({ at }) => (at < 3_000 ? tooFast(3_000) : refused),
	});
	expect(attempts.filter(({ at }) => at >= 3_000)).toHaveLength(1);
	expect(outcomes(sent)).toEqual([...Array(10).fill('rejected'), ...Array(20).fill(undefined)]);
});
