import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../scripts/n8n/ourPackage.mts';

/** What `docs/run-it-again.md` says to run each month in n8n's database, as it stands there. */
export async function removalIn(database: 'PostgreSQL' | 'SQLite'): Promise<string> {
	const document = await readFile(join(repository, 'docs', 'run-it-again.md'), 'utf8');
	const [, statement] = new RegExp(`^-- ${database}\\n(DELETE .*;)$`, 'm').exec(document) ?? [];
	assert.ok(statement !== undefined);
	return statement;
}
