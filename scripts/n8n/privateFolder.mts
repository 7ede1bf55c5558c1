import { chmod, mkdir } from 'node:fs/promises';

/** Makes a folder that only its owner may enter, with the folders it needs; one that is there already becomes such. */
export async function makePrivateFolder(path: string): Promise<void> {
	await mkdir(path, { recursive: true, mode: 0o700 });
	// What is there keeps the permissions it had.
	await chmod(path, 0o700);
}
