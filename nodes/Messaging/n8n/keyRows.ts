import { randomUUID } from 'node:crypto';
import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { err, type Failure, ok, type Result } from '../api/failure';
import { messageOf, shorten } from '../text/wording';
import { NotApartError, openNodeRows, tryRows } from './nodeRows';

/*
 * One row for each message, read by its size:
 *
 *   no row             nobody has it; also after it was refused
 *   one entry          unsettled
 *   `full` or more     accepted: it has all versions of its content
 *
 * Whatever call a run dies after, the row does not say more than is known. A claim only ever makes a row. Only
 * the run that has made it changes an unsettled one. An accepted one stays accepted: contents can be compared
 * only by adding, and what was new is removed again. If it stays, because the process died, the row is larger,
 * and the next comparison is by another version. Two processes that compare the same other content in the same
 * millisecond can take each other's entry for that of the message; neither sends it.
 */

/** What n8n's database says of a message. */
export type RowState = 'none' | 'unsettled' | 'accepted' | 'other content';

/** Which messages were sent, in n8n's database: it outlives executions and processes, and all of them share it. */
export interface KeyRows {
	/**
	 * Reads a row. `content` is a hash of the message; undefined if the message could not be built: then contents
	 * are not compared.
	 */
	look(identity: string, content: string | undefined): Promise<Result<RowState, Failure>>;
	/** Makes the row, as unsettled. `none`: it was made just now, and the caller may send. Everything else: somebody else has it. */
	claim(identity: string, content: string): Promise<Result<RowState, Failure>>;
	/** Says that the message was accepted. */
	accept(identity: string, content: string): Promise<Result<undefined, Failure>>;
	/** Removes the row of a message that was not sent. Tried once only: a second removal could remove another run's claim. */
	release(identity: string): Promise<Result<undefined, Failure>>;
}

/** Time, as it passes in a test. `sleep` throws when the signal is aborted. */
interface RowClock {
	now(): number;
	sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const systemClock: RowClock = { now: () => performance.now(), sleep };

/** The connections of n8n need 10 to 15 s to recover after PostgreSQL was restarted. */
const triedForMs = 60_000;
const longestPauseMs = 5_000;
/** How long a call may take. It may have its effect later. */
const deadlineMs = 30_000;
/** The same once the run was canceled. */
const graceMs = 1_000;

const claimed = 'claimed';
const versionsOf = (content: string): string[] => ['1', '2', '3'].map((version) => `${content} ${version}`);
const acceptedRow = (content: string): string[] => [claimed, ...versionsOf(content)];
const full = acceptedRow('').length;

const unusable = (reason: string): Failure => ({
	category: 'service',
	message: "n8n's database cannot be used to remember which messages were sent",
	description: `With 'Message Key' a message is only sent if n8n can remember it, so this item was not sent. ${reason} If your service recognizes a message that it gets twice, set 'Idempotency Header': then n8n's database is not needed.`,
});

const reasons = {
	neverSaved: 'Save the workflow first: n8n remembers nothing for a workflow that was never saved.',
	notOffered: 'n8n does not offer its memory where the node is used here.',
	notApart: 'This n8n does not keep messages apart in the way that this version of the node expects. Update the node.',
};

/** Whether the rows were tried in this process. */
let areTried = false;

/** Opens the rows of the node, or says why this run can't use them. `signal` ends all waits. */
export function openKeyRows(context: IExecuteFunctions, signal: AbortSignal, clock = systemClock): Result<KeyRows, Failure> {
	if (!context.getWorkflow().id) return err(unusable(reasons.neverSaved));
	const rows = openNodeRows(context);
	if (rows === undefined) return err(unusable(reasons.notOffered));
	const { attempt, persist } = createAttempts(signal, clock);

	/** The row of a trial that broke off. */
	let left: string | undefined;
	let trial: Promise<Result<undefined, Failure>> | undefined;
	const tryOnce = async () =>
		await persist(async () => {
			if (left !== undefined) await rows.clear(left);
			left = randomUUID();
			await tryRows(rows, left);
			areTried = true;
			return undefined;
		}).finally(() => {
			trial = undefined;
		});

	/** Before the first row of a process: if messages were not kept apart, one could leave twice. */
	const persistTried = async <T>(work: () => Promise<T>): Promise<Result<T, Failure>> => {
		const tried = areTried ? ok(undefined) : await (trial ??= tryOnce());
		return tried.ok ? await persist(work) : tried;
	};

	const look = async (identity: string, content: string | undefined): Promise<Result<RowState, Failure>> => {
		const versions = content === undefined ? [] : versionsOf(content);
		let isOther = false;
		let next = 0;
		return await persistTried<RowState>(async () => {
			if (!isOther) {
				const size = await rows.size(identity);
				if (size < full) return size === 0 ? 'none' : 'unsettled';
				// An attempt without an answer may have added its version.
				next = Math.max(next, size - full);
				const version = versions[next++] ?? versions.at(-1);
				if (version === undefined || !(await rows.add(identity, [version]))) return 'accepted';
				isOther = true;
			}
			await rows.remove(identity, versions);
			return 'other content';
		});
	};

	return ok({
		look,
		async claim(identity, content) {
			const made = await persistTried(async () => await rows.make(identity, claimed));
			if (!made.ok) return made;
			if (made.value) return ok('none');
			const state = await look(identity, content);
			// Its owner has released it meanwhile. This run has not made it.
			return state.ok && state.value === 'none' ? ok('unsettled') : state;
		},
		async accept(identity, content) {
			const added = await persist(async () => await rows.add(identity, acceptedRow(content)));
			return added.ok ? ok(undefined) : added;
		},
		async release(identity) {
			// Reading may be repeated, and tells when the database is there.
			const size = await persist(async () => await rows.size(identity));
			if (!size.ok) return size;
			const cleared = size.value === 1 ? await attempt(async () => await rows.clear(identity)) : ok(true);
			return cleared.ok ? ok(undefined) : err(failureOf(cleared.error));
		},
	});
}

const failureOf = (error: unknown): Failure =>
	unusable(
		error instanceof NotApartError
			? reasons.notApart
			: `n8n says: "${shorten(messageOf(error), 300)}". Run the workflow again once the database works.`,
	);

/** Made once: without a reason, each abort would make an exception of its own. */
const ended = new Error('Ended');

function createAttempts(signal: AbortSignal, clock: RowClock) {
	/** What to do when the run is canceled. One listener for all: Node warns of many. */
	const onCancel = new Set<() => void>();
	signal.addEventListener('abort', () => onCancel.forEach((end) => end()));

	const pause = async (ms: number, end: AbortSignal) => {
		await clock.sleep(ms, end).catch(() => {});
	};

	/** A call that n8n does not answer counts as one that failed. */
	async function attempt<T>(work: () => Promise<T>): Promise<Result<T, unknown>> {
		const over = new AbortController();
		let hurry = () => {};
		try {
			return ok(
				await new Promise<T>((resolve, reject) => {
					const within = (ms: number) => void pause(ms, over.signal).then(() => reject(new Error('No answer')));
					hurry = () => within(graceMs);
					onCancel.add(hurry);
					within(signal.aborted ? graceMs : deadlineMs);
					work().then(resolve, reject);
				}),
			);
		} catch (error) {
			return err(error);
		} finally {
			onCancel.delete(hurry);
			over.abort(ended);
		}
	}

	async function persist<T>(work: () => Promise<T>): Promise<Result<T, Failure>> {
		const last = clock.now() + triedForMs;
		for (let ms = 250; ; ms = Math.min(2 * ms, longestPauseMs)) {
			const done = await attempt(work);
			if (done.ok) return done;
			if (done.error instanceof NotApartError || signal.aborted || clock.now() + ms > last) return err(failureOf(done.error));
			const canceled = new AbortController();
			const end = () => canceled.abort();
			onCancel.add(end);
			await pause(ms, canceled.signal);
			onCancel.delete(end);
		}
	}

	return { attempt, persist };
}
