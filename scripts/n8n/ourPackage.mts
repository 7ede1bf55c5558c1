import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { npm } from './npm.mts';
import { makePrivateFolder } from './privateFolder.mts';
import { withProgress, type Say } from './progress.mts';
import { communityPackages } from './startN8n.mts';

const run = promisify(execFile);

/** The clone that this file is part of. */
export const repository = fileURLToPath(new URL('../../', import.meta.url));

// Everything that decides what the packed package contains.
const sources = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
	'tsconfig.build.json',
	'gulpfile.js',
	'scripts/build',
	'scripts/build.mts',
	'README.md',
	'LICENSE',
	'CHANGELOG.md',
];

/**
 * Builds and packs this package and installs it into an instance, as `npm publish` and n8n's own installer would
 * leave it there. Does nothing when exactly these sources are installed already.
 */
export async function installOurPackage(userFolder: string, say: Say): Promise<void> {
	const target = join(communityPackages(userFolder), await packageName());
	const stamp = join(userFolder, 'installed-sources');
	const wanted = await fingerprint();
	if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;

	await withProgress(say, 'Building the package and installing it into n8n', async () => {
		// Beside its target: a folder can't be renamed from one disk to another.
		await makePrivateFolder(userFolder);
		const scratch = await mkdtemp(join(userFolder, 'unpacking-'));
		try {
			const tarball = await pack(scratch);
			const unpacked = join(scratch, 'unpacked');
			await mkdir(unpacked);
			await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
			await rm(stamp, { force: true });
			await replaceFolder(unpacked, target);
			await writeFile(stamp, wanted);
		} finally {
			await rm(scratch, { recursive: true, force: true });
		}
	});
}

/** Builds the package and packs it as it would be published. @returns the tarball's path */
export async function pack(folder: string): Promise<string> {
	const logFile = join(folder, 'npm.log');
	await npm(['run', 'build'], { cwd: repository, logFile, scripts: true });
	await npm(['pack', '--pack-destination', folder], { cwd: repository, logFile, scripts: false });
	const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack made no tarball');
	return join(folder, tarball);
}

async function replaceFolder(source: string, target: string): Promise<void> {
	await rm(target, { recursive: true, force: true });
	await mkdir(dirname(target), { recursive: true });
	await rename(source, target);
}

async function packageName(): Promise<string> {
	const manifest: unknown = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
	return z.object({ name: z.string() }).parse(manifest).name;
}

async function fingerprint(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of sources) {
		for (const file of await filesUnder(join(repository, source))) {
			hash.update(relative(repository, file)).update('\0').update(await readFile(file)).update('\0');
		}
	}
	return hash.digest('hex');
}

async function filesUnder(path: string): Promise<string[]> {
	const entries = await readdir(path, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
		if (cause.code === 'ENOTDIR') return undefined;
		if (cause.code === 'ENOENT') return [];
		throw cause;
	});
	if (entries === undefined) return [path];
	const nested = await Promise.all(entries.map((entry) => filesUnder(join(path, entry.name))));
	return nested.flat().sort();
}
