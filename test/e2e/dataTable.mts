import { z } from 'zod';
import type { Instance } from './world.mts';

const tables = z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), projectId: z.string() })) });
const rows = z.object({ count: z.number(), data: z.array(z.record(z.unknown())) });
const most = 250;

export type Row = Record<string, unknown>;

/** The rows of one of n8n's data tables, in the order in which they were put in. */
export async function rowsOf(world: Instance, table: string): Promise<Row[]> {
	const path = await pathOf(world, table);
	const found: Row[] = [];
	for (;;) {
		const page = `sortBy=id:asc&skip=${String(found.length)}&take=${String(most)}`;
		const { count, data } = await world.session.request('GET', `${path}/rows?${page}`, rows);
		found.push(...data);
		if (found.length >= count || data.length === 0) return found;
	}
}

/** Makes a data table of texts with these rows. */
export async function makeTable(world: Instance, table: string, data: ReadonlyArray<Record<string, string>>): Promise<void> {
	const { id } = await world.session.request('GET', '/projects/personal', z.object({ id: z.string() }));
	const columns = Object.keys(data[0] ?? {}).map((name) => ({ name, type: 'string' }));
	await world.session.request('POST', `/projects/${id}/data-tables`, z.unknown(), { name: table, columns });
	await putRows(world, table, data);
}

/** Puts rows into a data table, as a person's own import would. */
export async function putRows(world: Instance, table: string, data: readonly Row[]): Promise<void> {
	await world.session.request('POST', `${await pathOf(world, table)}/insert`, z.unknown(), { data });
}

/** Changes the rows that have a value in a column, as a person does by hand. */
export async function changeRows(world: Instance, table: string, column: string, value: string, data: Row): Promise<void> {
	const filter = { type: 'and', filters: [{ columnName: column, condition: 'eq', value }] };
	await world.session.request('PATCH', `${await pathOf(world, table)}/rows`, z.unknown(), { filter, data });
}

/** Throws a data table away, if there is one: tests begin with none. */
export async function dropTable(world: Instance, table: string): Promise<void> {
	const found = await find(world, table);
	if (found) await world.session.request('DELETE', `/projects/${found.projectId}/data-tables/${found.id}`, z.unknown());
}

async function find({ session }: Instance, table: string) {
	const { data } = await session.request('GET', '/data-tables-global', tables);
	return data.find(({ name }) => name === table);
}

async function pathOf(world: Instance, table: string): Promise<string> {
	const found = await find(world, table);
	if (!found) throw new Error(`n8n has no data table "${table}".`);
	return `/projects/${found.projectId}/data-tables/${found.id}`;
}
