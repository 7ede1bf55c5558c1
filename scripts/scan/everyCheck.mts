import path from 'node:path';

import { readManifest } from '../build/manifest.mts';
import { checkContents } from './contents.mts';
import type { Finding } from './finding.mts';
import { checkForbiddenCode } from './forbiddenCode.mts';
import { loadIsolated } from './isolatedLoad.mts';
import { checkLicences } from './licences.mts';
import { checkLoadTime, type LoadComparison } from './loadTime.mts';
import { packAndUnpack } from './pack.mts';
import { scanFolder, sourcePatterns, tarballPatterns } from './rules.mts';
import { checkSize } from './size.mts';

/**
 * Every check of a built project's sources and of what `npm publish` would send of it.
 * @param beside the nodes that its own are compared with when they load
 */
export async function everyCheck(
	project: string,
	beside: Omit<LoadComparison, 'ours'>,
): Promise<Finding[]> {
	const tarball = packAndUnpack(project);
	const { folder } = tarball;
	try {
		const ours = readManifest(folder).n8n.nodes.map((file) => path.join(folder, file));
		return [
			...(await scanFolder('sources', project, sourcePatterns)),
			...(await scanFolder('tarball', folder, tarballPatterns)),
			...loadIsolated(folder, project),
			checkContents(folder),
			checkLicences(folder),
			checkForbiddenCode(folder),
			checkSize(folder, tarball.packedBytes),
			checkLoadTime({ ours, ...beside }),
		];
	} finally {
		tarball.remove();
	}
}
