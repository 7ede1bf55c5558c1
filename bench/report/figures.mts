import type { Target } from '../result.mts';
import type { Spread } from '../statistics.mts';

/** A number with thousands apart, e.g. `12,345.6`. */
export const figure = (value: number, digits: number): string =>
	value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The median, with the lowest and the highest where several runs differ, e.g. `812 (790–840)`. */
export function spreadText(spread: Spread | null, digits: number): string {
	if (spread === null) return '';
	const [median, lowest, highest] = [spread.median, spread.lowest, spread.highest].map((value) => figure(value, digits));
	return lowest === highest ? String(median) : `${String(median)} (${String(lowest)}–${String(highest)})`;
}

/** What a target asks for, e.g. `at least 0.95`. */
export function wantedText({ atLeast, atMost, digits }: Target): string {
	if (atLeast !== undefined && atLeast === atMost) return figure(atLeast, digits);
	return [
		...(atLeast === undefined ? [] : [`at least ${figure(atLeast, digits)}`]),
		...(atMost === undefined ? [] : [`at most ${figure(atMost, digits)}`]),
	].join(', ');
}
