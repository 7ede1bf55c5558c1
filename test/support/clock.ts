import type { Clock } from '../../nodes/Messaging/n8n/clock';
import { promisesSettled } from './eventLoop.mts';

/** A clock that stands still until a test calls `until`; then it jumps to the end of each wait in turn. */
export interface TestClock extends Clock {
	/** Lets time pass, as fast as the machine can, until the work is done. */
	until<T>(work: Promise<T>): Promise<T>;
}

/** Begins in 1970. `random` gives the random numbers; almost 1 unless given, so that random waits are the longest. */
export function createTestClock(random: () => number = () => 0.999_999): TestClock {
	let time = 0;
	const waits: Array<{ readonly end: number; resolve(): void }> = [];

	return {
		now: () => time,
		date: () => time,
		random,
		sleep: async (ms, signal) =>
			await new Promise<void>((resolve, reject) => {
				const wait = {
					end: time + ms,
					resolve() {
						signal?.removeEventListener('abort', end);
						resolve();
					},
				};
				function end(): void {
					if (waits.includes(wait)) waits.splice(waits.indexOf(wait), 1);
					reject(new Error('Aborted'));
				}
				waits.push(wait);
				if (signal?.aborted === true) end();
				else signal?.addEventListener('abort', end, { once: true });
			}),
		async until(work) {
			let isDone = false;
			const done = () => {
				isDone = true;
			};
			work.then(done, done);
			await promisesSettled();
			while (!isDone) {
				const end = waits.reduce((earliest, wait) => Math.min(earliest, wait.end), Infinity);
				if (end === Infinity) throw new Error('Nothing waits and nothing is done: the work hangs');
				time = Math.max(time, end);
				const over = waits.filter((wait) => wait.end <= time);
				waits.splice(0, waits.length, ...waits.filter((wait) => wait.end > time));
				for (const wait of over) wait.resolve();
				await promisesSettled();
			}
			return await work;
		},
	};
}
