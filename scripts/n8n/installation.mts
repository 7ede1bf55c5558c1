import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { cacheFolder } from './cacheFolder.mts';
import { containerImage, ensureImage } from './container.mts';
import { npm } from './npm.mts';
import { withProgress, type Say } from './progress.mts';

const here = dirname(fileURLToPath(import.meta.url));
const oldestNode = 24;

export interface Installation {
	/** n8n's program, to be run by `node`; empty if n8n runs from a container. */
	n8n: string;
	/** A Node.js that n8n accepts. */
	node: string;
	/** PATH under which n8n finds that Node.js first, for the children it starts. */
	path: string;
	/** The container image that n8n runs from. */
	image?: string;
}

/**
 * The oldest n8n in which the end-to-end tests pass; the pinned one is the newest. Before this version, a connection
 * error does not say what failed, so that the node can't tell whether a message was sent.
 */
export const oldestVersion = '2.35.7';

/** The n8n that `N8N_VERSION` asks for in place of the pinned one: a version, or `oldest`. */
export function otherVersion(): string | undefined {
	const asked = process.env.N8N_VERSION || undefined;
	return asked === 'oldest' ? oldestVersion : asked;
}

/**
 * Makes sure that a real n8n and a Node.js for it are installed in the cache folder: the n8n that is pinned here,
 * or the one that `otherVersion` names, whose dependencies are not locked.
 * The first time takes minutes and the package registry; afterwards it takes milliseconds and no network.
 * @param image a container image to run n8n from; that of `N8N_IMAGE` unless given
 * @throws with npm's own last words when an install fails, or with what an image needs
 */
export async function ensureInstalled(say: Say, image = containerImage()): Promise<Installation> {
	if (image !== undefined) await ensureImage(image, say);
	const node = await ensureNode(say);
	const path = [dirname(node), process.env.PATH ?? ''].join(delimiter);
	if (image !== undefined) return { n8n: '', node, path, image };
	const { version: pinnedVersion, manifest, lock } = await pinned(here, 'n8n');
	const version = otherVersion() ?? pinnedVersion;
	const folder = await cacheFolder(`n8n-${version}`, [manifest, lock], (unfinished) =>
		withProgress(say, `Installing n8n ${version} (2 GB, about 3 minutes, only this once)`, async () => {
			if (version === pinnedVersion) await installPinned(here, unfinished, { scripts: false });
			else await installOther(manifest, version, unfinished);
			// The one package whose compiled part must be made or fetched on this machine.
			const environment = { JOBS: 'max' };
			const logFile = join(unfinished, 'install.log');
			await npm(['rebuild', 'sqlite3'], { cwd: unfinished, logFile, scripts: true, environment });
		}),
	);
	return {
		n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		node,
		path,
	};
}

async function ensureNode(say: Say): Promise<string> {
	if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
	const source = join(here, 'node24');
	const { version, manifest, lock } = await pinned(source, 'node');
	const folder = await cacheFolder(`node-${version}`, [manifest, lock], (unfinished) =>
		withProgress(say, `Installing Node.js ${version} for n8n (about 10 seconds, only this once)`, async () => {
			// Its install script fetches the binary for this machine, from the registry too.
			await installPinned(source, unfinished, { scripts: true });
			if (!existsSync(nodeIn(unfinished))) throw new Error(`npm's package node@${version} came without a binary`);
		}),
	);
	return nodeIn(folder);
}

function nodeIn(folder: string): string {
	return join(folder, 'node_modules', 'node', 'bin', 'node');
}

async function installPinned(source: string, folder: string, { scripts }: { scripts: boolean }): Promise<void> {
	for (const name of ['package.json', 'package-lock.json']) await copyFile(join(source, name), join(folder, name));
	// n8n's packages disagree about peer versions, with or without a lock file.
	await npm(['install', '--legacy-peer-deps'], { cwd: folder, logFile: join(folder, 'install.log'), scripts });
}

async function installOther(manifest: string, version: string, folder: string): Promise<void> {
	const { dependencies, ...rest } = packageWithDependencies.passthrough().parse(JSON.parse(await readFile(manifest, 'utf8')));
	const wanted = { ...rest, dependencies: { ...dependencies, n8n: version } };
	await writeFile(join(folder, 'package.json'), JSON.stringify(wanted));
	await npm(['install', '--legacy-peer-deps'], { cwd: folder, logFile: join(folder, 'install.log'), scripts: false });
}

const packageWithDependencies = z.object({ dependencies: z.record(z.string()) });

async function pinned(folder: string, dependency: string) {
	const manifest = join(folder, 'package.json');
	const { dependencies } = packageWithDependencies.parse(JSON.parse(await readFile(manifest, 'utf8')));
	return { version: dependencies[dependency] ?? 'unknown', manifest, lock: join(folder, 'package-lock.json') };
}
