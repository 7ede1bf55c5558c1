import { symlink } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';

import { folderOf, type Files } from './folder.mts';
import { project, textOf } from './project.mts';

const rules = ['package.json', 'tsconfig.json', 'eslint.config.mjs', 'eslint.node.config.mjs', 'README.md', 'LICENSE'];

/** A project of the given files, under the same rules as this one and with the same packages installed. */
export async function projectWith(test: TestContext, files: Files): Promise<string> {
	const folder = await folderOf(test, { ...Object.fromEntries(rules.map((name) => [name, textOf(name)])), ...files });
	await symlink(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
	return folder;
}
