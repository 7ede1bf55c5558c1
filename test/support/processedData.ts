import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';

import { Deduplicator, type Row, uniqueViolation } from './deduplicator';
import { promisesSettled } from './eventLoop.mts';

/** The part of a workflow's id that says in which process it runs; n8n's table does not know it. */
const ofProcess = / in process .*$/;

/** The id of a workflow as a process of its own runs it: what the node keeps in its process is not there. */
export const inProcess = (workflowId: string, process: number): string => `${workflowId} in process ${process}`;

/** n8n's table of what nodes have processed, under n8n's helper. */
export class ProcessedData extends Deduplicator {
	private readonly rows = new Map<string, Row>();

	/** Calls so far. */
	calls = 0;
	/** Called when a call begins, before it writes and after it has written. What it throws, n8n's helper throws. A promise that never ends stands for a process that has died. */
	trouble: (moment: 'read' | 'write' | 'written', workflowId: string) => Promise<void> | void = () => {};

	constructor() {
		super({
			find: async (workflowId, context) => {
				await this.begin(workflowId);
				return this.rows.get(keyOf(workflowId, context));
			},
			insert: async (workflowId, context, row) =>
				await this.write(workflowId, () => {
					if (this.rows.has(keyOf(workflowId, context))) throw uniqueViolation();
					this.rows.set(keyOf(workflowId, context), row);
				}),
			update: async (workflowId, context, row) =>
				await this.write(workflowId, () => {
					if (this.rows.has(keyOf(workflowId, context))) this.rows.set(keyOf(workflowId, context), row);
				}),
			delete: async (workflowId, context) => {
				await this.begin(workflowId);
				await this.write(workflowId, () => void this.rows.delete(keyOf(workflowId, context)));
			},
		});
	}

	/** Makes n8n's helpers use this table, or another way to it. n8n accepts one only, so that of an earlier test file is removed first. */
	async install(way: IDataDeduplicator = this): Promise<void> {
		await installDeduplicator(way);
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

	/** As a person does who removes rows by their age. */
	removeOldest(): void {
		for (const oldest of [...this.rows.keys()].slice(0, 1)) this.rows.delete(oldest);
	}

	private async begin(workflowId: string): Promise<void> {
		this.calls++;
		await this.trouble('read', workflowId);
	}

	private async write(workflowId: string, write: () => void): Promise<void> {
		await (this.trouble('write', workflowId) ?? promisesSettled());
		write();
		await this.trouble('written', workflowId);
	}
}

const keyOf = (workflowId: string, context: string): string => `${workflowId.replace(ofProcess, '')}/${context}`;

/** Makes n8n's helpers use it. n8n accepts one only, so that an earlier one is removed first. */
export async function installDeduplicator(way: IDataDeduplicator): Promise<void> {
	Object.assign(DataDeduplicationService, { instance: undefined });
	await DataDeduplicationService.init(way);
}

/** n8n's helpers use one such table in all tests of a file; before each of them it is empty. */
export function useProcessedData(): ProcessedData {
	const memory = new ProcessedData();
	beforeAll(async () => await memory.install());
	beforeEach(() => memory.clear());
	return memory;
}
