import { inspect } from 'node:util';

/** Ends something that this program has started. */
type Ending = () => Promise<void> | void;

const endings = new Set<Ending>();
let underWay: Promise<void> | undefined;

/**
 * Remembers what to do when the program is told to stop.
 * @returns a function that forgets it again, for what ended by itself
 */
export function beforeShutdown(ending: Ending): () => void {
	endings.add(ending);
	return () => endings.delete(ending);
}

/** Ends everything that was remembered, in reverse order; one that fails doesn't keep the others from ending. */
export function shutDown(): Promise<void> {
	underWay ??= endAll().finally(() => (underWay = undefined));
	return underWay;
}

async function endAll(): Promise<void> {
	for (const ending of [...endings].reverse()) {
		endings.delete(ending);
		try {
			await ending();
		} catch (cause) {
			process.stderr.write(`While stopping: ${String(cause)}\n`);
		}
	}
}

// On Ctrl-C the terminal and npm both send a signal: two signals within this time are one key press.
const sameKeyPressMs = 700;

/**
 * Ends everything on SIGINT, SIGTERM and SIGHUP and then exits. A second signal exits at once; process groups
 * that still run are killed by the exit itself.
 * @param onStopping called once when stopping begins, to say so
 * @param exitCodes exit code by signal; 128 + its number if not given
 */
function shutDownOnSignals(onStopping: () => void, exitCodes: { SIGINT?: number } = {}): void {
	let firstAt: number | undefined;
	const stop = (exitCode: number) => {
		const now = Date.now();
		if (firstAt !== undefined) {
			if (now - firstAt > sameKeyPressMs) process.exit(exitCode);
			return;
		}
		firstAt = now;
		onStopping();
		void shutDown().then(() => process.exit(exitCode));
	};
	process.on('SIGINT', () => stop(exitCodes.SIGINT ?? 130));
	process.on('SIGTERM', () => stop(143));
	process.on('SIGHUP', () => stop(129));
}

/** Starts something; if that fails, or a signal comes, everything that was started by then is ended. */
export async function startOrShutDown<T>(start: () => Promise<T>, onStopping: () => void): Promise<T> {
	shutDownOnSignals(onStopping);
	try {
		return await start();
	} catch (cause) {
		await shutDown();
		throw cause;
	}
}

/**
 * Runs a program to its end: a signal ends all that it has started, and a failure is said on standard error. The exit
 * code is 1 if it failed or gives `false`.
 * @param say where to say that it stops
 */
export async function runToEnd(
	program: () => Promise<boolean | void>,
	say: (line: string) => void,
	exitCodes: { SIGINT?: number } = {},
): Promise<void> {
	try {
		shutDownOnSignals(() => say('\nStopping …'), exitCodes);
		if ((await program()) === false) process.exitCode = 1;
	} catch (cause) {
		// Stopping makes the work under way fail: that is no error to report.
		if (underWay === undefined) {
			process.stderr.write(`\n${cause instanceof Error && cause.cause === undefined ? cause.message : inspect(cause)}\n`);
			process.exitCode = 1;
		}
	} finally {
		await shutDown();
	}
}
