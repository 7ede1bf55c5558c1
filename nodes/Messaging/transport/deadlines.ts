import { sleep } from 'n8n-workflow';

/** How often the running requests are looked at, in milliseconds: a deadline is kept to this. */
const sliceMs = 50;

/** Work that was given up since it took too long; the cause is how it ended. */
export class OverdueError extends Error {
	constructor(
		/** Milliseconds. */
		readonly waitedMs: number,
		cause: unknown,
	) {
		super(`Not over after ${waitedMs} ms`, { cause });
	}
}

/** Until when work may go on. */
export interface Limits {
	/** Milliseconds, from its start to its very end. */
	readonly ms: number;
	/** Ends it before. */
	readonly cancel: AbortSignal | undefined;
}

/** Keeps the deadlines of all that a connection has under way. */
export interface Deadlines {
	/**
	 * Runs work that ends when its signal is aborted, and gives what it gives. Throws what it throws,
	 * as an OverdueError after the deadline. Work that does not heed the signal is left to itself:
	 * what it gives later is not looked at.
	 */
	within<T>(limits: Limits, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Watched {
	readonly end: number;
	isOverdue: boolean;
	/** Aborts the work, and stops waiting for it a moment later. */
	giveUp(): Promise<void>;
}

/**
 * One clock for all requests, which stands still while nothing is under way: n8n's sleep can't be
 * ended early, so a sleep for each request would outlive its answer by the whole timeout.
 */
export function createDeadlines(): Deadlines {
	const watched = new Set<Watched>();
	/** Of work that is over, for the next: one that was not aborted is as new, and a new one costs more than all the rest. */
	const unused: AbortController[] = [];
	let isTicking = false;

	async function tick(): Promise<void> {
		isTicking = true;
		while (watched.size > 0) {
			await sleep(sliceMs);
			const now = performance.now();
			for (const one of watched) {
				if (one.end > now || one.isOverdue) continue;
				one.isOverdue = true;
				void one.giveUp();
			}
		}
		isTicking = false;
	}

	return {
		async within({ ms, cancel }, work) {
			const stop = unused.pop() ?? new AbortController();
			let leave: (reason: Error) => void = () => {};
			const left = new Promise<never>((_resolve, reject) => {
				leave = reject;
			});
			const one: Watched = {
				end: performance.now() + ms,
				isOverdue: false,
				async giveUp() {
					stop.abort();
					// Work that heeds the signal throws by then, and its error says how far it came.
					await sleep(0);
					leave(new Error('The work went on after it was aborted'));
				},
			};
			const giveUp = () => void one.giveUp();
			if (cancel?.aborted === true) stop.abort();
			else cancel?.addEventListener('abort', giveUp);
			watched.add(one);
			if (!isTicking) void tick();
			try {
				return await Promise.race([work(stop.signal), left]);
			} catch (error) {
				throw one.isOverdue ? new OverdueError(ms, error) : error;
			} finally {
				watched.delete(one);
				cancel?.removeEventListener('abort', giveUp);
				if (!stop.signal.aborted) unused.push(stop);
			}
		},
	};
}
