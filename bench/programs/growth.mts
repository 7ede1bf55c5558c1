/** Sends ever more messages in a process of its own, whose peak memory is then this loop's alone. */
import { openBench } from '../engine/openBench.mts';
import type { ExpressionEngine } from '../options.mts';
import { sendOnce } from '../sendOnce.mts';
import type { VariantName } from '../variants.mts';
import { answer } from './answer.mts';

export interface GrowthOrder {
	readonly variant: VariantName;
	readonly engine: ExpressionEngine;
	/** In the order in which they are sent. */
	readonly sizes: readonly number[];
}

export interface GrowthRun {
	/** Per size: milliseconds per message, one value for each time it was sent. */
	readonly steps: ReadonlyArray<{ readonly wallMs: number[]; readonly cpuMs: number[] }>;
	readonly peakMiB: number;
	readonly mostInFlight: number;
}

/** Small sizes are sent several times, since one run of them is short. */
const timesOf = (messages: number): number => (messages > 10_000 ? 1 : 5);

async function measure({ variant, engine, sizes }: GrowthOrder): Promise<GrowthRun> {
	const bench = await openBench(engine);
	const workload = { variant, concurrency: 50, latencyMs: 0 };
	let mostInFlight = 0;
	const steps = [];
	try {
		// A program that has just begun is slower: that is not growth.
		await sendOnce(bench, { ...workload, messages: 5_000 });
		for (const messages of sizes) {
			const step = { wallMs: [] as number[], cpuMs: [] as number[] };
			for (let time = 0; time < timesOf(messages); time++) {
				const run = await sendOnce(bench, { ...workload, messages });
				step.wallMs.push(1000 / run.rate);
				step.cpuMs.push(run.cpuMs);
				mostInFlight = Math.max(mostInFlight, run.mostInFlight);
			}
			steps.push(step);
		}
	} finally {
		bench.service.close();
	}
	return { steps, mostInFlight, peakMiB: process.resourceUsage().maxRSS / 1024 };
}

answer(measure);
