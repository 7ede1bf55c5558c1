import type { Failure } from '../../../contract/failure';
import { err, ok, type Result } from '../../../contract/result';
import type { ProcessedEntries } from '../../../n8n/processedEntries';

/*
 * Two entries of a node's list say what is known of a message: its name, and its name as unsettled.
 * Both are recorded in one call before it leaves. Once it was accepted the second one is removed, and
 * both when it was not. To look up an entry n8n has to record it; so the entry that says less than is
 * known is the one that is recorded: a run that ends after any call leaves `unsettled` behind, never
 * an `accepted` that nobody has sent.
 */

/** What the list says of a name: `new` was not in it, and now is, as unsettled. */
export type Mark = 'new' | 'accepted' | 'unsettled';

/** What a marked name comes to. */
export type Settlement = 'accepted' | 'taken back';

const unsettled = (name: string): string => `${name} unsettled`;

interface Claim {
	readonly entries: ProcessedEntries;
	readonly names: readonly string[];
	readonly keep: number;
	resolve(marks: Result<ReadonlyMap<string, Mark>, Failure>): void;
}

interface Removal {
	readonly entries: ProcessedEntries;
	readonly texts: readonly string[];
	resolve(removed: Result<undefined, Failure>): void;
}

interface Queue {
	readonly claims: Claim[];
	readonly removals: Removal[];
	isBusy: boolean;
}

/** By the owner of the list: the runs of a node in this process share a queue, since calls for its list may not overlap. */
const queues = new Map<string, Queue>();

/** Marks names, each before its message leaves; after it at most `keep` entries are kept, the newest. */
export async function claimNames(
	entries: ProcessedEntries,
	names: readonly string[],
	keep: number,
): Promise<Result<ReadonlyMap<string, Mark>, Failure>> {
	return await new Promise((resolve) => {
		const queue = queueOf(entries.owner);
		queue.claims.push({ entries, names, keep, resolve });
		void work(entries.owner, queue);
	});
}

/** Writes down what became of marked names. */
export async function settleNames(
	entries: ProcessedEntries,
	settlements: ReadonlyMap<string, Settlement>,
): Promise<Result<undefined, Failure>> {
	const texts = [...settlements].flatMap(([name, settlement]) =>
		settlement === 'accepted' ? [unsettled(name)] : [name, unsettled(name)],
	);
	return await new Promise((resolve) => {
		const queue = queueOf(entries.owner);
		queue.removals.push({ entries, texts, resolve });
		void work(entries.owner, queue);
	});
}

function queueOf(owner: string): Queue {
	const queue = queues.get(owner) ?? { claims: [], removals: [], isBusy: false };
	queues.set(owner, queue);
	return queue;
}

/** One call after another; what came in meanwhile goes into the next one together. */
async function work(owner: string, queue: Queue): Promise<void> {
	if (queue.isBusy) return;
	queue.isBusy = true;
	while (queue.removals.length > 0 || queue.claims.length > 0) {
		await removeAll(queue.removals.splice(0));
		await claimAll(queue.claims.splice(0));
	}
	queues.delete(owner);
}

async function removeAll(removals: readonly Removal[]): Promise<void> {
	const [first] = removals;
	if (first === undefined) return;
	const removed = await first.entries.remove(removals.flatMap(({ texts }) => texts));
	for (const { resolve } of removals) resolve(removed);
}

async function claimAll(claims: readonly Claim[]): Promise<void> {
	const [first] = claims;
	if (first === undefined) return;
	const all = await mark(first.entries, [...new Set(claims.flatMap(({ names }) => names))], Math.max(...claims.map(({ keep }) => keep)));
	/** Who asks first for a name that is new may send it. */
	const given = new Set<string>();
	for (const { names, resolve } of claims) {
		resolve(all.ok ? ok(new Map(names.map((name) => [name, markFor(name, all.value.get(name), given)]))) : all);
	}
}

function markFor(name: string, mark: Mark | undefined, given: Set<string>): Mark {
	const isTaken = given.has(name);
	given.add(name);
	return mark === undefined || (mark === 'new' && isTaken) ? 'unsettled' : mark;
}

async function mark(
	entries: ProcessedEntries,
	names: readonly string[],
	keep: number,
): Promise<Result<ReadonlyMap<string, Mark>, Failure>> {
	// The names first: the oldest entries are dropped, and a name without its second entry counts as accepted.
	const known = await entries.record([...names, ...names.map(unsettled)], keep);
	if (!known.ok) return known;
	const marks = new Map(names.map((name) => [name, readMark(name, known.value)]));
	const tooMuch = [...marks].flatMap(([name, found]) => {
		if (found === 'accepted') return [unsettled(name)];
		return found === 'unsettled' && !known.value.has(name) ? [name] : [];
	});
	const removed = tooMuch.length === 0 ? ok(undefined) : await entries.remove(tooMuch);
	return removed.ok ? ok(marks) : err(removed.error);
}

function readMark(name: string, known: ReadonlySet<string>): Mark {
	if (known.has(unsettled(name))) return 'unsettled';
	return known.has(name) ? 'accepted' : 'new';
}
