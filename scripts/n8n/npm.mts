import { open, readFile } from 'node:fs/promises';
import { startGroup } from './processGroup.mts';

// Said explicitly, since a user's own npm configuration may say otherwise.
const always = ['--no-audit', '--no-fund', '--engine-strict=false', '--omit=dev', '--global=false'];

interface NpmRun {
	cwd: string;
	logFile: string;
	/** Whether the packages' own install scripts may run. */
	scripts: boolean;
	environment?: NodeJS.ProcessEnv;
}

/**
 * Runs the npm that runs us, or the one on the PATH, with its output in a log file.
 * @throws with the last lines of the log when npm fails
 */
export async function npm(args: string[], run: NpmRun): Promise<void> {
	const { command, prefix } = npmProgram();
	const log = await open(run.logFile, 'a');
	try {
		const group = await startGroup(
			command,
			[...prefix, ...args, ...always, `--ignore-scripts=${String(!run.scripts)}`],
			{ cwd: run.cwd, environment: { ...process.env, ...run.environment }, logTo: log.fd, graceMs: 1_000 },
		);
		const { code } = await group.ended;
		await group.stop();
		if (code !== 0) {
			throw new Error(`npm ${args.join(' ')} ended with ${String(code)}:\n${await lastLines(run.logFile)}`);
		}
	} finally {
		await log.close();
	}
}

function npmProgram(): { command: string; prefix: string[] } {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('npm-cli.js') ? { command: process.execPath, prefix: [cli] } : { command: 'npm', prefix: [] };
}

/** The end of a log file, indented, for an error message. */
export async function lastLines(file: string, count = 15): Promise<string> {
	const text = await readFile(file, 'utf8').catch(() => '');
	return text
		.trimEnd()
		.split('\n')
		.slice(-count)
		.map((line) => `    ${line}`)
		.join('\n');
}
