import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { licencesFile } from '../build/licences.mts';
import { filesOf } from './files.mts';
import { finding, type Finding } from './finding.mts';

/** The comment that esbuild writes above every module it bundles. */
const bundledModule = /^\/\/ .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm;

/** Every package that stands in the tarball's code has its licence in the tarball. */
export function checkLicences(tarball: string): Finding {
	const code = filesOf(tarball).filter(({ name }) => name.endsWith('.js'));
	const bundled = new Set(
		code.flatMap(({ name }) =>
			[...readFileSync(path.join(tarball, name), 'utf8').matchAll(bundledModule)].map(([, found]) => found ?? ''),
		),
	);
	const file = path.join(tarball, licencesFile);
	const licences = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
	const withLicence = new Set(licences.flatMap((line) => /^(\S+) \d+\.\d+\.\d+\S*$/.exec(line)?.[1] ?? []));
	return finding(
		`licences of what is bundled: ${[...bundled].sort().join(', ')}`,
		[...bundled].filter((name) => !withLicence.has(name)).map((name) => `${licencesFile} does not name ${name}`),
	);
}
