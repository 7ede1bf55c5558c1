import { checkContents } from './contents.mts';
import type { Finding } from './finding.mts';
import { checkForbiddenCode } from './forbiddenCode.mts';
import { loadIsolated } from './isolatedLoad.mts';
import { checkLicences } from './licences.mts';
import { checkLoadTime } from './loadTime.mts';
import { packAndUnpack } from './pack.mts';
import { scanFolder, sourcePatterns, tarballPatterns } from './rules.mts';
import { checkSize } from './size.mts';

/** Every check of a built project's sources and of what `npm publish` would send of it. */
export async function everyCheck(project: string): Promise<Finding[]> {
	const tarball = packAndUnpack(project);
	const { folder } = tarball;
	try {
		return [
			...(await scanFolder('sources', project, sourcePatterns)),
			...(await scanFolder('tarball', folder, tarballPatterns)),
			...loadIsolated(folder, project),
			checkLoadTime(folder, project),
			checkContents(folder),
			checkLicences(folder),
			checkForbiddenCode(folder),
			checkSize(folder, tarball.packedBytes),
		];
	} finally {
		tarball.remove();
	}
}
