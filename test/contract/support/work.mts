/** The processor time that some work takes, in milliseconds: other programs on the machine don't count. */
export function workOf(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

/**
 * Whether four times the input is at most about four times the work. Quadratic work grows sixteenfold;
 * the sizes grow step by step, so that it shows before it takes minutes.
 */
export function growsWithItsInput(work: (size: number) => () => unknown, sizes: readonly number[]): boolean {
	let before = Infinity;
	for (const size of sizes) {
		const one = work(size);
		const took = Math.min(workOf(one), workOf(one));
		if (took > 8 * before + 150) return false;
		before = took;
	}
	return true;
}
