import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import type { Finding } from './rules.mts';

interface Manifest {
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
}

/**
 * Requires every node and credential of an unpacked tarball and makes one of each, in a process that
 * finds n8n-workflow and no other package. It shows what the scanner can't: a `require` that was not
 * bundled.
 */
export function loadIsolated(tarball: string, project: string): Finding[] {
	const modules = path.join(path.dirname(tarball), 'only-n8n-workflow');
	mkdirSync(modules, { recursive: true });
	symlinkSync(path.join(project, 'node_modules', 'n8n-workflow'), path.join(modules, 'n8n-workflow'));

	const manifest = JSON.parse(readFileSync(path.join(tarball, 'package.json'), 'utf8')) as Manifest;
	return [...manifest.n8n.nodes, ...manifest.n8n.credentials].map((file) => {
		const className = path.basename(file).split('.')[0] ?? '';
		const program = `const loaded = require(${JSON.stringify(path.join(tarball, file))});
			const made = new loaded[${JSON.stringify(className)}]();
			if (!made.description && !made.properties) throw new Error('neither a node nor a credential');`;
		const { status, stderr } = spawnSync(process.execPath, ['-e', program], {
			cwd: path.dirname(tarball),
			encoding: 'utf8',
			env: { PATH: process.env.PATH, NODE_PATH: modules },
		});
		return {
			check: `${file} loads with nothing but n8n-workflow`,
			problem: status === 0 ? undefined : stderr,
		};
	});
}
