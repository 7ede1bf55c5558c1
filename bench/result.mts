import { spread, type Spread } from './statistics.mts';

export interface Column {
	/** With its unit. */
	readonly title: string;
	/** Digits after the decimal point. */
	readonly digits: number;
}

export interface Row {
	readonly label: string;
	/** One per column; null where it doesn't apply. */
	readonly cells: ReadonlyArray<Spread | null>;
}

export interface Table {
	readonly title: string;
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
}

/** What must be reached, and whether it was. */
export interface Target {
	readonly what: string;
	readonly atLeast?: number;
	readonly atMost?: number;
	readonly measured: Spread;
	readonly digits: number;
	readonly met: boolean;
}

/** What a section of the benchmark has found. */
export interface SectionResult {
	readonly tables: readonly Table[];
	readonly targets: readonly Target[];
}

/** What several processes have found of one section. */
export const together = (results: readonly SectionResult[]): SectionResult => ({
	tables: results.flatMap(({ tables }) => tables),
	targets: results.flatMap(({ targets }) => targets),
});

interface Wanted {
	readonly atLeast?: number;
	readonly atMost?: number;
	readonly digits?: number;
	/** Judged by every single run instead of by their median. */
	readonly always?: boolean;
}

/** Judges what was measured, one value per round. */
export function target(what: string, values: readonly number[], wanted: Wanted): Target {
	const { atLeast, atMost, digits = 2, always = false } = wanted;
	const measured = spread(values);
	const low = always ? measured.lowest : measured.median;
	const high = always ? measured.highest : measured.median;
	return {
		what,
		...(atLeast === undefined ? {} : { atLeast }),
		...(atMost === undefined ? {} : { atMost }),
		measured,
		digits,
		met: low >= (atLeast ?? -Infinity) && high <= (atMost ?? Infinity),
	};
}
