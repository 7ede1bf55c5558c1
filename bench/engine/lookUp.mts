import { editorContext } from '../../test/support/engine.ts';
import { nodeOf, type Packed } from '../packed.mts';
import { startService } from '../service/startService.mts';
import type { tables } from '../tables.mts';
import { templateRecord, waysTo } from '../ways.mts';

export interface LookUpOrder {
	readonly rounds: number;
	/** How many templates the account has. */
	readonly templates: number;
}

/** Milliseconds, one value for each round. */
export type LookUpTimes = Record<keyof typeof tables.lists.rows, number[]>;

/** Asks for the editor's lists as its panel does: the first look, and the next within ten seconds. */
export async function lookUp({ rounds, templates }: LookUpOrder, packed: Packed): Promise<LookUpTimes> {
	const { listSearch, resourceMapping } = nodeOf(packed, 'Messaging').methods ?? {};
	const service = await startService();
	const { parameters } = waysTo(service.url).fields;
	const times: LookUpTimes = { first: [], again: [], search: [], placeholders: [] };
	try {
		await service.begin({ latencyMs: 20, templates });
		for (let round = 0; round < rounds; round++) {
			// Lists are remembered by account: another key is another account, of which nothing is known yet.
			const credential = { baseUrl: service.url, apiKey: `key-of-round-${String(round)}` };
			const editor = editorContext({ credential, parameters });
			const list = async (filter?: string) => (await listSearch?.searchTemplates?.call(editor, filter))?.results.length;
			const fields = async () => (await resourceMapping?.getTemplateVariables?.call(editor))?.fields.length;
			times.first.push(await milliseconds(list, templates));
			times.again.push(await milliseconds(list, templates));
			times.search.push(await milliseconds(async () => await list(templateRecord.template_name), 1));
			times.placeholders.push(await milliseconds(fields, 5));
		}
	} finally {
		service.close();
	}
	return times;
}

/** How long it takes to get a list of at least the expected length. */
async function milliseconds(read: () => Promise<number | undefined>, expected: number): Promise<number> {
	const begun = performance.now();
	const length = (await read()) ?? 0;
	const took = performance.now() - begun;
	if (length < expected) throw new Error(`A list has ${String(length)} entries instead of ${String(expected)}`);
	return took;
}
