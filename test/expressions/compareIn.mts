import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../../scripts/n8n/installation.mts';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';

/** The engine that n8n's library has by itself, and the one that n8n starts with. */
export const engines = ['legacy', 'vm'] as const;

const fileHere = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Compares how this package reads fields with what the n8n in a folder makes of them.
 * @returns how many values were compared @throws with the first expression that differs
 */
export async function compareExpressions(node: string, n8nFolder: string, engine: (typeof engines)[number], runs: number): Promise<number> {
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-expressions-'));
	const forget = beforeShutdown(() => rm(userFolder, { recursive: true, force: true }));
	const child = spawn(node, ['--import', 'tsx', '--import', fileHere('fromInstallation.mjs'), fileHere('compare.mts'), engine, String(runs)], {
		env: {
			...process.env,
			N8N_FOLDER: n8nFolder,
			N8N_USER_FOLDER: userFolder,
			N8N_ENCRYPTION_KEY: 'test-encryption-key',
			N8N_LOG_LEVEL: 'silent',
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const stop = beforeShutdown(() => void child.kill());
	const said = { stdout: '', stderr: '' };
	for (const stream of ['stdout', 'stderr'] as const) child[stream].on('data', (chunk) => (said[stream] += String(chunk)));
	const [code] = (await once(child, 'close')) as [number | null];
	stop();
	forget();
	await rm(userFolder, { recursive: true, force: true });
	if (code !== 0) throw new Error(`Under ${engine}:\n${said.stderr}`);
	return Number(said.stdout);
}

/** The folder of an installed n8n; undefined if n8n runs from a container. */
export const folderOf = ({ n8n }: Installation): string | undefined => (n8n === '' ? undefined : dirname(dirname(n8n)));
