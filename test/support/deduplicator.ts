import { createHash } from 'node:crypto';

import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

/** What n8n's table holds for a node. */
export interface Row {
	readonly mode: string;
	readonly data: readonly string[];
}

/** The statements with which n8n's helper uses its table. A row is named by the workflow and by what the helper made of the node. */
export interface Statements {
	find(workflowId: string, context: string): Promise<Row | undefined>;
	/** Throws if there is such a row: both names are the primary key. */
	insert(workflowId: string, context: string, row: Row): Promise<void>;
	/** Changes nothing if there is no such row. */
	update(workflowId: string, context: string, row: Row): Promise<void>;
	delete(workflowId: string, context: string): Promise<void>;
}

type Value = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[0][number];
type Found = Awaited<ReturnType<IDataDeduplicator['checkProcessedAndRecord']>>;
interface Options {
	readonly mode: string;
	readonly maxEntries?: number;
}

const hashOf = (value: Value): string => createHash('md5').update(value.toString()).digest('base64');
const contextOf = ({ node }: ICheckProcessedContextData): string => `n:${node?.id ?? ''}`;

/** So many of the newest entries; all unless n8n was told how many. */
const newest = (data: readonly string[], count = 0): readonly string[] => (count === 0 ? data : data.slice(-count));

/**
 * n8n's helper as far as the node uses it, statement by statement: each call reads a row, changes it and writes all of it
 * back; entries are hashes in their order; a row that is not there is made without a look at what it gets. `npm run
 * test:orders` compares it with n8n's own.
 */
export class Deduplicator implements IDataDeduplicator {
	constructor(private readonly statements: Statements) {}

	async checkProcessedAndRecord(values: Value[], _scope: string, context: ICheckProcessedContextData, { mode, maxEntries }: Options): Promise<Found> {
		// n8n reads the id for the row that it would make, and again for the row that it looks up.
		const made = contextOf(context);
		const { id } = context.workflow;
		refuseUnsaved(id);
		const lookedUp = contextOf(context);
		const row = await this.statements.find(id, lookedUp);
		if (row !== undefined && row.mode !== mode) throw new Error('Deduplication data was originally saved with an incompatible setting');
		const hashes = values.map(hashOf);
		if (row === undefined) {
			await this.statements.insert(id, made, { mode, data: newest(hashes, maxEntries) });
			return { new: values, processed: [] };
		}
		const known = new Set(row.data);
		const isKnown = (_value: Value, index: number) => known.has(hashes[index] ?? '');
		const added = hashes.filter((hash) => !known.has(hash));
		await this.statements.update(id, lookedUp, { mode, data: newest([...row.data, ...added], maxEntries) });
		return { new: values.filter((value, index) => !isKnown(value, index)), processed: values.filter(isKnown) };
	}

	async removeProcessed(values: Value[], _scope: string, context: ICheckProcessedContextData): Promise<void> {
		const { id } = context.workflow;
		refuseUnsaved(id);
		const name = contextOf(context);
		const row = await this.statements.find(id, name);
		if (row === undefined) return;
		const data = [...row.data];
		for (const hash of values.map(hashOf)) {
			const place = data.indexOf(hash);
			if (place !== -1) data.splice(place, 1);
		}
		await this.statements.update(id, name, { mode: row.mode, data });
	}

	async clearAllProcessedItems(_scope: string, context: ICheckProcessedContextData): Promise<void> {
		await this.statements.delete(context.workflow.id, contextOf(context));
	}

	async getProcessedDataCount(_scope: string, context: ICheckProcessedContextData, { mode }: Options): Promise<number> {
		const row = await this.statements.find(context.workflow.id, contextOf(context));
		return mode === 'entries' ? (row?.data.length ?? 0) : 0;
	}
}

function refuseUnsaved(workflowId: string): void {
	if (workflowId === '') throw new Error('The expression evaluated to a falsy value');
}

/** How a database refuses a row that there is. */
export const uniqueViolation = (): Error => new Error('UNIQUE constraint failed: processed_data.workflowId, processed_data.context');
