import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { INodeType } from 'n8n-workflow';
import { pack, repository } from '../scripts/n8n/ourPackage.mts';
import { withProgress, type Say } from '../scripts/n8n/progress.mts';

/** The package that is measured, as `npm publish` would publish it. */
export interface Packed {
	readonly tarball: string;
	/** Where it is unpacked. */
	readonly folder: string;
}

/** Unpacks a tarball, or one made of these sources, so that it finds no other package than n8n-workflow. */
export async function unpack(scratch: string, given: string | undefined, say: Say): Promise<Packed> {
	const tarball =
		given === undefined
			? await withProgress(say, 'Building and packing the package', async () => await pack(scratch))
			: resolve(given);
	const folder = join(scratch, 'package');
	await mkdir(folder);
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	await mkdir(join(scratch, 'node_modules'));
	await symlink(join(repository, 'node_modules', 'n8n-workflow'), join(scratch, 'node_modules', 'n8n-workflow'));
	return { tarball, folder };
}

/** Makes a node of the package, by the name of its class. */
export function nodeOf({ folder }: Packed, name: 'Messaging' | 'MessagingTrigger'): INodeType {
	const exported = createRequire(join(folder, 'package.json'))(`./dist/nodes/Messaging/${name}.node.js`) as Record<
		string,
		new () => INodeType
	>;
	const Class = exported[name];
	if (Class === undefined) throw new Error(`The package has no ${name}`);
	return new Class();
}

/** The version that a new node of the package gets. */
export function newestVersion(packed: Packed, name: 'Messaging' | 'MessagingTrigger'): number {
	const { defaultVersion, version } = nodeOf(packed, name).description;
	return defaultVersion ?? Math.max(...[version].flat());
}
