import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { classIn } from './manifest.mts';

/** The bundle's place in the package. */
export const bundleFile = 'dist/bundle.js';

/** The TypeScript source of a built file: `dist/nodes/A.node.js` comes from `nodes/A.node.ts`. */
const sourceOf = (built: string): string => built.replace(/^dist\//, './').replace(/\.js$/, '');

/** The source of the bundle: every class that n8n looks up, by name. */
export const bundleSource = (built: readonly string[]): string =>
	built.map((file) => `export { ${classIn(file)} } from '${sourceOf(file)}';`).join('\n');

/** Writes the files that n8n loads; each hands over its class from the bundle that all of them share. */
export async function writeEntries(project: string, built: readonly string[]): Promise<void> {
	for (const file of built) {
		const shared = path.relative(path.dirname(file), bundleFile).replaceAll(path.sep, '/');
		await mkdir(path.join(project, path.dirname(file)), { recursive: true });
		await writeFile(
			path.join(project, file),
			`'use strict';\n\nexports.${classIn(file)} = require('${shared}').${classIn(file)};\n`,
		);
	}
}
