import { sleep } from 'n8n-workflow';

import { ended, race } from '../text/race';

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

/**
 * Runs work and gives its result. Throws its error, or an OverdueError if it is not over after `ms`. The signal is
 * aborted then, if the execution is cancelled, and if the work fails. The result of work that ignores the signal is
 * dropped.
 */
export async function within<T>(
	ms: number,
	cancel: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const stop = new AbortController();
	let leave = () => {};
	const giveUp = () => {
		stop.abort(ended);
		leave();
	};
	if (cancel?.aborted === true) stop.abort(ended);
	else cancel?.addEventListener('abort', giveUp);
	let isOverdue = false;
	const overdue = async (over: AbortSignal): Promise<never> =>
		await new Promise((_resolve, reject) => {
			// Work that follows the signal has thrown a moment later, and its error says how far it came.
			leave = () => void sleep(0, over).then(() => reject(new Error('The work went on after it was aborted')), () => {});
			const onTime = () => {
				isOverdue = true;
				giveUp();
			};
			void sleep(ms, over).then(onTime, () => {});
		});
	try {
		return await race(async () => await work(stop.signal), overdue);
	} catch (error) {
		stop.abort(ended);
		throw isOverdue ? new OverdueError(ms, error) : error;
	} finally {
		cancel?.removeEventListener('abort', giveUp);
	}
}
