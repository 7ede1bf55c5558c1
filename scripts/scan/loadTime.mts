import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { readManifest } from '../build/manifest.mts';
import { finding, type Finding } from './finding.mts';
import { folderWithOnly } from './folderWithOnly.mts';

/** How much of the processor time of n8n-workflow the nodes and the credential may take to load together. */
const mostOfWorkflow = 0.15;

/** A process each. */
const rounds = 9;

/**
 * Every process of n8n loads the package when it starts. Its processor time is compared with that of n8n-workflow in the
 * same process: a slow machine slows both, and a busy one neither.
 */
export function checkLoadTime(tarball: string, project: string): Finding {
	const modules = folderWithOnly(path.join(project, 'node_modules', 'n8n-workflow'));
	const { n8n } = readManifest(tarball);
	const files = [...n8n.nodes, ...n8n.credentials].map((file) => path.join(tarball, file));
	const program = `const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
		const begun = used();
		require('n8n-workflow');
		const loaded = used();
		for (const file of ${JSON.stringify(files)}) require(file);
		console.log((used() - loaded) / (loaded - begun));`;
	try {
		const ratios = Array.from({ length: rounds }, () => {
			const { stdout } = spawnSync(process.execPath, ['-e', program], {
				cwd: modules.folder,
				encoding: 'utf8',
				env: { PATH: process.env.PATH, NODE_PATH: modules.folder },
			});
			return stdout.trim() === '' ? Infinity : Number(stdout);
		}).sort((one, other) => one - other);
		const median = ratios[Math.floor(rounds / 2)] ?? Infinity;
		return finding(`load time: ${median.toFixed(2)} of that of n8n-workflow, of ${String(mostOfWorkflow)}`, median > mostOfWorkflow ? [`all ratios: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`] : []);
	} finally {
		modules.remove();
	}
}
