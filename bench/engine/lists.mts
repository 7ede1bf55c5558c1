import { editorContext } from '../../test/support/engine.ts';
import { sized, type EngineBench } from '../bench.mts';
import { nodeOf } from '../packed.mts';
import { startService } from '../service/startService.mts';
import { templateRecord, waysTo } from '../ways.mts';

/** How long a person waits for the lists in the panel of the node: the first look, and the next within ten seconds. */
export async function measureLists(bench: EngineBench): Promise<void> {
	const { listSearch, resourceMapping } = nodeOf(bench.packed, 'Messaging').methods ?? {};
	const service = await startService();
	const { parameters } = waysTo(service.url).fields;
	const templates = sized(bench, 5_000);
	await service.begin({ latencyMs: 20, templates });
	for (let round = 0; round < bench.rounds; round++) {
		// Lists are remembered by account: another key is another account, of which nothing is known yet.
		const credential = { baseUrl: service.url, apiKey: `key-of-round-${String(round)}` };
		const editor = editorContext({ credential, parameters });
		const list = async (filter?: string) => (await listSearch?.searchTemplates?.call(editor, filter))?.results.length;
		const fields = async () => (await resourceMapping?.getTemplateVariables?.call(editor))?.fields.length;
		bench.record('lists.first.ms', await milliseconds(list, templates));
		bench.record('lists.again.ms', await milliseconds(list, templates));
		bench.record('lists.search.ms', await milliseconds(async () => await list(templateRecord.template_name), 1));
		bench.record('lists.placeholders.ms', await milliseconds(fields, 5));
	}
}

/** How long it takes to get a list of at least the expected length. */
async function milliseconds(read: () => Promise<number | undefined>, expected: number): Promise<number> {
	const begun = performance.now();
	const length = (await read()) ?? 0;
	const took = performance.now() - begun;
	if (length < expected) throw new Error(`A list has ${String(length)} entries instead of ${String(expected)}`);
	return took;
}
