import type { Failure } from '../../../contract/failure';
import { err, ok, type Result } from '../../../contract/result';
import type { ProcessedEntries } from '../../../n8n/processedEntries';
import { claimNames, settleNames, type Mark, type Settlement } from './marks';

/** How many names a call marks or settles, where there are so many. */
const batch = 50;

/** How many names may be marked and not settled in the list: so many are unknown if n8n ends now. */
const mostUnsettled = 100;

/**
 * How many entries a node's list keeps; the oldest go. n8n reads and writes the whole list in each call:
 * with 20,000 that is about a millisecond for each message of a batch, and 16 ms for one that is alone.
 */
const keptEntries = 20_000;

/** The names that a run marks in the list of its node, some of them ahead of what it sends. */
export interface Claims {
	/** What the list said of a name, which is marked by then. */
	claim(name: string): Promise<Result<Mark, Failure>>;
	/** Says what became of a name that was new. */
	settle(name: string, settlement: Settlement | 'unknown'): void;
	/** Takes back what was marked and not used, and writes the rest down. Gives of how many names it couldn't. */
	close(): Promise<number>;
}

/** `upcoming` are the names that will be claimed, each once and about in that order; `count` is how many there are at most. */
export function createClaims(entries: ProcessedEntries, upcoming: Iterator<string>, count: number): Claims {
	// Those of the run itself don't drive each other out.
	const keep = Math.max(keptEntries, count) + mostUnsettled;
	/** Names that nobody has asked for yet. */
	const ahead = new Map<string, Mark>();
	const askers = new Map<string, (mark: Result<Mark, Failure>) => void>();
	/** Names that were in a call. */
	const seen = new Set<string>();
	/** New names, as long as the list has them as unsettled. */
	const open = new Set<string>();
	const settled = new Map<string, Settlement>();
	/** Names that come next. */
	const staged = new Set<string>();
	let isExhausted = false;
	let isClosing = false;
	let isWorking = false;
	let lastWork = Promise.resolve();
	let broken: Failure | undefined;

	/**
	 * The names of the next call: those that somebody waits for, and after them those that come next. Where
	 * enough are marked ahead only those that were given back and are wanted again; they may not wait for the others.
	 */
	function nextNames(room: number): string[] {
		const wanted = [...askers.keys()];
		if (ahead.size > batch / 2) return wanted.slice(0, Math.max(1, Math.min(batch, room + settled.size)));
		for (const name of wanted) staged.delete(name);
		while (wanted.length + staged.size < batch && !isExhausted) {
			const { value: name, done } = upcoming.next();
			if (done === true) isExhausted = true;
			else if (!seen.has(name) && !askers.has(name)) staged.add(name);
		}
		return [...wanted, ...staged].slice(0, batch);
	}

	/** Settles and claims by turns, as long as there is something worth a call. */
	async function work(): Promise<void> {
		while (broken === undefined && !isClosing) {
			const room = mostUnsettled - open.size;
			const names = nextNames(room);
			const isInTheWay = names.length > room || names.some((name) => settled.has(name));
			if (settled.size >= batch || (isInTheWay && settled.size > 0 && names.length <= room + settled.size)) await flush();
			else if (names.length > 0 && !isInTheWay) await claimNext(names);
			else break;
		}
		isWorking = false;
		if (broken !== undefined) giveUp(broken);
	}

	function startWork(): void {
		if (isWorking) return;
		isWorking = true;
		lastWork = work();
	}

	function giveUp(failure: Failure): void {
		for (const resolve of askers.values()) resolve(err(failure));
		askers.clear();
	}

	async function claimNext(names: readonly string[]): Promise<void> {
		for (const name of names) {
			staged.delete(name);
			seen.add(name);
		}
		const claimed = await claimNames(entries, names, keep);
		if (!claimed.ok) {
			broken = claimed.error;
			return;
		}
		for (const [name, mark] of claimed.value) {
			if (mark === 'new') open.add(name);
			const resolve = askers.get(name);
			if (resolve === undefined) ahead.set(name, mark);
			else resolve(ok(mark));
			askers.delete(name);
		}
	}

	async function flush(): Promise<void> {
		const settlements = new Map(settled);
		const written = await settleNames(entries, settlements);
		if (!written.ok) {
			broken = written.error;
			return;
		}
		for (const name of settlements.keys()) {
			settled.delete(name);
			open.delete(name);
		}
	}

	return {
		async claim(name) {
			const mark = ahead.get(name);
			if (mark === undefined && broken !== undefined) return err(broken);
			ahead.delete(name);
			const claimed = mark === undefined ? new Promise<Result<Mark, Failure>>((resolve) => askers.set(name, resolve)) : ok(mark);
			startWork();
			return await claimed;
		},
		settle(name, settlement) {
			if (settlement === 'unknown') open.delete(name);
			else settled.set(name, settlement);
			startWork();
		},
		async close() {
			isClosing = true;
			await lastWork;
			for (const name of open) if (!settled.has(name)) settled.set(name, 'taken back');
			if (settled.size > 0) await flush();
			return settled.size;
		},
	};
}
