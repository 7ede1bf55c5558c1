interface Line {
	open: number;
	waiting: Array<() => Promise<void>>;
}

/**
 * Runs a few tasks at a time for each name, so that a slow receiver doesn't delay the others. When more
 * than `mostWaiting` wait under a name, the oldest are dropped.
 */
export function createQueue(mostAtOnce: number, mostWaiting: number) {
	const lines = new Map<string, Line>();

	async function next(name: string, line: Line): Promise<void> {
		if (line.open >= mostAtOnce) return;
		const task = line.waiting.shift();
		if (task === undefined) return;
		line.open++;
		await task();
		line.open--;
		if (line.open === 0 && line.waiting.length === 0) lines.delete(name);
		await next(name, line);
	}

	return {
		run(name: string, task: () => Promise<void>): void {
			const line = lines.get(name) ?? { open: 0, waiting: [] };
			lines.set(name, line);
			line.waiting.push(task);
			if (line.waiting.length > mostWaiting) line.waiting.shift();
			void next(name, line);
		},
		/** Forgets what has not begun. */
		clear(): void {
			for (const line of lines.values()) line.waiting = [];
		},
	};
}
