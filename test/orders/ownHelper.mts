import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { ICheckProcessedContextData, IDataDeduplicator } from 'n8n-workflow';
import { z } from 'zod';
import { seededRandom } from '../../sandbox/seededRandom.ts';
import { ensureInstalled } from '../../scripts/n8n/installation.mts';
import type { Row, Statements } from '../support/deduplicator.ts';

const ofInstallation = z.object({
	helper: z.object({ DeduplicationHelper: z.custom<new () => IDataDeduplicator>() }),
	di: z.object({ Container: z.custom<{ set(type: unknown, instance: unknown): void }>() }),
	db: z.object({ ProcessedDataRepository: z.unknown() }),
});

const entity = z.object({ workflowId: z.string(), context: z.string() });
const full = entity.extend({ value: z.object({ mode: z.string(), data: z.array(z.string()) }) });

/** n8n's own helper, from its own file, with statements in place of its database. */
export async function openOwnHelper(statements: Statements): Promise<IDataDeduplicator> {
	const { n8n } = await ensureInstalled((line) => void process.stderr.write(`${line}\n`));
	const require = createRequire(n8n);
	const load = (name: string): unknown => require(name);
	const { helper, di, db } = ofInstallation.parse({
		helper: load('../dist/deduplication/deduplication-helper.js'),
		di: load('@n8n/di'),
		db: load('@n8n/db'),
	});
	di.Container.set(db.ProcessedDataRepository, {
		async findOne({ where }: { where: unknown }) {
			const { workflowId, context } = entity.parse(where);
			const row = await statements.find(workflowId, context);
			return row === undefined ? null : { workflowId, context, value: structuredClone(row) };
		},
		async insert(given: unknown) {
			const { workflowId, context, value } = full.parse(given);
			await statements.insert(workflowId, context, value);
		},
		async update(where: unknown, given: unknown) {
			const { workflowId, context } = entity.parse(where);
			await statements.update(workflowId, context, full.parse(given).value);
		},
		async delete(where: unknown) {
			const { workflowId, context } = entity.parse(where);
			await statements.delete(workflowId, context);
		},
	});
	return new helper.DeduplicationHelper();
}

/** A table whose statements wait, and are done or fail in a random order. */
export class RandomTable implements Statements {
	/** What was asked for and what came of it, in the order of its effect. */
	readonly log: string[] = [];
	private random = seededRandom(1);
	private readonly rows = new Map<string, Row>();
	private readonly waiting: Array<() => void> = [];

	begin(seed: number): void {
		this.random = seededRandom(seed);
		this.rows.clear();
		this.log.length = 0;
	}

	/** Below a limit. */
	upTo(limit: number): number {
		return Math.floor(this.random() * limit);
	}

	/** Does what waits, until nothing does. */
	async run(): Promise<void> {
		for (;;) {
			for (let times = 0; times < 3; times++) await setImmediate();
			const [next] = this.waiting.splice(this.upTo(this.waiting.length), 1);
			if (next === undefined) return;
			next();
		}
	}

	async find(workflowId: string, context: string): Promise<Row | undefined> {
		return await this.step('find', workflowId, context, (name) => this.rows.get(name));
	}

	async insert(workflowId: string, context: string, row: Row): Promise<void> {
		await this.step('insert', workflowId, context, (name) => {
			if (this.rows.has(name)) throw new Error('taken');
			this.rows.set(name, structuredClone(row));
		}, row);
	}

	async update(workflowId: string, context: string, row: Row): Promise<void> {
		await this.step('update', workflowId, context, (name) => void (this.rows.has(name) && this.rows.set(name, structuredClone(row))), row);
	}

	async delete(workflowId: string, context: string): Promise<void> {
		await this.step('delete', workflowId, context, (name) => void this.rows.delete(name));
	}

	private async step<T>(kind: string, workflowId: string, context: string, effect: (name: string) => T, row?: Row): Promise<T> {
		const name = `${workflowId} ${context}`;
		await new Promise<void>((resolve) => this.waiting.push(resolve));
		const fault = this.upTo(20);
		this.log.push(`${kind} ${name} ${JSON.stringify(row) ?? ''} ${fault}`);
		if (fault === 0) throw new Error('broken before');
		const done = effect(name);
		if (fault === 1) throw new Error('broken after');
		return done;
	}
}

/** Makes random calls at once, and says what came of all. */
export async function callAtRandom(helper: IDataDeduplicator, table: RandomTable, seed: number): Promise<unknown> {
	table.begin(seed);
	const answers: unknown[] = [];
	for (let round = 0; round < 4; round++) {
		const calls = Array.from({ length: 1 + table.upTo(4) }, () => callOne(helper, table).then((answer) => answer ?? null, (error: unknown) => reasonOf(error)));
		await table.run();
		answers.push(await Promise.all(calls));
	}
	return { answers, log: [...table.log] };
}

/** The words of n8n's own errors are not compared. */
const reasonOf = (error: unknown): string => (error instanceof Error && /^broken|^taken/.test(error.message) ? error.message : 'refused');

async function callOne(helper: IDataDeduplicator, table: RandomTable): Promise<unknown> {
	const values = ['a', 'b', 'c', 7].filter(() => table.upTo(2) === 0);
	const names = [`node-${table.upTo(2)}`, `node-${table.upTo(2)}`];
	// The id reads as another name from the second time on, as while the node makes a row.
	let reads = 0;
	const id = () => names[Math.min(reads++, 1)] ?? '';
	const context: ICheckProcessedContextData = {
		workflow: { id: table.upTo(10) === 0 ? '' : 'w', active: false },
		node: { get id() { return id(); }, name: 'n', type: 't', typeVersion: 1, position: [0, 0], parameters: {} },
	};
	const options = { mode: 'entries' as const, ...(table.upTo(3) === 0 ? { maxEntries: 2 } : {}) };
	switch (table.upTo(4)) {
		case 0:
			return await helper.removeProcessed(values, 'node', context, options);
		case 1:
			return await helper.clearAllProcessedItems('node', context, options);
		case 2:
			return await helper.getProcessedDataCount('node', context, options);
		default:
			return await helper.checkProcessedAndRecord(values, 'node', context, options);
	}
}
