import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Installation } from '../../scripts/n8n/installation.mts';
import { installOurPackage } from '../../scripts/n8n/ourPackage.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { communityPackages, startN8n, type RunningN8n } from '../../scripts/n8n/startN8n.mts';

/** One of n8n's processes, with a user folder of its own as on a machine of its own. */
export interface N8nProcess {
	/** The same over all its starts. */
	readonly url: string;
	/** @param command another one than that of its other starts */
	start(command?: string[]): Promise<void>;
	stop(): Promise<void>;
	kill(): Promise<void>;
	/** What it has logged since its last start. */
	log(): Promise<string>;
}

export interface Machine {
	readonly installation: Installation;
	/** Settings that all processes share. */
	readonly environment: NodeJS.ProcessEnv;
	readonly takenPorts: Set<number>;
}

/** Prepares a process of n8n with the packed package; `start` starts it. */
export async function prepareProcess(machine: Machine, packageFolder: string, usual: string[]): Promise<N8nProcess> {
	const userFolder = await temporaryFolder();
	await cp(packageFolder, communityPackages(userFolder), { recursive: true });
	const port = await promisedPort(machine.takenPorts);
	const { installation, takenPorts } = machine;
	// A worker listens on nothing but the port of its health.
	const environment = { ...machine.environment, QUEUE_HEALTH_CHECK_PORT: String(port) };
	let running: RunningN8n | undefined;
	return {
		url: `http://localhost:${String(port)}`,
		async start(command = usual) {
			running = await startN8n({ installation, userFolder, port, takenPorts, command, environment });
		},
		stop: async () => running?.stop(),
		kill: async () => running?.kill(),
		log: async () => (running ? await readFile(running.logFile, 'utf8') : ''),
	};
}

/** Builds and packs the package once. @returns the folder to copy into each process */
export async function packOnce(say: (line: string) => void): Promise<string> {
	const folder = await temporaryFolder();
	await installOurPackage(folder, say);
	return communityPackages(folder);
}

/** A port that no other part of this run takes before it is listened on. */
export async function promisedPort(takenPorts: Set<number>): Promise<number> {
	const port = await findFreePort(undefined, takenPorts);
	takenPorts.add(port);
	return port;
}

async function temporaryFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-queue-'));
	beforeShutdown(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
	return folder;
}
