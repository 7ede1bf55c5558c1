import { createRequire } from 'node:module';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

/**
 * Starts an instance in a folder that others can read, as an earlier start may have left it, for an account whose files
 * everybody may read unless told otherwise.
 * @returns every file and folder that the instance has, with its permission bits in octal
 */
export async function modesOfInstance(): Promise<Record<string, string>> {
	const scratch = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-start-'));
	const userFolder = join(scratch, 'n8n');
	const usualMask = process.umask(0o022);
	try {
		await mkdir(join(userFolder, '.n8n'), { recursive: true });
		await writeFile(join(userFolder, 'n8n.log'), 'of an earlier start');
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
		const names = ['', ...(await readdir(userFolder, { recursive: true }))];
		const found = await Promise.all(names.map(async (name) => [name, await stat(join(userFolder, name))] as const));
		await running.stop();
		return Object.fromEntries(found.map(([name, { mode }]) => [name, (mode & 0o777).toString(8)]));
	} finally {
		process.umask(usualMask);
		await rm(scratch, { recursive: true, force: true });
	}
}
