import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { benchPackage } from '../ways.mts';

const names = ['MinimalTrigger', 'CredentialTrigger', 'CustomersTrigger', 'Meter', 'BareLoop', 'ReadyBodies'];

/** Installs the benchmark's own nodes as a community package. */
export async function installBenchNodes(communityPackages: string): Promise<void> {
	const folder = join(communityPackages, benchPackage);
	await mkdir(folder, { recursive: true });
	await build({
		stdin: {
			contents: "export * from './loops.mts'; export * from './triggers.mts';",
			resolveDir: fileURLToPath(new URL('.', import.meta.url)),
		},
		outfile: join(folder, 'nodes.js'),
		bundle: true,
		format: 'cjs',
		platform: 'node',
		external: ['n8n-workflow'],
	});
	for (const name of names) {
		// n8n loads a class from a file of its name.
		await writeFile(join(folder, `${name}.node.js`), `exports.${name} = require('./nodes.js').${name};\n`);
	}
	const manifest = {
		name: benchPackage,
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: { n8nNodesApiVersion: 1, nodes: names.map((name) => `${name}.node.js`), credentials: [] },
	};
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
}
