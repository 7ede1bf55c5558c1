import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { startContainer } from './container.mts';
import { instanceEnvironment, instanceSettings } from './environment.mts';
import type { Installation } from './installation.mts';
import { lastLines } from './npm.mts';
import { findFreePort } from './ports.mts';
import { makePrivateFolder } from './privateFolder.mts';
import { startGroup, type ProcessGroup } from './processGroup.mts';

// Loaded ahead of n8n's own code.
const preloaded = ['./endsWithParent.mts', './privateFiles.mts'].map((file) => fileURLToPath(new URL(file, import.meta.url)));
const readyWithinMs = 180_000;

export interface N8nOptions {
	installation: Installation;
	/** Holds everything of this instance: database, key, installed packages, log. Made when missing, and its owner's alone. */
	userFolder: string;
	port: number;
	/** Ports that are promised to something else. */
	takenPorts?: ReadonlySet<number>;
	/** n8n's command, `['start']` unless given; queue mode has others. */
	command?: string[];
	/** How long it may take to finish what it is doing when it is stopped; 10 seconds unless given. */
	graceMs?: number;
	/** Settings beyond those that every instance gets. */
	environment?: NodeJS.ProcessEnv;
}

export interface RunningN8n {
	/** Where editor and REST interface are, on the host name that the browser uses. */
	url: string;
	logFile: string;
	ended: ProcessGroup['ended'];
	stop: ProcessGroup['stop'];
	kill: ProcessGroup['kill'];
}

/**
 * Starts one real n8n and waits until it is ready.
 * @throws when it ends before it is ready, or isn't ready in three minutes, with the end of its log
 */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	const { installation, userFolder, port, command = ['start'] } = options;
	for (const folder of [userFolder, join(userFolder, '.n8n')]) await makePrivateFolder(folder);
	const logFile = join(userFolder, 'n8n.log');
	const brokerPort = await findFreePort(undefined, new Set([port, ...(options.takenPorts ?? [])]));
	const log = await open(logFile, 'w', 0o600);
	await log.chmod(0o600);
	const { image } = installation;
	const graceMs = options.graceMs ?? 10_000;
	const starting =
		image === undefined
			? startGroup(installation.node, [...preloaded.flatMap((file) => ['--import', file]), installation.n8n, ...command], {
					// n8n reads a file named .env where it is started; nobody puts one here.
					cwd: userFolder,
					environment: instanceEnvironment({ ...options, brokerPort }),
					logTo: log.fd,
					graceMs,
				})
			: startContainer({ image, userFolder, command, settings: instanceSettings({ ...options, brokerPort }), logTo: log.fd, graceMs });
	const group = await starting.finally(() => log.close());

	const over = new AbortController();
	// An older n8n says that it is ready before it has the pages that main alone has.
	const paths = ['/healthz/readiness', ...(command[0] === 'start' ? ['/rest/settings'] : [])];
	const ready = await Promise.race([answersReady(port, paths, over.signal), group.ended.then(() => false)]);
	over.abort();
	if (!ready) {
		await group.stop();
		throw new Error(`n8n did not start. The end of ${logFile}:\n${await lastLines(logFile)}`);
	}
	const { ended, stop, kill } = group;
	return { url: `http://localhost:${String(port)}`, logFile, ended, stop, kill };
}

async function answersReady(port: number, paths: readonly string[], over: AbortSignal): Promise<boolean> {
	const deadline = Date.now() + readyWithinMs;
	const waiting = [...paths];
	while (Date.now() < deadline && !over.aborted) {
		const answer = await fetch(`http://127.0.0.1:${String(port)}${waiting[0] ?? ''}`).catch(() => undefined);
		await answer?.body?.cancel();
		if (answer?.ok) waiting.shift();
		else await wait(100, undefined, { ref: false });
		if (waiting.length === 0) return true;
	}
	return false;
}

/** Where community packages of an instance are installed. */
export function communityPackages(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules');
}
