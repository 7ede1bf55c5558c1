import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { benchPackage } from '../variants.mts';

const names = ['MinimalTrigger', 'CredentialTrigger', 'CustomersTrigger', 'BareLoop', 'ReadyBodies', 'Meter'];

/** Installs the benchmark's own nodes as a community package. */
export async function installBenchNodes(communityPackages: string): Promise<void> {
	const folder = join(communityPackages, benchPackage);
	await mkdir(folder, { recursive: true });
	await build({
		entryPoints: [fileURLToPath(new URL('nodes.mts', import.meta.url))],
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
