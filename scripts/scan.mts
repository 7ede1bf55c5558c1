/**
 * `npm run scan`: what n8n checks before it verifies a package, run on folders instead of on a
 * published version, and what we ask of the package beyond that. The scanner's rules over the sources
 * and over the unpacked `npm pack`, with the rules that the scanner ships and with the newest ones; a
 * load of every node and credential of the tarball where nothing but n8n-workflow can be required;
 * contents, licences, size, forbidden code, and the time to load beside n8n's own nodes.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { ensureInstalled } from './n8n/installation.mts';
import { everyCheck } from './scan/everyCheck.mts';
import { verdictOn } from './scan/verdict.mts';

const project = fileURLToPath(new URL('..', import.meta.url));
const { n8n, node } = await ensureInstalled(console.log);
const n8nModules = path.join(path.dirname(n8n), '..', '..');

const findings = await everyCheck(project, {
	theirs: ['WhatsApp', 'WhatsAppTrigger'].map((name) =>
		path.join(n8nModules, 'n8n-nodes-base', 'dist', 'nodes', 'WhatsApp', `${name}.node.js`),
	),
	n8nWorkflow: path.join(n8nModules, 'n8n-workflow'),
	node,
});
const { text, exitCode } = verdictOn(findings);
console.log(text);
process.exitCode = exitCode;
