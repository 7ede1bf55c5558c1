import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeShutdown } from './shutdown.mts';

export interface ProcessGroup {
	pid: number;
	/** Settles when the first process of the group has ended; never rejects. */
	ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
	/** SIGTERM to the whole group, then SIGKILL to what is left after the grace period. */
	stop: () => Promise<void>;
	/** SIGKILL to the whole group, as a crash of the machine would. */
	kill: () => Promise<void>;
}

interface GroupOptions {
	cwd: string;
	environment: NodeJS.ProcessEnv;
	/** File descriptor that receives the output of the whole group. */
	logTo: number;
	/** How long it may take to stop by itself. */
	graceMs: number;
}

const running = new Set<number>();

// No group outlives this program, unless it is killed by SIGKILL.
process.on('exit', () => {
	for (const pid of running) signalGroup(pid, 'SIGKILL');
});

/**
 * Starts a program as the leader of a process group of its own, so that it can be stopped with all its children.
 * Its file descriptor 3 is a pipe that closes when this program is gone: `endsWithParent.mts` listens there.
 * @throws when the program can't be started at all
 */
export async function startGroup(command: string, args: string[], options: GroupOptions): Promise<ProcessGroup> {
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.environment,
		detached: true,
		stdio: ['ignore', options.logTo, options.logTo, 'pipe'],
	});
	await new Promise<void>((resolve, reject) => {
		child.once('spawn', resolve);
		child.once('error', reject);
	});
	const { pid } = child;
	if (pid === undefined) throw new Error(`${command} started without a process id`);
	running.add(pid);

	const ended = new Promise<Awaited<ProcessGroup['ended']>>((resolve) => {
		child.once('exit', (code, signal) => resolve({ code, signal }));
	});
	const stop = async () => {
		forget();
		if (!signalGroup(pid, 'SIGTERM')) return void running.delete(pid);
		await Promise.race([ended, wait(options.graceMs, undefined, { ref: false })]);
		// The leader is gone or out of time; its children get a moment of their own.
		if (!(await groupIsGone(pid, 1_000))) {
			signalGroup(pid, 'SIGKILL');
			await groupIsGone(pid, 2_000);
		}
		running.delete(pid);
	};
	const kill = async () => {
		signalGroup(pid, 'SIGKILL');
		await ended;
		await stop();
	};
	const forget = beforeShutdown(stop);
	return { pid, ended, stop, kill };
}

/** @returns false when the group has no process any more */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-pid, signal);
	} catch {
		return false;
	}
}

async function groupIsGone(pid: number, withinMs: number): Promise<boolean> {
	const deadline = Date.now() + withinMs;
	while (signalGroup(pid, 0)) {
		if (Date.now() > deadline) return false;
		await wait(25);
	}
	return true;
}
