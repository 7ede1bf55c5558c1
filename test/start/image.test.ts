import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { ensureImage } from '../../scripts/n8n/container.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { startN8n } from '../../scripts/n8n/startN8n.mts';
import { keepImage, loadState } from '../../scripts/start/dataFolder.mts';
import { readOptions } from '../../scripts/start/options.mts';

/** `npm start -- --image …`: n8n from a container, with a program in Docker's place. */

const image = 'n8nio/n8n:latest';

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

let folder: string;
const said: string[] = [];
const say = (line: string) => void said.push(line);
const { PATH = '' } = process.env;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-image-'));
	await writeFile(join(folder, 'docker'), docker, { mode: 0o755 });
	process.env.PATH = [folder, PATH].join(delimiter);
	said.length = 0;
});

afterEach(async () => {
	process.env.PATH = PATH;
	await rm(folder, { recursive: true, force: true });
});

const asked = async () => (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n').map((line): string[] => JSON.parse(line) as string[]);

it('is an option of the start', () => {
	expect(readOptions([])?.image).toBeUndefined();
	expect(readOptions(['--image', image])?.image).toBe(image);
});

it('fetches the image once, and runs n8n from it in a folder of its owner until it is stopped', async () => {
	await ensureImage(image, say);
	await ensureImage(image, say);
	expect((await asked()).map(([command]) => command)).toEqual(['version', 'image', 'pull', 'version', 'image']);
	expect(said[0]).toContain(`Fetching the image ${image}`);

	const [userFolder, port] = [join(folder, 'n8n'), await findFreePort()];
	const installation = { n8n: '', node: process.execPath, path: dirname(process.execPath), image };
	const running = await startN8n({ installation, userFolder, port, graceMs: 1_000 });
	const run = (await asked()).at(-1) ?? [];
	expect(run.slice(-2)).toEqual([image, 'start']);
	expect(run).toEqual(expect.arrayContaining([`${userFolder}:${userFolder}`, `N8N_PORT=${String(port)}`, 'N8N_UNVERIFIED_PACKAGES_ENABLED=true']));
	await running.stop();
	expect((await asked()).at(-1)).toEqual(['rm', '--force', run[run.indexOf('--name') + 1]]);
	await expect(fetch(running.url)).rejects.toThrow();
});

it('says what is missing: the program, a running engine, or the image', async () => {
	await expect(ensureImage('n8nio/n8n:none', say)).rejects.toThrow(/no image n8nio\/n8n:none and could not fetch it\. manifest unknown/);
	await writeFile(join(folder, 'stopped'), '');
	await expect(ensureImage(image, say)).rejects.toThrow(/needs Docker, which does not run\. Cannot connect to the Docker daemon/);
	process.env.PATH = join(folder, 'nowhere');
	await expect(ensureImage(image, say)).rejects.toThrow(/there is no program "docker"\. Install it, or leave the image out: then n8n comes from npm/);
});

it('is refused for the data of another n8n, with the way out', async () => {
	const state = { ...(await loadState()), imported: ['exampleSendTemplate'] };
	delete state.image;
	expect(() => keepImage(state, image)).toThrow(/Earlier starts had an n8n from npm, .* from the image n8nio\/n8n:latest .* add --reset/);
	expect(() => keepImage(state, undefined)).not.toThrow();
	state.imported = [];
	keepImage(state, image);
	expect(state.image).toBe(image);
	state.imported = ['exampleSendTemplate'];
	expect(() => keepImage(state, undefined)).toThrow(/from the image n8nio\/n8n:latest, whose data one from npm/);
});
