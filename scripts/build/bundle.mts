import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { build, type BuildOptions, type Metafile, transform } from 'esbuild';

import { bundleFile, bundleSource } from './entries.mts';
import { numberingPlan } from './numberingPlan.mts';

/**
 * esbuild's settings for code that runs inside n8n: nothing but n8n-workflow is required at run time,
 * since a verified package has no dependencies, and nothing is minified, since people review it.
 */
export const insideN8n = {
	bundle: true,
	format: 'cjs',
	platform: 'node',
	target: 'node20',
	mainFields: ['module', 'main'],
	external: ['n8n-workflow'],
	// The same code without what it takes to run in browsers before 2015.
	alias: { 'libphonenumber-js/mobile': 'libphonenumber-js/mobile/es6' },
	// Every Node.js that runs n8n has them, and esbuild would write them as strings, which are longer and harder to read.
	supported: { 'regexp-unicode-property-escapes': true },
	assetNames: '[name]',
	legalComments: 'none',
	plugins: [numberingPlan],
} satisfies BuildOptions;

/**
 * Bundles the sources of the given built files, `dist/…/*.js`, into one file with all that they need.
 * @returns what esbuild put into it
 */
export async function bundle(project: string, built: readonly string[]): Promise<Metafile> {
	const outfile = path.join(project, bundleFile);
	const { metafile } = await build({
		...insideN8n,
		absWorkingDir: project,
		stdin: { contents: bundleSource(built), resolveDir: project, sourcefile: 'package.json' },
		outfile,
		metafile: true,
	});
	await writeFile(outfile, await indentWithTabs(await readFile(outfile, 'utf8')));
	return metafile;
}

/**
 * Indents code with tabs, as the sources are, since esbuild's two spaces a level are a twentieth of the file. Throws if that
 * would change more than the indentation: a line inside of a template literal that begins with spaces is content.
 */
export async function indentWithTabs(code: string): Promise<string> {
	const indented = code.replace(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
	const [before, after] = await Promise.all([code, indented].map(async (one) => (await transform(one, { minify: true })).code));
	if (before !== after) throw new Error('A template literal has a line that begins with spaces: write it as several texts.');
	return indented;
}
