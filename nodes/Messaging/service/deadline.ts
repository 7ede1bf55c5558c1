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
	const stop = new AbortController();
	const done = new AbortController();
	let isOverdue = false;
	let leave: (reason: Error) => void = () => {};
	const left = new Promise<never>((_resolve, reject) => {
		leave = reject;
	});
	async function giveUp(): Promise<void> {
		stop.abort(ended);
		// Work that follows the signal has thrown by then, and its error says how far it came.
		await sleep(0);
		leave(new Error('The work went on after it was aborted'));
	}
	const onCancel = () => void giveUp();
	if (cancel?.aborted === true) stop.abort(ended);
	else cancel?.addEventListener('abort', onCancel);
	const onTime = async () => {
		isOverdue = true;
		await giveUp();
	};
	void sleep(ms, done.signal).then(onTime, () => {});
	try {
		return await Promise.race([work(stop.signal), left]);
	} catch (error) {
		stop.abort(ended);
		throw isOverdue ? new OverdueError(ms, error) : error;
	} finally {
		cancel?.removeEventListener('abort', onCancel);
		done.abort(ended);
	}
}
