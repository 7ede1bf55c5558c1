/** What several runs of one thing gave, in the unit of its values. */
export interface Spread {
	readonly median: number;
	readonly lowest: number;
	readonly highest: number;
}

/** The middle of the values; of an even number of them, half way between the two in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)];
	const lower = sorted[Math.ceil(sorted.length / 2) - 1];
	if (upper === undefined || lower === undefined) throw new RangeError('Nothing was measured');
	return (lower + upper) / 2;
}

export const spread = (values: readonly number[]): Spread => ({
	median: median(values),
	lowest: Math.min(...values),
	highest: Math.max(...values),
});

/**
 * Divides the median of what was measured by that of what it is compared with. The lowest and the
 * highest are the ratios of single rounds: what slows the machine for a while slows both of a round.
 */
export function ratio(measured: readonly number[], comparedWith: readonly number[]): Spread {
	if (measured.length !== comparedWith.length) throw new RangeError('The two were not measured in the same rounds');
	const ofRounds = spread(measured.map((value, round) => value / (comparedWith[round] ?? NaN)));
	return { ...ofRounds, median: median(measured) / median(comparedWith) };
}

/** The order of a round: the first one goes last in the next, so that no place favours anybody. */
export function rotated<T>(all: readonly T[], round: number): T[] {
	const first = all.length === 0 ? 0 : round % all.length;
	return [...all.slice(first), ...all.slice(0, first)];
}
