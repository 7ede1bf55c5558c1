/** The reason of every abort that only ends a wait. Made once: without a reason, each would make an exception of its own. */
export const ended = new Error('Ended');

/**
 * Gives the result of work, unless `overdue` throws first. Its signal is aborted once one of them is over; what the other
 * gives later is dropped.
 */
export async function race<T>(work: () => Promise<T>, overdue: (over: AbortSignal) => Promise<never>): Promise<T> {
	const over = new AbortController();
	const late = overdue(over.signal);
	try {
		return await Promise.race([work(), late]);
	} finally {
		over.abort(ended);
	}
}
