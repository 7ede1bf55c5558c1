import { addNodeType, outputOf, startNode } from '../../test/support/engine.ts';
import { inRounds } from '../bench.mts';
import { BareLoop, ReadyBodies } from '../nodes/loops.mts';
import { nodeOf, type Packed } from '../packed.mts';
import { startService, type BenchService, type Counts } from '../service/startService.mts';
import type { SectionName } from '../tables.mts';
import { itemsFor, waysTo, type WayName } from '../ways.mts';

export interface SendOrder {
	readonly section: SectionName;
	readonly rounds: number;
	/** How long the service takes, in milliseconds. */
	readonly latencyMs: number;
	/** How many messages are sent first, since a program that has just begun is slower. */
	readonly warmUp: number;
	readonly workloads: ReadonlyArray<{ readonly way: WayName; readonly messages: number }>;
}

/** What sending a workload once has cost, and how it looked from the service's side. */
export interface SendRun extends Counts {
	/** Milliseconds for all messages. */
	readonly ms: number;
	/** Milliseconds of processor time, user and system, for all messages. */
	readonly cpuMs: number;
}

export interface SendRuns {
	/** One list for each workload, with one run for each round. */
	readonly runs: readonly SendRun[][];
	readonly peakMiB: number;
}

/** Sends every workload, round after round, in n8n's engine with `legacy` expressions, its own default outside n8n. */
export async function sendAll({ section, rounds, latencyMs, warmUp, workloads }: SendOrder, packed: Packed): Promise<SendRuns> {
	addNodeType('messaging', nodeOf(packed, 'Messaging'));
	addNodeType('bareLoop', new BareLoop());
	addNodeType('readyBodies', new ReadyBodies());
	const service = await startService();
	const runs = workloads.map((): SendRun[] => []);
	try {
		for (const way of new Set(workloads.map((workload) => workload.way))) await sendOnce(service, way, warmUp, latencyMs);
		const log = (line: string) => void process.stderr.write(`${line}\n`);
		const places = workloads.map((_, place) => String(place));
		await inRounds({ rounds, log }, section, places, async (place) => {
			const workload = workloads[Number(place)];
			if (workload === undefined) return;
			runs[Number(place)]?.push(await sendOnce(service, workload.way, workload.messages, latencyMs));
		});
	} finally {
		service.close();
	}
	return { runs, peakMiB: process.resourceUsage().maxRSS / 1024 };
}

async function sendOnce(service: BenchService, way: WayName, messages: number, latencyMs: number): Promise<SendRun> {
	const { type, parameters, input } = waysTo(service.url)[way];
	const items = itemsFor(input, messages);
	const credential = { baseUrl: service.url, apiKey: 'benchmark-key' };
	await service.begin({ latencyMs, templates: 250 });
	// What the run before has left behind is not this one's.
	globalThis.gc?.();

	const node = type.split('.')[1] ?? type;
	const cpuBefore = process.cpuUsage();
	const begun = performance.now();
	const run = await startNode(node, { credential, parameters }, items);
	const ms = performance.now() - begun;
	const { user, system } = process.cpuUsage(cpuBefore);

	const { error } = run.data.resultData;
	if (error !== undefined) throw error;
	const answered = outputOf(run, node).filter(({ json }) => json.success === true).length;
	if (answered !== messages) throw new Error(`${way}: ${String(answered)} of ${String(messages)} items say success`);
	return { ms, cpuMs: (user + system) / 1000, ...(await service.counts(way, messages)) };
}
