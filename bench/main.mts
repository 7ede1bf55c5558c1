/** `npm run bench`: this package's speed and size beside its peers, measured in one run. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { arch, cpus, platform, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ensureInstalled, type Installation } from '../scripts/n8n/installation.mts';
import { pack } from '../scripts/n8n/ourPackage.mts';
import { withProgress } from '../scripts/n8n/progress.mts';
import { beforeShutdown, isShuttingDown, shutDown, shutDownOnSignals } from '../scripts/n8n/shutdown.mts';
import { n8nFolderOf, preparedEnvironment, type Prepared } from './engine/prepared.mts';
import { readOptions, usage, type BenchOptions, type ExpressionEngine, type SectionName } from './options.mts';
import { ask } from './programs/ask.mts';
import type { SectionOrder } from './programs/section.mts';
import type { Machine, Report } from './report/report.mts';
import { terminalText } from './report/terminal.mts';
import { writePage } from './report/writePage.mts';
import { together, type SectionResult } from './result.mts';

const run = promisify(execFile);
const print = (text: string) => void process.stdout.write(`${text}\n`);
// Standard output is the report's alone.
const say = (line: string) => void process.stderr.write(`${line}\n`);

async function bench(options: BenchOptions): Promise<void> {
	const scratch = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-bench-'));
	beforeShutdown(() => rm(scratch, { recursive: true, force: true, maxRetries: 3 }));
	const installation = await ensureInstalled(say);
	const prepared = await prepare(options, installation, scratch);
	const sections: Partial<Record<SectionName, SectionResult>> = {};
	for (const section of options.sections) {
		const results = [];
		for (const engine of options.engine === undefined ? usualEngines[section] : [options.engine]) {
			results.push(await measure({ ...options, section, engine }, installation, prepared, scratch));
		}
		const result = together(results);
		sections[section] = result;
		if (!options.json) print(`${terminalText(result)}\n`);
	}
	const report: Report = {
		command: ['npm run bench', ...(process.argv.length > 2 ? ['--'] : []), ...process.argv.slice(2)].join(' '),
		date: new Date().toISOString().slice(0, 10),
		version: (await manifest(prepared.packageFolder)).version,
		rounds: options.rounds,
		machine: await describeMachine(installation, prepared),
		sections,
	};
	if (options.json) print(JSON.stringify(report, null, '\t'));
	if (options.write) await writePage(report, say);
}

/** Unpacks what `npm publish` would publish into a folder from which it sees no other package than n8n's. */
async function prepare({ tarball }: BenchOptions, { n8n }: Installation, scratch: string): Promise<Prepared> {
	const packed =
		tarball === undefined
			? await withProgress(say, 'Building and packing the package', async () => await pack(scratch))
			: resolve(tarball);
	const packageFolder = join(scratch, 'package');
	await mkdir(packageFolder);
	await run('tar', ['-xzf', packed, '-C', packageFolder, '--strip-components=1']);
	return { n8nFolder: n8nFolderOf(n8n), packageFolder, tarball: packed };
}

/**
 * A real n8n runs with the engine it starts with. n8n's engine in this process runs with the one that
 * costs less, beside which a node's own cost weighs more.
 */
const usualEngines: Record<SectionName, readonly ExpressionEngine[]> = {
	send: ['legacy'],
	published: ['vm'],
	growth: ['legacy'],
	pace: ['legacy'],
	lists: ['legacy'],
	package: ['legacy'],
	webhooks: ['legacy', 'vm'],
};

/** Each section has a process of its own, in the Node.js that n8n runs on. */
async function measure(
	{ section, engine, rounds, messages }: SectionOrder,
	installation: Installation,
	prepared: Prepared,
	scratch: string,
): Promise<SectionResult> {
	const order: SectionOrder = { section, engine, rounds, messages };
	return await ask<SectionResult>(new URL('programs/section.mts', import.meta.url), order, {
		execPath: installation.node,
		nodeArguments: ['--expose-gc'],
		environment: {
			...inherited(),
			PATH: installation.path,
			// n8n sets the same, so that packages outside its folder find n8n-workflow.
			NODE_PATH: join(prepared.n8nFolder, 'node_modules'),
			NODE_ENV: 'production',
			N8N_USER_FOLDER: join(scratch, 'n8n'),
			N8N_ENCRYPTION_KEY: 'benchmark',
			...preparedEnvironment(prepared),
		},
	});
}

/** What a person's own n8n or Node.js left in the environment must not reach what is measured, nor may a proxy. */
function inherited(): NodeJS.ProcessEnv {
	const left = Object.entries(process.env).filter(([name]) => !/^N8N_|^NODE_OPTIONS$|_proxy$/i.test(name));
	return Object.fromEntries(left);
}

async function describeMachine({ node }: Installation, { n8nFolder }: Prepared): Promise<Machine> {
	const { stdout } = await run(node, ['--version']);
	return {
		processor: cpus()[0]?.model ?? 'unknown',
		cores: cpus().length,
		memoryGiB: Math.round(totalmem() / 2 ** 30),
		system: `${platform()} ${arch()}`,
		node: stdout.trim(),
		n8n: (await manifest(join(n8nFolder, 'node_modules', 'n8n'))).version,
	};
}

async function manifest(folder: string) {
	return z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

try {
	const options = readOptions(process.argv.slice(2));
	if (options === undefined) {
		print(usage);
	} else {
		shutDownOnSignals(() => say('\nStopping …'));
		await bench(options);
	}
} catch (cause) {
	// Stopping makes whatever is under way fail: no news.
	if (!isShuttingDown()) {
		say(`\n${cause instanceof Error ? cause.message : String(cause)}`);
		process.exitCode = 1;
	}
} finally {
	await shutDown();
}
