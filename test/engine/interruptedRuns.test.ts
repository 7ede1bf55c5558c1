import fc from 'fast-check';
import type { IRun } from 'n8n-workflow';

import { seededRandom } from '../../sandbox/seededRandom';
import { at } from '../../nodes/Messaging/text/json';
import { outputOf, startMessaging } from '../support/engine';
import { apart, items, useKeyedService } from '../support/keyedService';
import { inProcess } from '../support/processedData';
import { runs } from '../support/propertyRuns';
import { accepting } from '../support/service';

/*
 * A message with a key leaves once, in random stories of runs that end at random moments. What the last run says of each
 * message is compared with what the service has taken.
 */

type Value<T> = T extends fc.Arbitrary<infer Given> ? Given : never;

/** A process of n8n, from its start to its end. */
const life = fc.record({
	concurrency: fc.constantFrom(1, 10, 40, 100),
	stopsAtFailure: fc.boolean(),
	// Which of the messages it sends: those from this share of them on, and up to that one.
	from: fc.constantFrom(0, 0, 0.5),
	to: fc.constantFrom(1, 1, 0.5),
	// It dies after so many requests and database steps, unless its execution has ended by then.
	diesAfter: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 600 })),
});

/**
 * Messages, and the processes that send them: one group after the other, those of a group at the same time. A last
 * process, which is not listed, sends all and runs to its end.
 */
const stories = fc.record({
	messages: fc.integer({ min: 1, max: 400 }),
	seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
	groups: fc.array(fc.array(life, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
});

const forever = new Promise<never>(() => {});

/** The text of a message, which is also its key: one message in 17 is an earlier one again. */
const textOf = (index: number): string => `m${index % 17 === 16 ? index - 9 : index}`;

const service = useKeyedService();

/** Processes so far, of all stories: one that has died never comes back. */
let processes = 0;

/** What became of a story's messages. */
async function runStory({ messages, seed, groups }: Value<typeof stories>) {
	const random = seededRandom(seed);
	const accepted = new Map<string, number>();
	const lostAnswers = new Set<string>();
	/** How many messages those who died, and calls that failed, may have left unknown. */
	let leftOpen = 0;
	/** The living processes, and how many steps each has left. */
	const living = new Map<number, { steps: number; die(): void }>();
	const dead: Array<Promise<IRun>> = [];
	service.memory.clear();

	/** Whether a process is still there to go on; every step may be its last. */
	function isAlive(process: number): boolean {
		const one = living.get(process);
		if (one !== undefined && one.steps-- <= 0) {
			living.delete(process);
			one.die();
		}
		return living.has(process);
	}

	const isLast = (process: number) => living.get(process)?.steps === Infinity;

	service.answer = async (request, text) => {
		const process = Number(String(request.headers.authorization).replace(/\D/g, ''));
		if (!living.has(process)) return await forever;
		const chance = isLast(process) ? 1 : random();
		if (chance < 0.03) return { status: 422, body: {} };
		if (chance < 0.05) return { status: 429, headers: { 'retry-after': '0.001' }, body: {} };
		if (chance < 0.07) lostAnswers.add(text);
		// Not every request that broke off was taken.
		if (chance < 0.07 && chance > 0.06) return 'reset';
		accepted.set(text, (accepted.get(text) ?? 0) + 1);
		if (!isAlive(process)) return await forever;
		return chance < 0.07 ? 'reset' : accepting(request);
	};
	service.memory.trouble = async (moment, workflowId) => {
		const process = Number(/\d+$/.exec(workflowId)?.[0]);
		// What was on its way to the database may still arrive there.
		if (!isAlive(process) && !(moment === 'write' && random() < 0.5)) return await forever;
		if (isLast(process) || random() > 0.002) return;
		leftOpen++;
		throw new Error('database is locked');
	};

	/** Sends messages, some of them twice, from a process of its own, until that ends or dies. */
	async function live({ concurrency, stopsAtFailure, from, to, diesAfter }: Value<typeof life>): Promise<IRun | undefined> {
		const process = ++processes;
		const texts = Array.from({ length: messages }, (_, index) => textOf(index)).slice(messages * from, Math.ceil(messages * to));
		const death = new Promise<undefined>((resolve) => {
			living.set(process, { steps: diesAfter, die: () => resolve(undefined) });
		});
		const run = startMessaging(
			service.keyed({ concurrency }, {
				credential: { baseUrl: service.url, apiKey: `key-${process}` },
				onError: stopsAtFailure ? 'stopWorkflow' : 'continueRegularOutput',
				workflowId: inProcess('w', process),
			}),
			apart(items(...texts)),
		);
		const end = await Promise.race([death, run]);
		if (end === undefined) {
			leftOpen += concurrency;
			// Its connections break off. Whatever it does from here on has no effect.
			run.cancel();
			dead.push(run);
		}
		living.delete(process);
		return end;
	}

	for (const group of groups) await Promise.all(group.map(live));
	const last = await live({ concurrency: 10, stopsAtFailure: false, from: 0, to: 1, diesAfter: Infinity });
	if (last === undefined) throw new Error('The last process does not die');
	// Whatever they still log is not for the tests after this one.
	await Promise.all(dead);
	return { accepted, lostAnswers, leftOpen, last };
}

const outcomesOf = (run: IRun) =>
	outputOf(run).map(({ json }) => (json.success === true ? 'accepted' : at(json, 'error', 'outcome')));

test('property: nobody has a message twice, none is left out, only what was on its way is unknown', async () => {
	await fc.assert(
		fc.asyncProperty(stories, async (story) => {
			const { accepted, lostAnswers, leftOpen, last } = await runStory(story);
			expect([...accepted].filter(([, times]) => times > 1)).toEqual([]);
			const unknown = new Set<string>();
			const outcomes = outcomesOf(last);
			expect(outcomes).toHaveLength(story.messages);
			for (const [index, outcome] of outcomes.entries()) {
				const text = textOf(index);
				if (outcome === 'unknown') unknown.add(text);
				else expect([text, outcome, accepted.get(text)]).toEqual([text, 'accepted', 1]);
			}
			const unexplained = [...unknown].filter((text) => !lostAnswers.has(text));
			expect(unexplained.length).toBeLessThanOrEqual(leftOpen);
		}),
		// A smaller seed is no simpler story.
		{ ...runs(60), endOnFailure: true },
	);
}, 600_000);
