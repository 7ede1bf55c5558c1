import { ask } from '../programs/ask.mts';
import type { GrowthOrder, GrowthRun } from '../programs/growth.mts';
import { target, type SectionResult } from '../result.mts';
import { median, spread } from '../statistics.mts';
import type { SectionSettings } from './settings.mts';

const sizes = [1_000, 10_000, 100_000] as const;
const program = new URL('../programs/growth.mts', import.meta.url);

const labels = { bareLoop: 'Bare loop', fields: 'Messaging' } as const;

/** How cost and memory grow with the number of items; each loop in a process of its own. */
export async function measureGrowth({ engine, log }: SectionSettings): Promise<SectionResult> {
	const measure = async (variant: keyof typeof labels) => {
		log(`growth: ${labels[variant]}, up to ${String(sizes.at(-1))} items`);
		const order: GrowthOrder = { variant, engine, sizes };
		return await ask<GrowthRun>(program, order, { nodeArguments: ['--expose-gc'] });
	};
	const bareLoop = await measure('bareLoop');
	const fields = await measure('fields');
	return {
		tables: [
			{
				title: `Growth, 50 in flight, no latency, ${engine} expressions`,
				columns: [
					...sizes.map((size) => ({ title: `ms/message at ${String(size)}`, digits: 2 })),
					...sizes.map((size) => ({ title: `CPU ms/message at ${String(size)}`, digits: 2 })),
					{ title: 'peak memory MiB', digits: 0 },
				],
				rows: [row(labels.fields, fields), row(labels.bareLoop, bareLoop)],
			},
		],
		targets: [
			target('Time per message at 100,000 items, of that at 1,000', [growth(fields, 'wallMs')], { atMost: 1.15 }),
			target('CPU per message at 100,000 items, of that at 1,000', [growth(fields, 'cpuMs')], { atMost: 1.15 }),
			target("Peak memory at 100,000 items, of the bare loop's", [fields.peakMiB / bareLoop.peakMiB], {
				atMost: 1.2,
			}),
			target('Most in flight where 50 are allowed (100,000 items)', [fields.mostInFlight], {
				atMost: 50,
				digits: 0,
			}),
		],
	};
}

const row = (label: string, run: GrowthRun) => ({
	label,
	cells: [
		...run.steps.map(({ wallMs }) => spread(wallMs)),
		...run.steps.map(({ cpuMs }) => spread(cpuMs)),
		spread([run.peakMiB]),
	],
});

function growth({ steps }: GrowthRun, cost: 'wallMs' | 'cpuMs'): number {
	const [first, last] = [steps[0], steps.at(-1)];
	if (first === undefined || last === undefined) throw new Error('Growth needs sizes');
	return median(last[cost]) / median(first[cost]);
}
