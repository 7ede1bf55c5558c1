/** `npm run docs`: writes the tables of the documents that follow from the code. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tables } from './docs/tables.mts';
import { withTables } from './docs/writeTables.mts';
import { repository } from './n8n/ourPackage.mts';

for (const document of new Set(tables.map((table) => table.document))) {
	const file = join(repository, document);
	const before = await readFile(file, 'utf8');
	const after = withTables(document, before);
	if (after !== before) await writeFile(file, after);
	process.stdout.write(`${document}  ${after === before ? 'as it was' : 'written'}\n`);
}
