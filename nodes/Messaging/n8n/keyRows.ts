import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { hashOf } from '../text/hash';
import { ended, race } from '../text/race';
import { messageOf, shorten } from '../text/wording';
import { openPauses, pause, systemClock } from './clock';
import { NotApartError, openNodeRows, tryRows } from './nodeRows';

/*
 * What rows mean for a message, and in which order they are written. How n8n keeps a row: `nodeRows.ts`.
 *
 * A message has a row for its identity, and from its acceptance on one for identity and content:
 *
 *   of the identity   of its content
 *   none                               nobody has it; also after it was refused
 *   one entry                          unsettled
 *   two entries       there            accepted
 *   two entries       none             another content was accepted
 *
 *   look      reads. A comparison leaves nothing behind, whenever it comes and wherever it breaks off.
 *   claim     makes the row of the identity. Of all runs one can, and from then on no other run writes these rows.
 *   accept    makes the row of the content, then adds the second entry: who reads two entries finds the content.
 *   release   removes the row of the identity. That ends what its owner may do.
 *
 * So no order of steps says more than is known: whatever a run dies after, its row says unsettled until the step that
 * settles it. A step may have its effect late. That of a claim can only make a row that says unsettled, those of an
 * acceptance may come as often as they like, and a removal is asked for once, since a second one could remove the
 * claim that another run has made after the first.
 */

/** What n8n's database says of a message. */
export type RowState = 'none' | 'unsettled' | 'accepted' | 'other content';

/** Which messages were sent, in n8n's database: it outlives executions and processes, and all of them share it. */
export interface KeyRows {
	/**
	 * Reads a row. `content` is a hash of the message, or makes it once there is one to compare it with; undefined if the
	 * message could not be built: then contents are not compared.
	 */
	look(identity: string, content: string | undefined | (() => Promise<string | undefined>)): Promise<Result<RowState, Failure>>;
	/** Makes the row, as unsettled. `none`: it was made just now, and the caller may send. Everything else: somebody else has it. */
	claim(identity: string, content: string): Promise<Result<RowState, Failure>>;
	/** Says that the message was accepted. */
	accept(identity: string, content: string): Promise<Result<unknown, Failure>>;
	/**
	 * Removes the row of a message that was not sent. May be called again after a failure, and then removes the row
	 * unless that was tried: whose row it is by then, nobody knows.
	 */
	release(identity: string): Promise<Result<unknown, Failure>>;
}

/** The connections of n8n need 10 to 15 s to recover after PostgreSQL was restarted. */
const triedForMs = 60_000;
const longestPauseMs = 5_000;
/** How long a call may take. It may have its effect later. */
const deadlineMs = 30_000;
/** What is left of it once the run was canceled. */
const graceMs = 1_000;

const claimed = 'claimed';
const acceptedRow = [claimed, 'accepted'];
const contentRow = (identity: string, content: string): string => hashOf('hex', identity, content).slice(0, 32);

const unusable = (reason: string): Failure => ({
	category: 'service',
	message: "n8n's database cannot be used to remember which messages were sent",
	description: `With 'Message Key' a message is only sent if n8n can remember it, so this item was not sent. ${reason} If your service recognizes a message that it gets twice, set 'Idempotency Header': then n8n's database is not needed, except for a question.`,
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
	const { call, persist } = openCalls(signal, clock);

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

	const look: KeyRows['look'] = async (identity, given) => {
		const size = await persistTried(async () => await rows.size(identity));
		if (!size.ok) return size;
		if (size.value < acceptedRow.length) return ok(size.value === 0 ? 'none' : 'unsettled');
		const content = typeof given === 'function' ? await given() : given;
		if (content === undefined) return ok('accepted');
		const same = await persist(async () => await rows.size(contentRow(identity, content)));
		return same.ok ? ok(same.value > 0 ? 'accepted' : 'other content') : same;
	};

	/** The identities whose removal was tried and failed. It may have had its effect, or have it yet. */
	const removals = new Set<string>();

	return ok({
		look,
		async claim(identity, content) {
			const made = await persistTried(async () => await rows.make(identity, claimed));
			if (!made.ok) return made;
			if (made.value) {
				removals.delete(identity);
				return ok('none');
			}
			const state = await look(identity, content);
			// Its owner has released it meanwhile. This run has not made it.
			return state.ok && state.value === 'none' ? ok('unsettled') : state;
		},
		async accept(identity, content) {
			const published = await persist(async () => await rows.make(contentRow(identity, content), claimed));
			return published.ok ? await persist(async () => await rows.add(identity, acceptedRow)) : published;
		},
		async release(identity) {
			// Reading may be repeated, and tells when the database is there.
			const size = await persist(async () => await rows.size(identity));
			if (!size.ok || size.value !== 1) return size;
			if (removals.has(identity)) return err(failureOf(noAnswer));
			removals.add(identity);
			const cleared = await call(async () => await rows.clear(identity));
			if (!cleared.ok) return err(failureOf(cleared.error));
			removals.delete(identity);
			return cleared;
		},
	});
}

const failureOf = (error: unknown): Failure =>
	unusable(
		error instanceof NotApartError
			? reasons.notApart
			: `n8n says: "${shorten(messageOf(error), 300)}". Run the workflow again once the database works.`,
	);

const noAnswer = new Error('No answer');

/** Calls of n8n's database: once, or again until it answers. */
function openCalls(signal: AbortSignal, clock: typeof systemClock) {
	const wait = openPauses(signal, clock);

	/** A call that n8n does not answer counts as one that failed. */
	async function call<T>(work: () => Promise<T>): Promise<Result<T, unknown>> {
		const overdue = async (over: AbortSignal): Promise<never> => {
			const early = new AbortController();
			over.addEventListener('abort', () => early.abort(ended));
			await wait(deadlineMs - graceMs, early);
			await pause(graceMs, clock, over);
			throw noAnswer;
		};
		return await race(work, overdue).then(ok, err);
	}

	async function persist<T>(work: () => Promise<T>): Promise<Result<T, Failure>> {
		const last = clock.now() + triedForMs;
		for (let ms = 250; ; ms = Math.min(2 * ms, longestPauseMs)) {
			const done = await call(work);
			if (done.ok) return done;
			if (done.error instanceof NotApartError || signal.aborted || clock.now() + ms > last) return err(failureOf(done.error));
			await wait(ms);
		}
	}

	return { call, persist };
}
