import fc from 'fast-check';
import type { IRun } from 'n8n-workflow';

import { seededRandom } from '../../sandbox/seededRandom';
import { at } from '../../nodes/Messaging/contract/json';
import { outputOf, startMessaging } from './engine';
import { textParameters } from './messages';
import { inProcess, ProcessedData } from './processedData';
import { accepting, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from './service';

/** A process of n8n, from its start to its end. */
interface Life {
	/** Executions of the node at the same time. */
	readonly executions: number;
	readonly concurrency: number;
	readonly stopsAtFailure: boolean;
	/** The process dies after so many requests and database steps, unless its executions have ended by then. */
	readonly diesAfter: number;
}

/** Messages, and the processes that send them one after the other. A last process, which is not listed, runs to its end. */
interface Story {
	readonly messages: number;
	readonly seed: number;
	readonly lives: readonly Life[];
}

const life = fc.record({
	executions: fc.integer({ min: 1, max: 2 }),
	concurrency: fc.constantFrom(1, 10, 40, 100),
	stopsAtFailure: fc.boolean(),
	diesAfter: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 600 })),
});

/** How many messages each interrupted execution may leave unknown. */
const mostUnknown = 100;

const forever = new Promise<never>(() => {});

/** The text of a message, which is also its key: one message in 17 is an earlier one again. */
const textOf = (index: number): string => `m${index % 17 === 16 ? index - 9 : index}`;

/**
 * Tests that a message with a key leaves once, in so many random stories of runs that end at random
 * moments. What the last run says of each message is compared with what the service has taken.
 */
export function testInterruptedRuns(stories: number, mostMessages: number): void {
	const memory = new ProcessedData();
	let service: ScriptedService;
	/** Processes so far, of all stories: one that has died never comes back. */
	let processes = 0;
	let answer: (request: ReceivedRequest) => Promise<ScriptedAnswer>;

	beforeAll(async () => {
		await memory.install();
		service = await startService(async (request) => await answer(request));
	});

	afterAll(async () => {
		await service.close();
	});

	/** What became of a story's messages. */
	async function runStory({ messages, seed, lives }: Story) {
		const random = seededRandom(seed);
		const accepted = new Map<string, number>();
		const lostAnswers = new Set<string>();
		let interrupted = 0;
		let steps = 0;
		let alive = 0;
		let die = () => {};
		let isLast = false;
		memory.clear();

		/** Whether a process is still there to go on; every step of the living one may be its last. */
		function isAlive(process: number): boolean {
			if (process === alive && !isLast && steps-- <= 0) {
				alive = -1;
				die();
			}
			return process === alive;
		}

		answer = async (request) => {
			const process = Number(String(request.headers.authorization).replace(/\D/g, ''));
			if (process !== alive) return await forever;
			const text = String(at(request.body, 'text'));
			const chance = isLast ? 1 : random();
			if (chance < 0.03) return { status: 422, body: {} };
			if (chance < 0.05) return { status: 429, headers: { 'retry-after': '0' }, body: {} };
			if (chance < 0.07) lostAnswers.add(text);
			// Not every request that broke off was taken.
			if (chance < 0.07 && chance > 0.06) return 'reset';
			accepted.set(text, (accepted.get(text) ?? 0) + 1);
			if (!isAlive(process)) return await forever;
			return chance < 0.07 ? 'reset' : accepting(request);
		};
		memory.trouble = async (moment, workflowId) => {
			const process = Number(/\d+$/.exec(workflowId)?.[0]);
			// What was on its way to the database may still arrive there.
			if (!isAlive(process) && !(moment === 'write' && random() < 0.5)) return await forever;
			if (isLast || random() > 0.01) return;
			interrupted++;
			throw new Error('database is locked');
		};

		/** Sends all messages, some of them twice, from a process of its own. */
		function start(process: number, { concurrency, stopsAtFailure }: Pick<Life, 'concurrency' | 'stopsAtFailure'>) {
			const texts = Array.from({ length: messages }, (_, index) => textOf(index));
			return startMessaging(
				{
					credential: { baseUrl: service.url, apiKey: `key-${process}` },
					parameters: textParameters({ text: '={{ $json.text }}', options: { messageKey: '={{ $json.text }}', concurrency } }),
					onError: stopsAtFailure ? 'stopWorkflow' : 'continueRegularOutput',
					workflowId: inProcess('w', process),
				},
				texts.map((text) => ({ json: { to: '+12015550123', text } })),
			);
		}

		for (const { executions, diesAfter, ...how } of lives) {
			alive = ++processes;
			steps = diesAfter;
			const death = new Promise<'dead'>((resolve) => {
				die = () => resolve('dead');
			});
			const runs = Array.from({ length: executions }, () => start(alive, how));
			const end = await Promise.race([death, Promise.all(runs)]);
			if (end === 'dead') {
				interrupted += executions;
				// Its connections break off. Whatever it does from here on has no effect.
				for (const run of runs) run.cancel();
			}
		}
		isLast = true;
		alive = ++processes;
		const last = await start(alive, { concurrency: 10, stopsAtFailure: false });
		return { accepted, lostAnswers, interrupted, last };
	}

	const outcomesOf = (run: IRun) =>
		outputOf(run).map(({ json }) => (json.success === true ? 'accepted' : at(json, 'error', 'outcome')));

	test(`${stories} stories of runs that end at any moment: nobody has a message twice, none is left out, few are unknown`, async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					messages: fc.integer({ min: 1, max: mostMessages }),
					seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
					lives: fc.array(life, { minLength: 1, maxLength: 4 }),
				}),
				async (story) => {
					const { accepted, lostAnswers, interrupted, last } = await runStory(story);
					expect([...accepted].filter(([, times]) => times > 1)).toEqual([]);
					expect(memory.mostAtOnce).toBe(1);
					const unknown = new Set<string>();
					const outcomes = outcomesOf(last);
					expect(outcomes).toHaveLength(story.messages);
					for (const [index, outcome] of outcomes.entries()) {
						const text = textOf(index);
						if (outcome === 'unknown') unknown.add(text);
						else expect([text, outcome, accepted.get(text)]).toEqual([text, 'accepted', 1]);
					}
					const unexplained = [...unknown].filter((text) => !lostAnswers.has(text));
					expect(unexplained.length).toBeLessThanOrEqual(mostUnknown * interrupted);
				},
			),
			// A smaller seed is no simpler story.
			{ numRuns: stories, endOnFailure: true },
		);
	}, 600_000);
}
