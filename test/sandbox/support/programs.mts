import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export const readText = (path: string): Promise<string> => readFile(file(path), 'utf8');

/** Runs a line as a person would paste it into a shell and gives what it prints. */
export async function shell(line: string): Promise<string> {
	const { stdout } = await promisify(execFile)('sh', ['-c', line]);
	return stdout;
}

/** `npm run sandbox -- …`, until it says that it is ready, or has ended. */
export async function runSandbox(...options: string[]) {
	const program = spawn(process.execPath, ['--import', 'tsx', file('sandbox/main.mts'), ...options]);
	const ended = once(program, 'close');
	let printed = '';
	program.stderr.on('data', (piece) => (printed += String(piece)));
	for await (const piece of program.stdout) {
		printed += String(piece);
		if (printed.includes('Ctrl+C')) break;
	}
	const [, url = ''] = /Inbox +(http:\S+)\//.exec(printed) ?? [];
	if (url === '') await ended;
	return {
		url,
		printed,
		/** Asks it to end, if it has not, and gives the exit code. */
		async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
			if (program.exitCode === null) program.kill(signal);
			await ended;
			return program.exitCode;
		},
	};
}
