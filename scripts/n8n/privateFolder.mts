import { chmod, mkdir } from 'node:fs/promises';

/** Makes a folder, and its parents, that only its owner may enter; restricts a folder that exists. */
export async function makePrivateFolder(path: string): Promise<void> {
	await mkdir(path, { recursive: true, mode: 0o700 });
	// `mkdir` leaves the permissions of an existing folder.
	await chmod(path, 0o700);
}
