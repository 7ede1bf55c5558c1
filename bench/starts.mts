/**
 * How many requests were started in a second, over the time from the first to the last.
 * @param startedAt milliseconds, in any order
 */
export function startsPerSecond(startedAt: readonly number[]): number {
	const times = [...startedAt].sort((a, b) => a - b);
	const milliseconds = (times.at(-1) ?? NaN) - (times[0] ?? NaN);
	return ((times.length - 1) / milliseconds) * 1000;
}

/** The most starts in any 1,000 ms. */
export function busiestSecond(startedAt: readonly number[]): number {
	const times = [...startedAt].sort((a, b) => a - b);
	let most = 0;
	let first = 0;
	for (const [index, time] of times.entries()) {
		while (time - (times[first] ?? time) >= 1000) first++;
		most = Math.max(most, index - first + 1);
	}
	return most;
}
