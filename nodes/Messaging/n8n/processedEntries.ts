import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import { at } from '../contract/json';
import { err, ok, type Result } from '../contract/result';
import { messageOf, shorten } from '../contract/wording';

/**
 * The list of texts that n8n's database keeps for a node, also across executions and restarts. Each call
 * reads the whole list and writes it back, so of two calls at the same time one may be lost.
 */
export interface ProcessedEntries {
	/** The workflow and node that the list belongs to. */
	readonly owner: string;
	/**
	 * Adds the texts that the list does not have, and keeps the newest `keep` entries. Gives those that it
	 * already had. `texts` must not hold a text twice, which n8n does not check.
	 */
	record(texts: readonly string[], keep: number): Promise<Result<ReadonlySet<string>, Failure>>;
	/** Removes each text once. */
	remove(texts: readonly string[]): Promise<Result<undefined, Failure>>;
}

const unusable = (reason: string): Failure => ({
	category: 'service',
	message: "n8n's database cannot be used to remember which messages were sent",
	description: `With 'Message Key' a message is only sent if n8n can remember it, so this item was not sent. ${reason} If your service recognizes a message that it gets twice, set 'Idempotency Header': then n8n's database is not needed.`,
});

const remedy =
	'Run the workflow again once the database works. If it works and the error stays, replace the node by a copy of it: a copy begins with an empty memory.';

/** Opens the node's list, or says why this run can't use one. */
export function openProcessedEntries(context: IExecuteFunctions): Result<ProcessedEntries, Failure> {
	const { helpers } = context;
	const workflowId = context.getWorkflow().id;
	if (workflowId === undefined || workflowId === '') {
		return err(unusable('Save the workflow first: n8n remembers nothing for a workflow that was never saved.'));
	}
	if (typeof helpers.checkProcessedAndRecord !== 'function' || typeof helpers.removeProcessed !== 'function') {
		return err(unusable('n8n does not offer its memory where the node is used here.'));
	}
	const options = (keep?: number): ICheckProcessedOptions => ({
		mode: 'entries',
		...(keep === undefined ? {} : { maxEntries: keep }),
	});
	return ok({
		owner: JSON.stringify([workflowId, context.getNode().id]),
		record: async (texts, keep) =>
			await withSecondAttempt(async () => {
				const answer: unknown = await helpers.checkProcessedAndRecord([...texts], 'node', options(keep));
				const processed = new Set(listOf(answer, 'processed'));
				const known = new Set([...processed, ...listOf(answer, 'new')]);
				// If n8n can't read the list, it gives neither kind, without an error.
				return texts.every((text) => known.has(text)) ? ok(processed) : err('The list of this node cannot be read');
			}),
		remove: async (texts) =>
			await withSecondAttempt(async () => {
				await helpers.removeProcessed([...texts], 'node', options());
				return ok(undefined);
			}),
	});
}

function listOf(answer: unknown, name: 'new' | 'processed'): string[] {
	const list = at(answer, name);
	return Array.isArray(list) ? list.map(String) : [];
}

/** If two processes create the list at the same time, one of them fails. At the second attempt the list exists. */
async function withSecondAttempt<T>(call: () => Promise<Result<T, string>>): Promise<Result<T, Failure>> {
	const first = await attempt(call);
	const last = first.ok ? first : await attempt(call);
	return last.ok ? last : err(unusable(`n8n says: "${shorten(last.error, 300)}". ${remedy}`));
}

async function attempt<T>(call: () => Promise<Result<T, string>>): Promise<Result<T, string>> {
	try {
		return await call();
	} catch (error) {
		return err(messageOf(error));
	}
}
