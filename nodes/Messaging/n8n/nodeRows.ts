import { randomUUID } from 'node:crypto';
import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../text/json';

/**
 * How a row is read and written; what it means for a message: `keyRows.ts`.
 *
 * Rows of the table in which n8n keeps what nodes have processed. n8n gives a node one row, named after the
 * node's id. It reads the id when a call begins, so for that moment the id reads as another name. No other code
 * runs in it.
 *
 * A call reads a row, changes it and writes the whole of it back: of two calls at once, one is lost. Only
 * making a row is atomic, an INSERT under a primary key.
 */
export interface NodeRows {
	/** How many entries a row has; 0 if there is none. */
	size(name: string): Promise<number>;
	/** Makes a row with one entry. False if there is one, which is not changed. */
	make(name: string, entry: string): Promise<boolean>;
	/** Adds the entries that the row does not have. Makes the row if there is none. */
	add(name: string, entries: readonly string[]): Promise<true>;
	clear(name: string): Promise<true>;
}

/** n8n does not keep rows apart by the names that the id gives. Another call would be no different. */
export class NotApartError extends Error {}

const options: ICheckProcessedOptions = { mode: 'entries' };

/** Opens the rows of the node; undefined if n8n offers none. */
export function openNodeRows(context: IExecuteFunctions): NodeRows | undefined {
	const { helpers } = context;
	// n8n's types do not show it. Where the node is an agent's tool, the other ways lead to the agent.
	const node: unknown = Reflect.get(context, 'node');
	const { id } = context.getNode();
	const calls = [helpers.getProcessedDataCount, helpers.checkProcessedAndRecord, helpers.clearAllProcessedItems];
	if (!calls.every((call) => typeof call === 'function') || !isObject(node) || !id || node.id !== id) return undefined;
	if (Object.getOwnPropertyDescriptor(node, 'id')?.configurable !== true) return undefined;

	const call = async <T>(name: string, begin: () => Promise<T>, lookedUp = name): Promise<T> =>
		await callUnder(node, `${id}:${name}`, `${id}:${lookedUp}`, begin);
	const check = async (entries: readonly string[]): Promise<boolean> => {
		const found = await helpers.checkProcessedAndRecord([...entries], 'node', options);
		// If n8n can't read a row, it names no entry and throws nothing.
		if (found.new.length + found.processed.length !== entries.length) throw new Error('The row of this message cannot be read');
		return found.processed.length === 0;
	};
	const size = async (name: string) => await call(name, async () => await helpers.getProcessedDataCount('node', options));
	return {
		size,
		async make(name, entry) {
			// n8n looks for a row that never exists, so it always makes one and never writes back what it has read.
			const making = call(name, async () => await check([entry]), `${name}:none`);
			return await making.catch(async () => ((await size(name)) === 0 ? await making : false));
		},
		async add(name, entries) {
			await call(name, async () => await check(entries));
			return true;
		},
		async clear(name) {
			await call(name, async () => await helpers.clearAllProcessedItems('node', options));
			return true;
		},
	};
}

/** Begins a call while the node's id reads as the name of the row to be made, and from the second time as that of the row to look up. */
async function callUnder<T>(node: object, made: string, lookedUp: string, begin: () => Promise<T>): Promise<T> {
	const own = Object.getOwnPropertyDescriptor(node, 'id') ?? {};
	let reads = 0;
	Object.defineProperty(node, 'id', { configurable: true, enumerable: true, get: () => (reads++ === 0 ? made : lookedUp) });
	let begun: Promise<T>;
	try {
		begun = begin();
	} finally {
		Object.defineProperty(node, 'id', own);
	}
	if (reads > 0) return await begun;
	void begun.catch(() => {});
	throw new NotApartError('The id was not read');
}

/** Tries on two rows that nobody uses whether n8n does what is written above. Leaves none of them. */
export async function tryRows(rows: NodeRows, one: string): Promise<void> {
	const other = randomUUID();
	// Also if it was made and the answer got lost.
	if (!(await rows.make(one, 'a'))) throw new Error('The row could not be made');
	const steps: ReadonlyArray<readonly [() => Promise<unknown>, unknown]> = [
		[async () => await rows.size(one), 1],
		[async () => await rows.make(one, 'b'), false],
		[async () => await rows.add(one, ['a']), true],
		[async () => await rows.size(one), 1],
		[async () => await rows.add(one, ['a', 'b']), true],
		[async () => await rows.size(one), 2],
		[async () => await rows.size(other), 0],
		[async () => await rows.clear(other), true],
		[async () => await rows.size(one), 2],
		[async () => await rows.clear(one), true],
		[async () => await rows.size(one), 0],
	];
	for (const [step, expected] of steps) {
		if ((await step()) !== expected) throw new NotApartError('The rows are not apart');
	}
}
