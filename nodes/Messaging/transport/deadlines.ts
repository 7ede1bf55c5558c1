import { sleep } from 'n8n-workflow';

/** How often the running requests are checked, in milliseconds. A deadline is this exact. */
const sliceMs = 50;

/** Work was given up since it took too long. The cause is the error with which it ended. */
export class OverdueError extends Error {
	constructor(
		/** In milliseconds. */
		readonly waitedMs: number,
		cause: unknown,
	) {
		super(`Not over after ${waitedMs} ms`, { cause });
	}
}

/** The limits of some work. */
export interface Limits {
	/** The longest time that it may take, in milliseconds. */
	readonly ms: number;
	/** Ends it earlier. */
	readonly cancel: AbortSignal | undefined;
}

/** Keeps the deadlines of all running requests of a connection. */
export interface Deadlines {
	/**
	 * Runs work and gives its result. Throws its error, or an OverdueError after the deadline. At the
	 * deadline the signal is aborted. If the work ignores the signal, its result is dropped.
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
 * One timer for all requests, which runs only while there are some. n8n's sleep can't be ended early, so a
 * sleep for each request would go on until its timeout, long after the response.
 */
export function createDeadlines(): Deadlines {
	const watched = new Set<Watched>();
	/** Controllers of finished work, reused: making one costs more than the rest of a deadline. */
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
					// Work that follows the signal has thrown by then, and its error says how far it came.
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
