import type { Bench } from '../bench.mts';
import { askProgram } from '../engine/askProgram.mts';
import type { LookUpTimes } from '../engine/lookUp.mts';
import type { SendOrder, SendRuns } from '../engine/sendAll.mts';
import { tables } from '../tables.mts';

// The keys of the table's rows are all there are.
const ways = Object.keys(tables.engine.rows) as Array<keyof typeof tables.engine.rows>;
const loops = ['fields', 'bareLoop'] as const;
const sizes = [1_000, 100_000] as const;

/** What sending costs in n8n's engine without its database, where a node's own cost weighs more. */
export async function measureEngine(bench: Bench): Promise<void> {
	const messages = bench.sized(5_000);
	const workloads = ways.map((way) => ({ way, messages }));
	const { runs } = await send(bench, { section: 'engine', latencyMs: 20, warmUp: Math.ceil(messages / 10), workloads });
	for (const [index, way] of ways.entries()) {
		for (const { ms, cpuMs, mostInFlight, connections } of runs[index] ?? []) {
			bench.record(`engine.${way}.rate`, (messages / ms) * 1000);
			bench.record(`engine.${way}.cpu`, cpuMs / messages);
			bench.record(`engine.${way}.inFlight`, mostInFlight);
			bench.record(`engine.${way}.connections`, connections);
		}
	}
}

/** How cost and memory grow with the number of items; each loop in a process of its own. */
export async function measureGrowth(bench: Bench): Promise<void> {
	for (const way of loops) {
		const workloads = sizes.map((size) => ({ way, messages: bench.sized(size) }));
		const order = { section: 'growth', latencyMs: 0, warmUp: bench.sized(5_000), workloads } as const;
		const { runs, peakMiB } = await send(bench, order);
		for (const [index, size] of sizes.entries()) {
			for (const { ms, cpuMs, messages } of runs[index] ?? []) {
				bench.record(`growth.${way}${size}.ms`, ms / messages);
				bench.record(`growth.${way}${size}.cpu`, cpuMs / messages);
			}
		}
		bench.record(`growth.${way}100000.memory`, peakMiB);
	}
}

/** How long a person waits for the lists in the panel of the node. */
export async function measureLists(bench: Bench): Promise<void> {
	const order = { rounds: bench.rounds, templates: bench.sized(5_000) };
	const times = await askProgram<LookUpTimes>(bench, { lookUp: order });
	for (const row of ['first', 'again', 'search', 'placeholders'] as const) {
		for (const ms of times[row]) bench.record(`lists.${row}.ms`, ms);
	}
}

const send = async (bench: Bench, order: Omit<SendOrder, 'rounds'>) =>
	await askProgram<SendRuns>(bench, { send: { ...order, rounds: bench.rounds } });
