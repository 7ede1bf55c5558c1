/**
 * `npm run scan`: what n8n checks before it verifies a package, run on folders instead of on a
 * published version. The scanner's rules over the sources and over the unpacked `npm pack`, with the
 * rules that the scanner ships and with the newest ones, and a load of every node and credential of
 * the tarball where nothing but n8n-workflow can be required.
 */
import { packAndUnpack } from './scan/pack.mts';
import { loadIsolated } from './scan/isolatedLoad.mts';
import { scanFolder, sourcePatterns, tarballPatterns, type Finding } from './scan/rules.mts';

const project = new URL('..', import.meta.url).pathname;
const unpacked = packAndUnpack(project);
const findings: Finding[] = [];
try {
	findings.push(...(await scanFolder('sources', project, sourcePatterns)));
	findings.push(...(await scanFolder('tarball', unpacked.folder, tarballPatterns)));
	findings.push(...loadIsolated(unpacked.folder, project));
} finally {
	unpacked.remove();
}

for (const { check, problem } of findings) {
	console.log(`${problem === undefined ? 'passed' : 'failed'}  ${check}`);
	if (problem !== undefined) console.log(problem);
}
const failed = findings.filter(({ problem }) => problem !== undefined).length;
console.log(`${findings.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
