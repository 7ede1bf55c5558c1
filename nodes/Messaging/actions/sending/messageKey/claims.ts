import type { Failure } from '../../../contract/failure';
import { err, ok, type Result } from '../../../contract/result';
import type { ProcessedEntries } from '../../../n8n/processedEntries';
import { claimIdentities, settleIdentities, type Mark, type Settlement } from './marks';

/** How many messages one call marks or settles at most. */
const batch = 50;

/** How many messages may be marked and not yet settled: if n8n ends now, so many are unknown. */
const mostUnsettled = 100;

/**
 * How many entries a node's list keeps; the oldest ones are dropped. n8n reads and writes the whole list in each
 * call: with 20,000 entries a call costs about 1 ms for each message of a full batch, and 16 ms for a single message.
 */
const keptEntries = 20_000;

/** The messages that a run marks in the list of its node, each before it is sent. */
export interface Claims {
	/** Marks a message, and gives what the list said of it before. */
	claim(identity: string): Promise<Result<Mark, Failure>>;
	/** Says what became of a message that was new. */
	settle(identity: string, settlement: Settlement | 'unknown'): void;
	/** Writes down all settlements, and releases messages that were marked and not sent. Gives how many could not be written. */
	close(): Promise<number>;
}

/**
 * @param upcoming the identities that will be claimed, each once and about in that order
 * @param count how many there are at most
 */
export const createClaims = (entries: ProcessedEntries, upcoming: Iterator<string>, count: number): Claims =>
	new BatchedClaims(entries, upcoming, count);

/** Marks messages in batches, some of them before they are claimed, and settles in between. */
class BatchedClaims implements Claims {
	private readonly keep: number;
	/** Messages that are marked, and that nobody has claimed yet. */
	private readonly ahead = new Map<string, Mark>();
	/** Those who wait for their claim. */
	private readonly askers = new Map<string, (mark: Result<Mark, Failure>) => void>();
	/** Messages that were part of a call. */
	private readonly seen = new Set<string>();
	/** New messages that the list has as unsettled. */
	private readonly open = new Set<string>();
	/** Settlements that are not written yet. */
	private readonly settled = new Map<string, Settlement>();
	/** Messages that will be marked next. */
	private readonly staged = new Set<string>();
	private isExhausted = false;
	private isClosing = false;
	private isWorking = false;
	private lastWork = Promise.resolve();
	/** Why n8n's database can't be used any more. */
	private broken: Failure | undefined;

	constructor(
		private readonly entries: ProcessedEntries,
		private readonly upcoming: Iterator<string>,
		count: number,
	) {
		// A large run must not drop its own entries.
		this.keep = Math.max(keptEntries, count) + mostUnsettled;
	}

	async claim(identity: string): Promise<Result<Mark, Failure>> {
		const mark = this.ahead.get(identity);
		if (mark === undefined && this.broken !== undefined) return err(this.broken);
		this.ahead.delete(identity);
		const claimed =
			mark === undefined ? new Promise<Result<Mark, Failure>>((resolve) => this.askers.set(identity, resolve)) : ok(mark);
		this.startWork();
		return await claimed;
	}

	settle(identity: string, settlement: Settlement | 'unknown'): void {
		if (settlement === 'unknown') this.open.delete(identity);
		else this.settled.set(identity, settlement);
		this.startWork();
	}

	async close(): Promise<number> {
		this.isClosing = true;
		await this.lastWork;
		for (const identity of this.open) if (!this.settled.has(identity)) this.settled.set(identity, 'released');
		if (this.settled.size > 0) await this.flush();
		return this.settled.size;
	}

	private startWork(): void {
		if (this.isWorking) return;
		this.isWorking = true;
		this.lastWork = this.work();
	}

	/** Settles and claims in turns, as long as a call is worth it. */
	private async work(): Promise<void> {
		while (this.broken === undefined && !this.isClosing) {
			const room = mostUnsettled - this.open.size;
			const next = this.nextIdentities(room);
			const mustSettleFirst = next.length > room || next.some((identity) => this.settled.has(identity));
			const settlingHelps = this.settled.size > 0 && next.length <= room + this.settled.size;
			if (this.settled.size >= batch || (mustSettleFirst && settlingHelps)) await this.flush();
			else if (next.length > 0 && !mustSettleFirst) await this.claimNext(next);
			else break;
		}
		this.isWorking = false;
		if (this.broken !== undefined) this.refuseAskers(this.broken);
	}

	/**
	 * The messages of the next call: first those that somebody waits for, then those that come next. Where enough are
	 * marked ahead, only those that were released and are claimed again: they must not wait until the others are used.
	 */
	private nextIdentities(room: number): string[] {
		const wanted = [...this.askers.keys()];
		if (this.ahead.size > batch / 2) return wanted.slice(0, Math.max(1, Math.min(batch, room + this.settled.size)));
		for (const identity of wanted) this.staged.delete(identity);
		while (wanted.length + this.staged.size < batch && !this.isExhausted) {
			const { value: identity, done } = this.upcoming.next();
			if (done === true) this.isExhausted = true;
			else if (!this.seen.has(identity) && !this.askers.has(identity)) this.staged.add(identity);
		}
		return [...wanted, ...this.staged].slice(0, batch);
	}

	private async claimNext(identities: readonly string[]): Promise<void> {
		for (const identity of identities) {
			this.staged.delete(identity);
			this.seen.add(identity);
		}
		const claimed = await claimIdentities(this.entries, identities, this.keep);
		if (!claimed.ok) {
			this.broken = claimed.error;
			return;
		}
		for (const [identity, mark] of claimed.value) {
			if (mark === 'new') this.open.add(identity);
			const resolve = this.askers.get(identity);
			if (resolve === undefined) this.ahead.set(identity, mark);
			else resolve(ok(mark));
			this.askers.delete(identity);
		}
	}

	private async flush(): Promise<void> {
		const settlements = new Map(this.settled);
		const written = await settleIdentities(this.entries, settlements);
		if (!written.ok) {
			this.broken = written.error;
			return;
		}
		for (const identity of settlements.keys()) {
			this.settled.delete(identity);
			this.open.delete(identity);
		}
	}

	private refuseAskers(failure: Failure): void {
		for (const resolve of this.askers.values()) resolve(err(failure));
		this.askers.clear();
	}
}
