import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

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
