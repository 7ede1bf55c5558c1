import { createRequire } from 'node:module';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { findFreePort } from '../../../scripts/n8n/ports.mts';
import { startN8n } from '../../../scripts/n8n/startN8n.mts';

/** A program in n8n's place: it writes what n8n keeps, as openly as it is let, and answers that it is ready. */
const program = `
const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const folder = join(process.env.N8N_USER_FOLDER, '.n8n');
mkdirSync(folder, { recursive: true });
for (const name of ['config', 'database.sqlite', 'database.sqlite-wal']) writeFileSync(join(folder, name), 'secret');
require('node:child_process').execFileSync(process.execPath, ['-e', 'require("fs").writeFileSync("byAChild", "")'], { cwd: folder });
console.log('a line of the log');
require('node:http').createServer((_request, response) => response.end('{}')).listen(Number(process.env.N8N_PORT), '127.0.0.1');
`;

export interface Started {
	/** Every file and folder that the instance has, with its permission bits in octal. */
	modes(): Promise<Record<string, string>>;
	end(): Promise<void>;
}

/** Starts an instance in a folder that others can read, as an earlier start may have left it. */
export async function startInstance(): Promise<Started> {
	const scratch = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-start-'));
	const userFolder = join(scratch, 'n8n');
	await mkdir(join(userFolder, '.n8n'), { recursive: true });
	await chmod(join(userFolder, '.n8n'), 0o755);
	await writeFile(join(userFolder, 'n8n.log'), 'of an earlier start');
	await chmod(userFolder, 0o755);
	await chmod(join(userFolder, 'n8n.log'), 0o644);
	const n8n = join(scratch, 'n8n.cjs');
	await writeFile(n8n, program);
	const running = await startN8n({
		installation: { n8n, node: process.execPath, path: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter) },
		userFolder,
		port: await findFreePort(),
		// This Node may be older than n8n's, and then reads no TypeScript by itself.
		environment: { NODE_OPTIONS: `--import ${pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href}` },
		graceMs: 1_000,
	});
	return {
		async modes() {
			const names = ['', ...(await readdir(userFolder, { recursive: true }))];
			const found = await Promise.all(names.map(async (name) => [name, await stat(join(userFolder, name))] as const));
			return Object.fromEntries(found.map(([name, { mode }]) => [name, (mode & 0o777).toString(8)]));
		},
		async end() {
			await running.stop();
			await rm(scratch, { recursive: true, force: true });
		},
	};
}

/** Does something as an account does whose files everybody may read unless told otherwise. */
export async function withOpenUmask<T>(work: () => Promise<T>): Promise<T> {
	const before = process.umask(0o022);
	try {
		return await work();
	} finally {
		process.umask(before);
	}
}
