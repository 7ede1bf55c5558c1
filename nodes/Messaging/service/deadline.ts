import { sleep } from 'n8n-workflow';

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

/** Made once: without a reason, each abort would make an exception of its own. */
const ended = new Error('Ended');

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
	const [stop, done] = [new AbortController(), new AbortController()];
	let leave = () => {};
	const left = new Promise<never>((_resolve, reject) => {
		// Work that follows the signal has thrown a moment later, and its error says how far it came.
		leave = () => void sleep(0, done.signal).then(() => reject(new Error('The work went on after it was aborted')), () => {});
	});
	const giveUp = () => {
		stop.abort(ended);
		leave();
	};
	if (cancel?.aborted === true) stop.abort(ended);
	else cancel?.addEventListener('abort', giveUp);
	let isOverdue = false;
	const onTime = () => {
		isOverdue = true;
		giveUp();
	};
	void sleep(ms, done.signal).then(onTime, () => {});
	try {
		return await Promise.race([work(stop.signal), left]);
	} catch (error) {
		stop.abort(ended);
		throw isOverdue ? new OverdueError(ms, error) : error;
	} finally {
		cancel?.removeEventListener('abort', giveUp);
		done.abort(ended);
	}
}
