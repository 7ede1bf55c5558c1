import type { Installation } from '../scripts/n8n/installation.mts';
import type { Packed } from './packed.mts';
import { rotated } from './statistics.mts';
import type { FigureName, SectionName } from './tables.mts';

/** What a section measures with. */
export interface Bench {
	readonly installation: Installation;
	readonly packed: Packed;
	/** How often each thing is measured. */
	readonly rounds: number;
	/** What all numbers of messages, webhooks, statuses and templates are multiplied by. */
	readonly scale: number;
	/** Takes a line of progress for a person to read. */
	readonly log: (line: string) => void;
	/** Takes the value of one round. */
	readonly record: (figure: FigureName, value: number) => void;
}

/** What is measured in n8n's engine alone needs no n8n. */
export type EngineBench = Omit<Bench, 'installation'>;

/** How many there are of something in this run, from how many there are in a full one. */
export const sized = ({ scale }: Pick<Bench, 'scale'>, full: number): number => Math.ceil(full * scale);

/** Measures each in turn, round after round. */
export async function inRounds<Name extends string>(
	{ rounds, log }: Pick<Bench, 'rounds' | 'log'>,
	section: SectionName,
	names: readonly Name[],
	measure: (name: Name) => Promise<void>,
): Promise<void> {
	for (let round = 0; round < rounds; round++) {
		log(`${section}: round ${String(round + 1)} of ${String(rounds)}`);
		for (const name of rotated(names, round)) await measure(name);
	}
}
