import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { z } from 'zod';

const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const readText = (path: string): Promise<string> => readFile(file(path), 'utf8');

/** Runs a line as a person would paste it into a shell and gives what it prints. */
export async function shell(line: string): Promise<string> {
	const { stdout } = await promisify(execFile)('sh', ['-c', line]);
	return stdout;
}

interface RunningProgram {
	/** What it has printed by the time that it listens. */
	readonly printed: string;
	/** Asks it to end, and gives the exit code. */
	end(signal: NodeJS.Signals): Promise<number | null>;
}

const sandbox = (options: readonly string[]) =>
	spawn(process.execPath, ['--import', 'tsx', file('sandbox/main.mts'), ...options], { stdio: ['ignore', 'pipe', 'pipe'] });

/** `npm run sandbox -- …`, until it says that it is ready. */
export async function runSandbox(...options: string[]): Promise<RunningProgram> {
	const program = sandbox(options);
	let printed = '';
	for await (const piece of program.stdout) {
		printed += String(piece);
		if (printed.includes('Ctrl+C')) break;
	}
	return {
		printed,
		async end(signal) {
			const ended = once(program, 'exit');
			program.kill(signal);
			const [code] = z.tuple([z.number().nullable(), z.unknown()]).parse(await ended);
			return code;
		},
	};
}

/** `npm run sandbox -- …` with options that it refuses or that only ask for help. */
export async function refusedSandbox(...options: string[]): Promise<{ code: number | null; printed: string }> {
	const program = sandbox(options);
	let printed = '';
	program.stdout.on('data', (piece) => (printed += String(piece)));
	program.stderr.on('data', (piece) => (printed += String(piece)));
	await once(program, 'close');
	return { code: program.exitCode, printed };
}
