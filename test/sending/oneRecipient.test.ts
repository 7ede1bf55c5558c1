import fc from 'fast-check';

import { runs } from '../support/propertyRuns';
import { accepted, delivering, latencyMs, outcomes, refused, tooFast, tooFastForOne, unclear, unreached } from './support';

test('messages to the same person leave one after the other, as they stand in the input, while others go on', async () => {
	const { attempts, most, took } = await delivering({ count: 40, recipient: (index) => (index < 10 ? 0 : index), answer: () => accepted });
	const toOne = attempts.filter(({ index }) => index < 10);
	expect(toOne.map(({ index, at }) => [index, at])).toEqual(Array.from({ length: 10 }, (_, index) => [index, index * latencyMs]));
	expect(most).toBe(10);
	expect(took).toBe(10 * latencyMs);
});

test('one that waits for its next attempt holds back those behind it to the same person, and nobody else', async () => {
	const { attempts } = await delivering({
		count: 4,
		recipient: (index) => index % 2,
		answer: ({ index }, tries) => (index === 0 && tries === 1 ? tooFastForOne(1_000) : accepted),
	});
	expect(attempts.map(({ index, at }) => [index, at])).toEqual([[0, 0], [1, 0], [3, latencyMs], [0, 1_000 + latencyMs], [2, 1_000 + 2 * latencyMs]]);
});

test('after one that failed, those behind it to the same person are tried, unless the run stops', async () => {
	const answer = ({ index }: { readonly index: number }) => (index === 0 ? refused : accepted);
	const goingOn = await delivering({ count: 3, recipient: () => 0, answer });
	expect(outcomes(goingOn.sent)).toEqual(['rejected', 'accepted', 'accepted']);
	const stopping = await delivering({ count: 3, recipient: () => 0, stopAtFailure: true, answer });
	expect(outcomes(stopping.sent)).toEqual(['rejected', undefined, undefined]);
});

test('ten thousand to the same person: no more than a hundred wait, so that the list is not read to its end at once', async () => {
	const { attempts } = await delivering({ count: 10_000, recipient: (index) => (index < 9_990 ? 0 : index), answer: () => accepted });
	expect(attempts.map(({ index }) => index).slice(0, 9_000)).toEqual(Array.from({ length: 9_000 }, (_, index) => index));
	expect(attempts).toHaveLength(10_000);
});

test('what has waited no longer counts: others go on, however many have waited before', async () => {
	// Three in a row to the same person, and twenty to others: two hundred wait, but never more than two at once.
	const isToOne = (index: number) => index % 23 < 3;
	const { attempts } = await delivering({ count: 2_300, concurrency: 5, recipient: (index) => (isToOne(index) ? 0 : index), answer: () => accepted });
	const inOneMoment = new Map<number, number>();
	for (const { at } of attempts.slice(-500, -50)) inOneMoment.set(at, (inOneMoment.get(at) ?? 0) + 1);
	expect([...inOneMoment.values()].slice(1, -1).filter((count) => count < 5)).toEqual([]);
});

test('property: whatever the answers, nobody has two under way, and each gets them in the order of the input', async () => {
	const answers = [accepted, accepted, accepted, refused, tooFast(100), tooFastForOne(), unreached, unclear];
	await fc.assert(
		fc.asyncProperty(
			fc.infiniteStream(fc.integer({ min: 0, max: answers.length - 1 })),
			fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 60 }),
			fc.record({ concurrency: fc.integer({ min: 1, max: 12 }), messagesPerSecond: fc.constantFrom(0, 100), isIdempotent: fc.boolean() }),
			async (choices, recipients, settings) => {
				const whose = (index: number) => recipients[index] ?? 0;
				const { attempts, sent } = await delivering({
					...settings,
					count: recipients.length,
					recipient: whose,
					latency: ({ index }) => 10 + (index % 3) * 10,
					answer: () => answers[choices.next().value ?? 0] ?? accepted,
				});
				expect(outcomes(sent)).not.toContain(undefined);
				for (const person of new Set(recipients)) {
					const own = attempts.filter(({ index }) => whose(index) === person);
					expect(own.map(({ index }) => index)).toEqual(own.map(({ index }) => index).sort((one, other) => one - other));
					for (const [place, { at }] of own.slice(1).entries()) {
						const before = own[place];
						if (before !== undefined) expect(at).toBeGreaterThanOrEqual(before.at + 10 + (before.index % 3) * 10 - 1e-6);
					}
				}
			},
		),
		runs(200),
	);
});
