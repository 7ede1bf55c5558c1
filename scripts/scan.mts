/**
 * `npm run scan`: what n8n checks before it verifies a package, run on folders instead of on a
 * published version, and what we ask of the package beyond that. The scanner's rules over the sources
 * and over the unpacked `npm pack`, with the rules that the scanner ships and with the newest ones; a
 * load of every node and credential of the tarball where nothing but n8n-workflow can be required;
 * contents, licences, size and forbidden code. How long a load takes, `npm run bench` measures.
 */
import { fileURLToPath } from 'node:url';

import { everyCheck } from './scan/everyCheck.mts';
import { verdictOn } from './scan/verdict.mts';

const findings = await everyCheck(fileURLToPath(new URL('..', import.meta.url)));
const { text, exitCode } = verdictOn(findings);
console.log(text);
process.exitCode = exitCode;
