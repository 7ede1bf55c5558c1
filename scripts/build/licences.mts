import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Metafile } from 'esbuild';

/** Where the package carries the licences of what it bundles. */
export const licencesFile = 'dist/THIRD-PARTY-LICENSES.txt';

const isLicence = (name: string) => /^(licen[cs]e|copying|notice)\b/i.test(name);
const rule = '='.repeat(80);

/** The folders of the packages that a bundle has taken code from, each once. */
export function bundledPackages({ inputs }: Pick<Metafile, 'inputs'>): string[] {
	const folders = Object.keys(inputs).flatMap(
		(input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [],
	);
	return [...new Set(folders)].sort();
}

/**
 * Name, version and licence texts of a package, as its folder holds them.
 * @throws when the folder holds no licence text: what has none can't be shipped
 */
export async function licenceOf(folder: string): Promise<string> {
	const { name, version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
	const files = (await readdir(folder)).filter(isLicence).sort();
	if (files.length === 0) {
		throw new Error(`'${name}' is bundled but its folder holds no licence text. Ship another package, or add its text.`);
	}
	const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
	const parts = files.map((file, index) => `--- ${file}\n\n${(texts[index] ?? '').trim()}\n`);
	return [rule, `${name} ${version}`, rule, '', ...parts].join('\n');
}

/** Writes the licences of everything in a bundle into the package. */
export async function writeLicences(project: string, metafile: Metafile): Promise<void> {
	const packages = bundledPackages(metafile).map((folder) => path.join(project, folder));
	const licences = await Promise.all(packages.map(licenceOf));
	await writeFile(path.join(project, licencesFile), [introduction, ...licences].join('\n'));
}

// The Apache licence asks for a note if a file was changed.
const introduction = `The code of this package stands in bundle.js together with parts of the packages below, unchanged
but for comments, and libphonenumber-js without the code that formats numbers. numbering-plan.json is a shortened copy of libphonenumber-js's
metadata.mobile.json, which is made from Google's libphonenumber (Apache License 2.0).
`;
