import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone that these tests are part of. */
export const project = fileURLToPath(new URL('../../../', import.meta.url));

/** The text of one of its files. */
export const textOf = (name: string): string => readFileSync(path.join(project, name), 'utf8');
