/** Line numbers in words: `line 2`, `lines 1, 3`. */
export const describeLines = (lines: readonly number[]): string =>
	`${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
