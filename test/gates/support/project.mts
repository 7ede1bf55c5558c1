import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The clone that these tests are part of. */
export const project = fileURLToPath(new URL('../../../', import.meta.url));

/** The text of one of its files. */
export const textOf = (name: string): string => readFileSync(path.join(project, name), 'utf8');

/** Files by path, with their text. */
export type Files = Readonly<Record<string, string>>;

/** A temporary folder that holds the given files and goes with the test. */
export async function folderOf(test: TestContext, files: Files): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-nodes-messaging-gates-'));
	test.after(() => rm(folder, { recursive: true, force: true }));
	for (const [name, text] of Object.entries(files)) {
		const file = path.join(folder, name);
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, text);
	}
	return folder;
}

const rules = ['package.json', 'tsconfig.json', 'eslint.config.mjs', 'eslint.node.config.mjs', 'README.md', 'LICENSE'];

/** A project of the given files, under the same rules as this one and with the same packages installed. */
export async function projectWith(test: TestContext, files: Files): Promise<string> {
	const folder = await folderOf(test, { ...Object.fromEntries(rules.map((name) => [name, textOf(name)])), ...files });
	await symlink(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
	return folder;
}
