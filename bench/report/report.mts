import type { SectionName } from '../options.mts';
import type { SectionResult } from '../result.mts';

/** What the benchmark ran on; figures of another machine are other figures. */
export interface Machine {
	readonly processor: string;
	readonly cores: number;
	readonly memoryGiB: number;
	readonly system: string;
	readonly node: string;
	readonly n8n: string;
}

/** Everything that a run has found; `--json` prints it as it is. */
export interface Report {
	/** How it was called. */
	readonly command: string;
	/** ISO 8601, the day. */
	readonly date: string;
	readonly version: string;
	readonly rounds: number;
	readonly machine: Machine;
	readonly sections: Partial<Record<SectionName, SectionResult>>;
}
