import { ensureImage } from '../../scripts/n8n/container.mts';
import { keepImage, loadState } from '../../scripts/start/dataFolder.mts';
import { readOptions } from '../../scripts/start/options.mts';
import { image, standInForDocker } from './support/docker.mts';

/** `npm start -- --image …`: n8n from a container, with a program in Docker's place. */

let docker: Awaited<ReturnType<typeof standInForDocker>>;
const said: string[] = [];
const say = (line: string) => void said.push(line);

beforeEach(async () => {
	docker = await standInForDocker();
	said.length = 0;
});

afterEach(() => docker.end());

it('is an option of the start', () => {
	expect(readOptions([])?.image).toBeUndefined();
	expect(readOptions(['--image', image])?.image).toBe(image);
});

it('fetches the image once, and runs n8n from it in a folder of its owner until it is stopped', async () => {
	await ensureImage(image, say);
	await ensureImage(image, say);
	expect((await docker.asked()).map(([command]) => command)).toEqual(['version', 'image', 'pull', 'version', 'image']);
	expect(said[0]).toContain(`Fetching the image ${image}`);

	const { userFolder } = docker;
	const running = await docker.startN8n();
	const run = (await docker.asked()).at(-1) ?? [];
	expect(run.slice(-2)).toEqual([image, 'start']);
	expect(run).toEqual(expect.arrayContaining([`${userFolder}:${userFolder}`, `N8N_PORT=${String(running.port)}`, 'N8N_UNVERIFIED_PACKAGES_ENABLED=true']));
	await running.stop();
	expect((await docker.asked()).at(-1)).toEqual(['rm', '--force', run[run.indexOf('--name') + 1]]);
	await expect(fetch(running.url)).rejects.toThrow();
});

it('says what is missing: the program, a running engine, or the image', async () => {
	await expect(ensureImage('n8nio/n8n:none', say)).rejects.toThrow(/no image n8nio\/n8n:none and could not fetch it\. manifest unknown/);
	await docker.stop();
	await expect(ensureImage(image, say)).rejects.toThrow(/needs Docker, which does not run\. Cannot connect to the Docker daemon/);
	docker.remove();
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
