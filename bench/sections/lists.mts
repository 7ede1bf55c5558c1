import { openBench } from '../engine/openBench.mts';
import type { SectionResult } from '../result.mts';
import { measuredTemplate } from '../service/templates.mts';
import { spread } from '../statistics.mts';
import { variants } from '../variants.mts';
import type { SectionSettings } from './settings.mts';

const templates = 5_000;

/** How long the editor's lists take with 5,000 templates: the first look, and the next within ten seconds. */
export async function measureLists({ engine, rounds, log }: SectionSettings): Promise<SectionResult> {
	const { world, service, signInAs } = await openBench(engine);
	const { settings } = variants.fields({ serviceUrl: service.url, concurrency: 10 });
	const listSearch = world.methods(settings, 'listSearch');
	const resourceMapping = world.methods(settings, 'resourceMapping');
	const times = { cold: [] as number[], warm: [] as number[], search: [] as number[], fields: [] as number[] };
	try {
		await service.begin({ latencyMs: 20, templates });
		for (let round = 0; round < rounds; round++) {
			log(`lists: round ${String(round + 1)} of ${String(rounds)}`);
			// Lists are remembered by account: another key is another account, of which nothing is known yet.
			signInAs(`key-of-round-${String(round)}`);
			const editor = world.editor(settings);
			const all = async (filter?: string) => (await listSearch.searchTemplates?.call(editor, filter))?.results.length;
			times.cold.push(await milliseconds(all, templates));
			times.warm.push(await milliseconds(all, templates));
			times.search.push(await milliseconds(async () => await all(measuredTemplate.name), 1));
			const fields = async () => (await resourceMapping.getTemplateVariables?.call(editor))?.fields.length;
			times.fields.push(await milliseconds(fields, 5));
		}
	} finally {
		service.close();
	}
	const row = (label: string, values: number[]) => ({ label, cells: [spread(values)] });
	return {
		tables: [
			{
				title: 'Lists in the editor, 5,000 templates in 50 pages, 20 ms latency',
				columns: [{ title: 'ms', digits: 0 }],
				rows: [
					row('Templates, first look (50 requests, one after the other)', times.cold),
					row('Templates again within ten seconds', times.warm),
					row('Search in them', times.search),
					row("A template's placeholders", times.fields),
				],
			},
		],
		targets: [],
	};
}

/** How long it takes to get a list of the expected length. */
async function milliseconds(read: () => Promise<number | undefined>, expected: number): Promise<number> {
	const begun = performance.now();
	const length = await read();
	const took = performance.now() - begun;
	if (length !== expected) throw new Error(`A list has ${String(length)} entries instead of ${String(expected)}`);
	return took;
}
