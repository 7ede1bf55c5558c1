import { createHash } from 'node:crypto';

import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';

import { promisesSettled } from './eventLoop.mts';

/** A row of n8n's table, one for each workflow and node. */
interface Row {
	readonly mode: string;
	readonly data: string[];
}

type Value = Parameters<IDataDeduplicator['checkProcessedAndRecord']>[0][number];

/** The part of a workflow's id that says in which process it runs; n8n's table does not know it. */
const ofProcess = / in process .*$/;

/** The id of a workflow as a process of its own runs it: what the node keeps in its process is not there. */
export const inProcess = (workflowId: string, process: number): string => `${workflowId} in process ${process}`;

const hashOf = (value: Value): string => createHash('md5').update(value.toString()).digest('base64');

/**
 * n8n's table of what nodes have processed, with n8n's rules: each call reads the row, changes it and
 * writes it back; entries are hashes in their order; a list that does not exist is made without a look at
 * what it gets; and the oldest entries are dropped.
 */
export class ProcessedData implements IDataDeduplicator {
	private readonly rows = new Map<string, Row>();

	/** Calls so far. */
	calls = 0;
	/** Called when a call begins, before it writes and after it has written. What it throws, n8n's helper throws. A promise that never ends stands for a process that has died. */
	trouble: (moment: 'read' | 'write' | 'written', workflowId: string) => Promise<void> | void = () => {};

	/** Makes n8n's helpers use this table, or another way to it. n8n accepts one only, so that of an earlier test file is removed first. */
	async install(way: IDataDeduplicator = this): Promise<void> {
		Object.assign(DataDeduplicationService, { instance: undefined });
		await DataDeduplicationService.init(way);
	}

	/** Begins anew. */
	clear(): void {
		this.rows.clear();
		this.calls = 0;
		this.trouble = () => {};
	}

	/** How many rows there are. */
	get rowCount(): number {
		return this.rows.size;
	}

	async checkProcessedAndRecord(
		values: Value[],
		_scope: string,
		context: ICheckProcessedContextData,
		{ mode, maxEntries }: { readonly mode: string; readonly maxEntries?: number },
	): Promise<{ new: Value[]; processed: Value[] }> {
		const result: { new: Value[]; processed: Value[] } = { new: [], processed: [] };
		await this.change(context, (row) => {
			if (row !== undefined && row.mode !== mode) throw new Error('Deduplication data was originally saved with an incompatible setting');
			const known = new Set(row?.data);
			const data = [...(row?.data ?? [])];
			for (const value of values) {
				if (known.has(hashOf(value))) result.processed.push(value);
				else {
					result.new.push(value);
					data.push(hashOf(value));
				}
			}
			return { mode, data: maxEntries === undefined ? data : data.slice(-maxEntries) };
		});
		return result;
	}

	async removeProcessed(values: Value[], _scope: string, context: ICheckProcessedContextData): Promise<void> {
		await this.change(context, (row) => {
			if (row === undefined) return undefined;
			const data = [...row.data];
			for (const value of values) {
				const place = data.indexOf(hashOf(value));
				if (place !== -1) data.splice(place, 1);
			}
			return { ...row, data };
		});
	}

	async clearAllProcessedItems(_scope: string, context: ICheckProcessedContextData): Promise<void> {
		await this.change(context, () => 'none');
	}

	async getProcessedDataCount(_scope: string, context: ICheckProcessedContextData): Promise<number> {
		let size = 0;
		await this.change(context, (row) => {
			size = row?.data.length ?? 0;
			return undefined;
		});
		return size;
	}

	/** One call: n8n reads the id for the row that it would make, and again for the row that it looks up. */
	private async change(context: ICheckProcessedContextData, change: (row: Row | undefined) => Row | 'none' | undefined): Promise<void> {
		const { workflow } = context;
		const keyOf = () => `${workflow.id.replace(ofProcess, '')}/${context.node?.id ?? ''}`;
		const made = keyOf();
		const lookedUp = keyOf();
		if (workflow.id === '') throw new Error('The expression evaluated to a falsy value');
		this.calls++;
		await this.trouble('read', workflow.id);
		const row = this.rows.get(lookedUp);
		const changed = change(row);
		if (changed === undefined) return;
		await (this.trouble('write', workflow.id) ?? promisesSettled());
		this.write(changed, row === undefined ? made : lookedUp, row === undefined);
		await this.trouble('written', workflow.id);
	}

	/** One statement: DELETE, INSERT, or UPDATE with the whole value, which finds nothing if the row was removed meanwhile. */
	private write(changed: Row | 'none', key: string, isInsert: boolean): void {
		if (changed === 'none') this.rows.delete(key);
		else if (isInsert && this.rows.has(key)) throw new Error('UNIQUE constraint failed: processed_data.workflowId, processed_data.context');
		else if (isInsert || this.rows.has(key)) this.rows.set(key, changed);
	}
}

/** n8n's helpers use one such table in all tests of a file; before each of them it is empty. */
export function useProcessedData(): ProcessedData {
	const memory = new ProcessedData();
	beforeAll(async () => await memory.install());
	beforeEach(() => memory.clear());
	return memory;
}
