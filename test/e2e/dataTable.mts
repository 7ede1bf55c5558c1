import { z } from 'zod';
import type { World } from './world.mts';

const tables = z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), projectId: z.string() })) });
const rows = z.object({ data: z.array(z.record(z.unknown())) });

/** The rows of one of n8n's data tables, in the order in which they were put in. */
export async function rowsOf(world: World, table: string): Promise<Array<Record<string, unknown>>> {
	const { data } = await world.session.request('GET', '/data-tables-global', tables);
	const found = data.find(({ name }) => name === table);
	if (!found) throw new Error(`n8n has no data table "${table}".`);
	const path = `/projects/${found.projectId}/data-tables/${found.id}/rows?sortBy=id:asc&take=100`;
	return (await world.session.request('GET', path, rows)).data;
}
