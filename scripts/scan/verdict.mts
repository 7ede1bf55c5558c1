import type { Finding } from './finding.mts';

/** What a scan found, for people and for the program that started it. */
export interface Verdict {
	/** A line for each check, what those that failed found, and the counts at the end. */
	readonly text: string;
	/** 1 as soon as one check failed. */
	readonly exitCode: 0 | 1;
}

export function verdictOn(findings: readonly Finding[]): Verdict {
	const lines = findings.flatMap(({ check, problem }) =>
		problem === undefined ? [`passed  ${check}`] : [`failed  ${check}`, problem],
	);
	const failed = findings.filter(({ problem }) => problem !== undefined).length;
	return {
		text: [...lines, `${findings.length - failed} passed, ${failed} failed`].join('\n'),
		exitCode: failed === 0 ? 0 : 1,
	};
}
