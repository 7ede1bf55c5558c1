import fc from 'fast-check';

import type { SendResult } from '../../nodes/Messaging/request/sendResult';
import { createTestClock } from '../support/clock';
import { runs } from '../support/propertyRuns';
import { accepted, type Answer, answered, delivering, latencyMs, outcomes, refused, tooFast, tooFastForOne, unclear, unreached } from './support';

const categoryOf = (one: SendResult | undefined) => (one === undefined || one.outcome === 'accepted' ? undefined : one.failure.category);
const outcomeOf = (answer: Answer): SendResult['outcome'] => {
	if (!answer.ok) return answer.error.isUnsent ? 'not_sent' : 'unknown';
	return answer.value.status === 200 ? 'accepted' : 'rejected';
};
const expiredCount = (sent: ReadonlyArray<SendResult | undefined>) => sent.filter((one) => categoryOf(one) === 'expired').length;

describe('a message that may not start after a time', () => {
	test('starts at that very time, and not later', async () => {
		const { attempts, sent } = await delivering({ count: 5, concurrency: 1, notAfter: () => 2 * latencyMs, answer: () => accepted });
		expect(attempts.map(({ at }) => at)).toEqual([0, latencyMs, 2 * latencyMs]);
		expect(outcomes(sent)).toEqual(['accepted', 'accepted', 'accepted', 'not_sent', 'not_sent']);
		expect(sent.slice(3).map(categoryOf)).toEqual(['expired', 'expired']);
	});

	test('expires in the pace that holds it back, and takes no turn of those behind it', async () => {
		const { attempts, sent, took } = await delivering({
			count: 1_000,
			messagesPerSecond: 1,
			notAfter: (index) => (index < 995 ? 2_500 : Infinity),
			answer: () => accepted,
		});
		expect(attempts.map(({ index }) => index)).toEqual([0, 1, 2, 995, 996, 997, 998, 999]);
		expect(expiredCount(sent)).toBe(992);
		expect(took).toBeLessThan(8_000);
	});

	test('is given up as soon as the wait that the service asks for is seen to be too long for it', async () => {
		const { attempts, sent, took } = await delivering({
			count: 50,
			notAfter: (index) => (index < 30 ? 60_000 : Infinity),
			answer: () => tooFast(3_600_000),
		});
		expect(attempts).toHaveLength(10);
		expect(took).toBeLessThan(1_000);
		// What was refused stays refused; what never left has expired, or is told to come back.
		expect(outcomes(sent)).toEqual([...Array(10).fill('rejected'), ...Array(40).fill('not_sent')]);
		expect(sent.map(categoryOf)).toEqual([...Array(10).fill('rate-limited'), ...Array(20).fill('expired'), ...Array(20).fill('rate-limited')]);
	});

	test.each<[string, Answer, object]>([
		['refused', tooFastForOne(), { outcome: 'rejected', failure: { category: 'rate-limited' } }],
		['unreached', unreached, { outcome: 'not_sent', failure: { category: 'network' } }],
		['unknown, with an idempotency key', unclear, { outcome: 'unknown', failure: { category: 'network' } }],
	])('and was tried once: it stays %s when its next try would come too late', async (_name, answer, expected) => {
		const { attempts, sent, took } = await delivering({ count: 1, isIdempotent: true, notAfter: () => 500, answer: () => answer });
		expect(attempts).toHaveLength(1);
		expect(took).toBeLessThan(1_000);
		expect(sent[0]).toMatchObject(expected);
		expect(sent[0]).toMatchObject({ failure: { description: expect.stringMatching(/No further attempt was made, since it would have come after the time in 'Do Not Send After'/) } });
	});
});

test('the file that goes before a message says what kept it, if it was tried', async () => {
	const { sent } = await delivering({ count: 1, notAfter: () => 30, upload: () => answered(500), answer: () => accepted });
	expect(sent[0]).toMatchObject({
		outcome: 'not_sent',
		failure: { category: 'expired', description: expect.stringContaining('The service could not handle the request (status 500)') },
	});
});

test('property: whatever the answers and the times, every message has its outcome, none starts too late, and nothing accepted leaves twice', async () => {
	const answers = [accepted, accepted, refused, tooFast(100), tooFast(), tooFastForOne(), unreached, unclear, tooFast(200_000), tooFast(1_000_000)];
	await fc.assert(
		fc.asyncProperty(
			fc.infiniteStream(fc.integer({ min: 0, max: answers.length - 1 })),
			fc.array(fc.oneof(fc.constant(Infinity), fc.integer({ min: -10, max: 2_000 }), fc.integer({ min: 0, max: 300_000 })), { minLength: 1, maxLength: 40 }),
			fc.record({
				concurrency: fc.integer({ min: 1, max: 12 }),
				messagesPerSecond: fc.constantFrom(0, 5, 100),
				maxAttempts: fc.integer({ min: 1, max: 5 }),
				isIdempotent: fc.boolean(),
				stopAtFailure: fc.boolean(),
			}),
			fc.boolean(),
			fc.double({ min: 0, max: 0.999, noNaN: true }),
			async (choices, times, settings, hasFiles, chance) => {
				const given: Array<[number, Answer]> = [];
				const timeOf = (index: number) => times[index] ?? Infinity;
				const { sent, attempts, uploads, most } = await delivering({
					...settings,
					count: times.length,
					clock: createTestClock(() => chance),
					notAfter: timeOf,
					...(hasFiles ? { upload: () => answered((choices.next().value ?? 0) < 7 ? 200 : 503) } : {}),
					answer({ index }) {
						const answer = answers[choices.next().value ?? 0] ?? accepted;
						given.push([index, answer]);
						return answer;
					},
				});
				expect(most).toBeLessThanOrEqual(settings.concurrency);
				for (const { index, at } of [...attempts, ...uploads]) expect(at).toBeLessThanOrEqual(timeOf(index));
				for (const [index, one] of sent.entries()) {
					const own = given.filter(([of]) => of === index).map(([, answer]) => outcomeOf(answer));
					const mayHaveArrived = own.filter((outcome) => outcome === 'accepted' || outcome === 'unknown');
					if (!settings.isIdempotent) expect(mayHaveArrived.length).toBeLessThanOrEqual(1);
					expect(own.length).toBeLessThanOrEqual(settings.maxAttempts);
					expect(own.slice(0, -1)).not.toContain('accepted');
					if (categoryOf(one) === 'expired') {
						expect(one?.outcome).toBe('not_sent');
						expect(own).toEqual([]);
						expect(timeOf(index)).toBeLessThan(Infinity);
					}
					if (own.includes('accepted')) expect(one?.outcome).toBe('accepted');
					else if (own.includes('unknown')) expect(one?.outcome).toBe('unknown');
					else if (own.length > 0 && own.at(-1) === 'rejected') expect(one?.outcome).toBe('rejected');
					else if (!settings.stopAtFailure) expect(one).toBeDefined();
				}
			},
		),
		runs(300),
	);
});
