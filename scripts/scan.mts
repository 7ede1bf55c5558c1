/**
 * `npm run scan`: what n8n checks before it verifies a package, run on folders instead of on a
 * published version, and what we ask of the package beyond that. The scanner's rules over the sources
 * and over the unpacked `npm pack`, with the rules that the scanner ships and with the newest ones; a
 * load of every node and credential of the tarball where nothing but n8n-workflow can be required;
 * contents, licences, size, forbidden code, and the time to load beside n8n's own nodes.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { readManifest } from './build/manifest.mts';
import { ensureInstalled } from './n8n/installation.mts';
import { checkContents } from './scan/contents.mts';
import type { Finding } from './scan/finding.mts';
import { checkForbiddenCode } from './scan/forbiddenCode.mts';
import { loadIsolated } from './scan/isolatedLoad.mts';
import { checkLicences } from './scan/licences.mts';
import { checkLoadTime } from './scan/loadTime.mts';
import { packAndUnpack } from './scan/pack.mts';
import { scanFolder, sourcePatterns, tarballPatterns } from './scan/rules.mts';
import { checkSize } from './scan/size.mts';

const project = fileURLToPath(new URL('..', import.meta.url));
const { n8n, node } = await ensureInstalled(console.log);
const n8nModules = path.join(path.dirname(n8n), '..', '..');

const tarball = packAndUnpack(project);
const { folder } = tarball;
const findings: Finding[] = [];
try {
	findings.push(...(await scanFolder('sources', project, sourcePatterns)));
	findings.push(...(await scanFolder('tarball', folder, tarballPatterns)));
	findings.push(...loadIsolated(folder, project));
	findings.push(checkContents(folder), checkLicences(folder), checkForbiddenCode(folder));
	findings.push(checkSize(folder, tarball.packedBytes));
	findings.push(
		checkLoadTime({
			ours: readManifest(folder).n8n.nodes.map((file) => path.join(folder, file)),
			theirs: ['WhatsApp', 'WhatsAppTrigger'].map((name) =>
				path.join(n8nModules, 'n8n-nodes-base', 'dist', 'nodes', 'WhatsApp', `${name}.node.js`),
			),
			n8nWorkflow: path.join(n8nModules, 'n8n-workflow'),
			node,
		}),
	);
} finally {
	tarball.remove();
}

for (const { check, problem } of findings) {
	console.log(`${problem === undefined ? 'passed' : 'failed'}  ${check}`);
	if (problem !== undefined) console.log(problem);
}
const failed = findings.filter(({ problem }) => problem !== undefined).length;
console.log(`${findings.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
