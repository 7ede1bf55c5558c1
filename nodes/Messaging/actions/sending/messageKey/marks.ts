import type { Failure } from '../../../contract/failure';
import { err, ok, type Result } from '../../../contract/result';
import type { ProcessedEntries } from '../../../n8n/processedEntries';

/*
 * A node's list has up to two entries for a message: its identity, and its identity with the word `unsettled`.
 * Both are recorded in one call before the message is sent. After the message was accepted, the second entry is
 * removed; after it was refused, both are. n8n can't look an entry up without recording it, so a look-up must
 * not leave an entry that claims more than is known: whatever call a run ends after, the list then says
 * `unsettled`, and never `accepted` of a message that nobody has sent.
 */

/** What the list says of a message. `new`: it was not in the list, and is now there as unsettled. */
export type Mark = 'new' | 'accepted' | 'unsettled';

/** What became of a marked message. A released one may be sent again. */
export type Settlement = 'accepted' | 'released';

const unsettled = (identity: string): string => `${identity} unsettled`;

interface Claim {
	readonly entries: ProcessedEntries;
	readonly identities: readonly string[];
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

/** By the owner of the list. The runs of a node in this process share a queue, because calls for its list must not overlap. */
const queues = new Map<string, Queue>();

/** Marks messages before they are sent. The list then keeps at most the newest `keep` entries. */
export async function claimIdentities(
	entries: ProcessedEntries,
	identities: readonly string[],
	keep: number,
): Promise<Result<ReadonlyMap<string, Mark>, Failure>> {
	return await new Promise((resolve) => {
		const queue = queueOf(entries.owner);
		queue.claims.push({ entries, identities, keep, resolve });
		void work(entries.owner, queue);
	});
}

/** Writes down what became of marked messages. */
export async function settleIdentities(
	entries: ProcessedEntries,
	settlements: ReadonlyMap<string, Settlement>,
): Promise<Result<undefined, Failure>> {
	const texts = [...settlements].flatMap(([identity, settlement]) =>
		settlement === 'accepted' ? [unsettled(identity)] : [identity, unsettled(identity)],
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

/** Makes one call after another. Everything that comes in during a call goes into the next one. */
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
	const all = await mark(first.entries, [...new Set(claims.flatMap(({ identities }) => identities))], Math.max(...claims.map(({ keep }) => keep)));
	/** Identities that a claim has got: only the first claim of a new message may send it. */
	const given = new Set<string>();
	for (const { identities, resolve } of claims) {
		resolve(all.ok ? ok(new Map(identities.map((identity) => [identity, markFor(identity, all.value.get(identity), given)]))) : all);
	}
}

function markFor(identity: string, mark: Mark | undefined, given: Set<string>): Mark {
	const isTaken = given.has(identity);
	given.add(identity);
	return mark === undefined || (mark === 'new' && isTaken) ? 'unsettled' : mark;
}

async function mark(
	entries: ProcessedEntries,
	identities: readonly string[],
	keep: number,
): Promise<Result<ReadonlyMap<string, Mark>, Failure>> {
	// The identities come first, so that the list drops them first: an identity without its second entry would count as accepted.
	const known = await entries.record([...identities, ...identities.map(unsettled)], keep);
	if (!known.ok) return known;
	const marks = new Map(identities.map((identity) => [identity, readMark(identity, known.value)]));
	const tooMuch = [...marks].flatMap(([identity, found]) => {
		if (found === 'accepted') return [unsettled(identity)];
		return found === 'unsettled' && !known.value.has(identity) ? [identity] : [];
	});
	const removed = tooMuch.length === 0 ? ok(undefined) : await entries.remove(tooMuch);
	return removed.ok ? ok(marks) : err(removed.error);
}

function readMark(identity: string, known: ReadonlySet<string>): Mark {
	if (known.has(unsettled(identity))) return 'unsettled';
	return known.has(identity) ? 'accepted' : 'new';
}
