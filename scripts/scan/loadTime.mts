import { execFileSync } from 'node:child_process';

import { classIn } from '../build/manifest.mts';
import { finding, type Finding } from './finding.mts';
import { folderWithOnly } from './folderWithOnly.mts';

/** How much longer than n8n's own nodes ours may take to load. */
export const loadRatioLimit = 1.5;

/** What we want of ourselves; reported, since milliseconds are another machine's elsewhere. */
const aimMs = 25;

const repetitions = 7;

/** Both loads of a comparison, and what they run on. */
export interface LoadComparison {
	/** Files of the nodes to measure, and of those to measure them by; absolute paths. */
	readonly ours: readonly string[];
	readonly theirs: readonly string[];
	/** The folder of the n8n-workflow that both get; the file they are compared by finds the same copy. */
	readonly n8nWorkflow: string;
	/** The Node.js that runs them. */
	readonly node: string;
}

/**
 * How long nodes take to load and to be made once n8n-workflow is there, beside n8n's own: the median
 * of fresh processes, one of each in turn, so that a busy machine slows both.
 */
export function checkLoadTime(comparison: LoadComparison): Finding {
	const modules = folderWithOnly(comparison.n8nWorkflow);
	try {
		const measure = (files: readonly string[]) => loadMs(files, comparison.node, modules.folder);
		// The first of each only warms the disk's cache.
		measure(comparison.ours);
		measure(comparison.theirs);
		const rounds = Array.from({ length: repetitions }, () => ({
			ours: measure(comparison.ours),
			theirs: measure(comparison.theirs),
		}));
		const ours = median(rounds.map((round) => round.ours));
		const theirs = median(rounds.map((round) => round.theirs));
		const ratio = ours / theirs;
		return finding(
			`load time: both nodes ${ours.toFixed(1)} ms (aim ${aimMs} ms), n8n's WhatsApp nodes ${theirs.toFixed(1)} ms: ` +
				`${ratio.toFixed(2)} times theirs, of ${loadRatioLimit}`,
			ratio > loadRatioLimit ? [`Loading takes ${ratio.toFixed(2)} times as long as n8n's own nodes`] : [],
		);
	} catch (cause) {
		return finding('load time of both nodes', [`It could not be measured: ${String(cause)}`]);
	} finally {
		modules.remove();
	}
}

/**
 * Milliseconds to require the files and to make one of each class, in a process of its own.
 * @throws with what Node.js said when that fails
 */
function loadMs(files: readonly string[], node: string, modules: string): number {
	const classes = files.map((file) => [file, classIn(file)]);
	const program = `require('n8n-workflow');
		const started = performance.now();
		for (const [file, name] of ${JSON.stringify(classes)}) new (require(file)[name])();
		console.log(performance.now() - started);`;
	const output = execFileSync(node, ['-e', program], {
		cwd: modules,
		encoding: 'utf8',
		env: { PATH: process.env.PATH, NODE_PATH: modules },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	return Number(output);
}

const median = (values: readonly number[]): number =>
	[...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
