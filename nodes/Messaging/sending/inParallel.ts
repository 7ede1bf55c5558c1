/** How many items at most wait for another item of their owner while the workers go on. */
const longestQueue = 100;

/**
 * Does the work for each place of a list in order, with so many workers at once. What has the same owner is done one
 * after the other, in the order of the list. The workers go on with what is of others meanwhile.
 * @param open makes the item of a place when a worker comes to it
 * @param ownerOf whose an item is; undefined for one that waits for no other
 */
export async function inParallel<T extends object>(
	workers: number,
	count: number,
	open: (index: number) => T,
	ownerOf: (item: T) => string | undefined,
	work: (item: T) => Promise<void>,
): Promise<void> {
	/** By owner: what waits for its item that a worker is at. */
	const queues = new Map<string, { readonly waiting: T[]; readonly done: Promise<void> }>();
	let [next, queued] = [0, 0];

	async function workFor(owner: string, first: T, waiting: T[]): Promise<void> {
		await work(first);
		for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
			queued--;
			await work(item);
		}
		queues.delete(owner);
	}

	async function worker(): Promise<void> {
		while (next < count) {
			const item = open(next++);
			const owner = ownerOf(item);
			const queue = owner === undefined ? undefined : queues.get(owner);
			if (owner === undefined) await work(item);
			else if (queue === undefined) {
				const waiting: T[] = [];
				const done = workFor(owner, item, waiting);
				queues.set(owner, { waiting, done });
				await done;
			} else {
				queue.waiting.push(item);
				if (++queued >= longestQueue) await queue.done;
			}
		}
	}
	await Promise.all(Array.from({ length: Math.min(workers, count) }, worker));
}
