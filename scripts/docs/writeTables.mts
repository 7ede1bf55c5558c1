import { type Table, tables } from './tables.mts';

/** The text of a document, with its tables as the code has them now. */
export const withTables = (document: string, text: string): string => tables.filter((table) => table.document === document).reduce(withTable, text);

function withTable(text: string, { document, head, rows }: Table): string {
	const lines = text.split('\n');
	const start = lines.findIndex((line) => line.startsWith(`| ${head.join(' | ')} |`));
	if (start < 0) throw new Error(`${document} has no table that begins with ${head.join(', ')}`);
	const length = lines.slice(start + 2).findIndex((line) => !line.startsWith('|'));
	const written = rows.map((cells) => `| ${cells.join(' | ')} |`);
	return [...lines.slice(0, start + 2), ...written, ...lines.slice(start + 2 + length)].join('\n');
}
