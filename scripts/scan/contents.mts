import { filesOf } from './files.mts';
import { finding, type Finding } from './finding.mts';
import { licencesFile } from '../build/licences.mts';

const expected = ['CHANGELOG.md', 'LICENSE', 'README.md', licencesFile, 'package.json'];

/** The tarball holds the built package and what a reader of it needs, and nothing else. */
export function checkContents(tarball: string): Finding {
	const files = filesOf(tarball).map(({ name }) => name);
	const surplus = files.filter((name) => !name.startsWith('dist/') && !expected.includes(name));
	const missing = expected.filter((name) => !files.includes(name));
	return finding(`the tarball holds dist, README, LICENSE, CHANGELOG and licences: ${files.length} files`, [
		...surplus.map((name) => `${name} does not belong in the package: see 'files' in package.json`),
		...missing.map((name) => `${name} is missing`),
	]);
}
