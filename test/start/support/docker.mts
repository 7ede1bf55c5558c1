import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { findFreePort } from '../../../scripts/n8n/ports.mts';
import { startN8n } from '../../../scripts/n8n/startN8n.mts';

/** The one image that there is. */
export const image = 'n8nio/n8n:latest';

/** Knows no image until it was pulled, runs a server that answers as n8n does when it is ready, and notes what it was asked. */
const docker = `#!${process.execPath}
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const [command, ...given] = process.argv.slice(2);
appendFileSync(join(__dirname, 'asked'), JSON.stringify([command, ...given]) + '\\n');
const pulled = join(__dirname, 'pulled');
if (command === 'version' && existsSync(join(__dirname, 'stopped'))) fail('Cannot connect to the Docker daemon.');
if (command === 'image' && !existsSync(pulled)) fail('No such image');
if (command === 'pull') given[0] === '${image}' ? writeFileSync(pulled, '') : fail('manifest unknown');
if (command === 'run') {
	const port = Number(given.find((one) => one.startsWith('N8N_PORT=')).slice('N8N_PORT='.length));
	require('node:http').createServer((_request, response) => response.end('{}')).listen(port, '127.0.0.1');
}
function fail(why) {
	process.stderr.write(why + '\\n');
	process.exit(1);
}
`;

/** A program in Docker's place, first on the PATH of this process. */
export async function standInForDocker() {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-image-'));
	await writeFile(join(folder, 'docker'), docker, { mode: 0o755 });
	const { PATH = '' } = process.env;
	process.env.PATH = [folder, PATH].join(delimiter);
	const userFolder = join(folder, 'n8n');
	return {
		userFolder,
		/** Its commands so far. */
		async asked(): Promise<string[][]> {
			const lines = (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n');
			return lines.map((line) => JSON.parse(line) as string[]);
		},
		/** From now on its engine does not run. */
		stop: () => writeFile(join(folder, 'stopped'), ''),
		/** From now on the program is not there. */
		remove: () => void (process.env.PATH = join(folder, 'nowhere')),
		/** Starts n8n from the image. */
		async startN8n() {
			const port = await findFreePort();
			const installation = { n8n: '', node: process.execPath, path: dirname(process.execPath), image };
			return { port, ...(await startN8n({ installation, userFolder, port, graceMs: 1_000 })) };
		},
		async end(): Promise<void> {
			process.env.PATH = PATH;
			await rm(folder, { recursive: true, force: true });
		},
	};
}
