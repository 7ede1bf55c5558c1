import type { ExpressionEngine } from '../options.mts';

export interface SectionSettings {
	/** n8n's expression engine. */
	readonly engine: ExpressionEngine;
	/** How often each thing is measured. */
	readonly rounds: number;
	/** Messages of one run. */
	readonly messages: number;
	/** Takes a line of progress for a person to read. */
	readonly log: (line: string) => void;
}
