import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Counts, Order, Report } from './orders.mts';

export interface BenchService {
	readonly url: string;
	/** Starts counting anew. */
	begin(settings: { latencyMs: number; templates: number }): Promise<void>;
	/** What arrived since the last beginning. */
	counts(): Promise<Counts>;
	close(): void;
}

/** Starts the service under test in a process of its own; it ends with this one. */
export async function startService(): Promise<BenchService> {
	const child = fork(fileURLToPath(new URL('service.mts', import.meta.url)), { execArgv: [] });
	const first = await nextReport(child);
	if (first.kind !== 'listening') throw new Error('The service began with something else than its address');
	const tell = async (order: Order) => {
		child.send(order);
		const report = await nextReport(child);
		if (report.kind !== 'counts') throw new Error('The service answered with something else than its counts');
		return report.counts;
	};
	return {
		url: first.url,
		begin: async (settings) => void (await tell({ kind: 'begin', ...settings })),
		counts: async () => await tell({ kind: 'count' }),
		close: () => void child.disconnect(),
	};
}

async function nextReport(child: ChildProcess): Promise<Report> {
	const ended = new AbortController();
	try {
		const died = once(child, 'exit', { signal: ended.signal }).then(() => {
			throw new Error('The service under test has ended');
		});
		const said = once(child, 'message', { signal: ended.signal });
		// Node types a message as anything.
		const [report] = (await Promise.race([said, died])) as [Report];
		return report;
	} finally {
		ended.abort();
	}
}
