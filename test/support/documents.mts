import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));

const documentsIn = (folder: string): string[] =>
	readdirSync(join(project, folder), { recursive: folder === 'docs', encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => join(folder, name));

/** What users read, one text behind the other. */
export const allDocuments = (): string =>
	['.', 'docs', 'examples', 'sandbox'].flatMap(documentsIn).map((name) => readFileSync(join(project, name), 'utf8')).join('\n');
