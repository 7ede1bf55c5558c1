import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { startGroup, type ProcessGroup } from './processGroup.mts';
import { withProgress, type Say } from './progress.mts';

/** The container image that `N8N_IMAGE` names, to run n8n from in place of an installed one: n8n 3 comes as nothing else. */
export const containerImage = (): string | undefined => process.env.N8N_IMAGE || undefined;

const docker = (...command: string[]) => promisify(execFile)('docker', command);

/**
 * Makes sure that a container engine runs and has the image.
 * @throws with a sentence that says what is missing
 */
export async function ensureImage(image: string, say: Say): Promise<void> {
	try {
		await docker('version');
	} catch (cause) {
		const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
		throw new Error(
			isMissing
				? `The image ${image} needs Docker, and there is no program "docker". Install it, or leave the image out: then n8n comes from npm.`
				: `The image ${image} needs Docker, which does not run. ${lastWords(cause)}`,
		);
	}
	if (await docker('image', 'inspect', image).then(() => true, () => false)) return;
	try {
		await withProgress(say, `Fetching the image ${image} (about 1 GB, only this once)`, () => docker('pull', image));
	} catch (cause) {
		throw new Error(`Docker has no image ${image} and could not fetch it. ${lastWords(cause)}`);
	}
}

/** What the program itself has said of why it failed. */
const lastWords = (cause: unknown): string =>
	(cause instanceof Error && 'stderr' in cause && String(cause.stderr).trim() ? String(cause.stderr) : String(cause)).trim();

interface Container {
	image: string;
	/** Has the same path in the container. */
	userFolder: string;
	command: string[];
	/** n8n's settings, and nothing of this machine. */
	settings: NodeJS.ProcessEnv;
	logTo: number;
	graceMs: number;
}

/**
 * Starts n8n in a container that shares the network of this machine, so that it, the sandbox and the browser find each
 * other as they do without one. Its files belong to the person who starts it.
 */
export async function startContainer({ image, userFolder, command, settings, logTo, graceMs }: Container): Promise<ProcessGroup> {
	const name = `n8n-nodes-messaging-${randomBytes(6).toString('hex')}`;
	const { uid, gid } = process.getuid && process.getgid ? { uid: process.getuid(), gid: process.getgid() } : { uid: 1000, gid: 1000 };
	const group = await startGroup(
		'docker',
		[
			...['run', '--rm', '--init', '--name', name, '--network', 'host'],
			...['--user', `${String(uid)}:${String(gid)}`, '--volume', `${userFolder}:${userFolder}`],
			...Object.entries({ ...settings, HOME: userFolder }).flatMap(([key, value]) => ['--env', `${key}=${String(value)}`]),
			...[image, ...command],
		],
		{ cwd: userFolder, environment: process.env, logTo, graceMs },
	);
	// Docker's own program passes SIGTERM on, but not SIGKILL.
	const remove = () => docker('rm', '--force', name).catch(() => undefined);
	const after = (end: () => Promise<void>) => async () => {
		await end();
		await remove();
	};
	return { ...group, stop: after(group.stop), kill: after(group.kill) };
}
