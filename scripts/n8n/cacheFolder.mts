import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeShutdown } from './shutdown.mts';

const completeMarker = '.complete';
const abandonedAfterMs = 60 * 60 * 1000;

/** Where installs are kept, outside the clone so that every clone shares them; safe to delete at any time. */
function cacheRoot(): string {
	const cacheHome = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return join(cacheHome, 'n8n-nodes-messaging');
}

/**
 * A folder of the cache whose content follows from the given files. It is filled under a temporary name and
 * renamed when whole, so that a half-finished one is never used and two programs may fill it at the same time.
 * @param label first part of the folder's name, e.g. `n8n-2.41.1`
 * @param inputs files that decide what is in it; another content means another folder
 * @param fill puts the content into an empty folder; called only when it isn't there yet
 * @returns the folder's path
 */
export async function cacheFolder(
	label: string,
	inputs: string[],
	fill: (folder: string) => Promise<void>,
): Promise<string> {
	const folder = join(cacheRoot(), `${label}-${await fingerprint(inputs)}`);
	if (existsSync(join(folder, completeMarker))) return folder;

	await mkdir(cacheRoot(), { recursive: true });
	await removeAbandoned();
	const unfinished = `${folder}.unfinished-${process.pid}`;
	const discard = () => rm(unfinished, { recursive: true, force: true, maxRetries: 3 });
	const forget = beforeShutdown(discard);
	try {
		await discard();
		await mkdir(unfinished);
		await fill(unfinished);
		await writeFile(join(unfinished, completeMarker), `${new Date().toISOString()}\n`);
		await takePlace(unfinished, folder);
	} finally {
		forget();
		await discard();
	}
	return folder;
}

async function fingerprint(inputs: string[]): Promise<string> {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
	for (const input of inputs) hash.update(await readFile(input));
	return hash.digest('hex').slice(0, 12);
}

async function takePlace(unfinished: string, folder: string): Promise<void> {
	try {
		await rename(unfinished, folder);
	} catch (cause) {
		// Another program was faster; its folder is as good as ours.
		if (existsSync(join(folder, completeMarker))) return;
		throw cause;
	}
}

async function removeAbandoned(): Promise<void> {
	for (const name of await readdir(cacheRoot())) {
		if (!name.includes('.unfinished-')) continue;
		const path = join(cacheRoot(), name);
		const found = await stat(path).catch(() => undefined);
		if (found && Date.now() - found.mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
	}
}
