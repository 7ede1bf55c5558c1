import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { classIn, readManifest } from '../build/manifest.mts';
import type { Finding } from './finding.mts';
import { folderWithOnly } from './folderWithOnly.mts';

/**
 * Requires every node and credential of an unpacked tarball and makes one of each, in a process that
 * finds n8n-workflow and no other package. It shows what the scanner can't: a `require` that was not
 * bundled.
 */
export function loadIsolated(tarball: string, project: string): Finding[] {
	const modules = folderWithOnly(path.join(project, 'node_modules', 'n8n-workflow'));
	const { n8n } = readManifest(tarball);
	try {
		return [...n8n.nodes, ...n8n.credentials].map((file) => {
			const program = `const loaded = require(${JSON.stringify(path.join(tarball, file))});
				const made = new loaded[${JSON.stringify(classIn(file))}]();
				if (!made.description && !made.properties) throw new Error('neither a node nor a credential');`;
			const { status, stderr } = spawnSync(process.execPath, ['-e', program], {
				cwd: modules.folder,
				encoding: 'utf8',
				env: { PATH: process.env.PATH, NODE_PATH: modules.folder },
			});
			return {
				check: `${file} loads with nothing but n8n-workflow`,
				problem: status === 0 ? undefined : stderr,
			};
		});
	} finally {
		modules.remove();
	}
}
