/** How this package reads fields, beside what an installed n8n makes of them: `npm run test:expressions`. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ensureInstalled } from '../../scripts/n8n/installation.mts';
import { runToEnd } from '../../scripts/n8n/shutdown.mts';
import { compareExpressions, engines, folderOf } from './compareIn.mts';

const usage = `npm run test:expressions [-- options]

  --n8n <folder>   the folder of an installed n8n, such as /usr/lib/node_modules/n8n; unless given, the n8n of the
                   end-to-end tests, or the version in N8N_VERSION
  --runs <number>  how many expressions of each kind are tried with each engine, 300 unless given
`;

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function run(): Promise<void> {
	const { values } = parseArgs({
		options: { n8n: { type: 'string' }, runs: { type: 'string', default: '300' }, help: { type: 'boolean', short: 'h', default: false } },
	});
	if (values.help) return say(usage);
	const runs = Number(values.runs);
	if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs takes a whole number from 1, not "${values.runs}".`);
	const installation = await ensureInstalled(say);
	const folder = values.n8n ?? folderOf(installation);
	if (folder === undefined) throw new Error('N8N_IMAGE is set, and the n8n in an image is no folder. Name one: --n8n <folder>');
	const n8n = await versionIn(join(folder, 'package.json'));
	const library = await versionIn(createRequire(join(folder, 'package.json')).resolve('n8n-workflow/package.json'));
	for (const engine of engines) {
		const compared = await compareExpressions(installation.node, folder, engine, runs);
		process.stdout.write(`n8n ${n8n} (n8n-workflow ${library}), ${engine}: ${compared.toLocaleString('en-US')} values compared, none differs\n`);
	}
}

async function versionIn(file: string): Promise<string> {
	const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
	return z.object({ version: z.string() }).parse(manifest).version;
}

await runToEnd(run, say);
