/** `npm run bench`: this package's speed beside its peers, measured in one run. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ensureInstalled } from '../scripts/n8n/installation.mts';
import { repository } from '../scripts/n8n/ourPackage.mts';
import { beforeShutdown, runToEnd } from '../scripts/n8n/shutdown.mts';
import type { Bench } from './bench.mts';
import { inEngine } from './engine/inEngine.mts';
import { readOptions, usage, type BenchOptions } from './options.mts';
import { unpack } from './packed.mts';
import { page, type Report } from './report.mts';
import { measureKeys } from './sections/keys.mts';
import { measurePackage } from './sections/package.mts';
import { measurePublished } from './sections/published.mts';
import { measureStatuses, measureWebhooks } from './sections/webhooks.mts';
import type { FigureName, SectionName } from './tables.mts';
import { judge } from './targets.mts';

/** Everything that can be measured, by the name on the command line. */
const sections: Record<SectionName, (bench: Bench) => Promise<void>> = {
	published: measurePublished,
	webhooks: measureWebhooks,
	statuses: measureStatuses,
	keys: measureKeys,
	engine: inEngine('engine'),
	promises: inEngine('promises'),
	async growth(bench) {
		// A process for each loop, whose peak memory is then that loop's alone.
		await inEngine('growthOfBareLoop')(bench);
		await inEngine('growth')(bench);
	},
	package: measurePackage,
};

const print = (text: string) => void process.stdout.write(`${text}\n`);
// Standard output is the report's alone.
const say = (line: string) => void process.stderr.write(`${line}\n`);

async function bench(options: BenchOptions): Promise<void> {
	const scratch = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-bench-'));
	beforeShutdown(() => rm(scratch, { recursive: true, force: true, maxRetries: 3 }));
	const installation = await ensureInstalled(say);
	const packed = await unpack(scratch, options.tarball, say);
	const figures: Partial<Record<FigureName, number[]>> = {};
	const measuring: Bench = {
		installation,
		packed,
		rounds: options.rounds,
		scale: options.scale,
		log: say,
		record: (figure, value) => void (figures[figure] ??= []).push(value),
	};
	for (const name of options.sections) await sections[name](measuring);
	const { stdout: node } = await promisify(execFile)(installation.node, ['--version']);
	const report: Report = {
		command: ['npm run bench', ...(process.argv.length > 2 ? ['--'] : []), ...process.argv.slice(2)].join(' '),
		date: new Date().toISOString().slice(0, 10),
		version: await versionOf(packed.folder),
		rounds: options.rounds,
		scale: options.scale,
		machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}`,
		n8n: await versionOf(join(installation.n8n, '../..')),
		node: node.trim(),
		figures,
	};
	print(options.json ? JSON.stringify({ ...report, targets: judge(figures) }, null, '\t') : page(report));
	if (options.write) await writeFile(join(repository, 'docs/maintainers/benchmarks.md'), page(report));
}

async function versionOf(folder: string): Promise<string> {
	const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
	return z.object({ version: z.string() }).parse(manifest).version;
}

await runToEnd(async () => {
	const options = readOptions(process.argv.slice(2));
	if (options === undefined) print(usage);
	else await bench(options);
}, say);
