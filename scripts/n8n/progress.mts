/** Receives one line for a person to read. */
export type Say = (line: string) => void;

const everyMs = 15_000;

/**
 * Says what is being done, again every 15 seconds with the time it has taken, and at the end how long it took.
 * @param what a phrase that follows "…ing", e.g. `Installing n8n 2.41.1 (about 3 minutes, only this once)`
 */
export async function withProgress<T>(say: Say, what: string, work: () => Promise<T>): Promise<T> {
	const start = Date.now();
	const seconds = () => `${String(Math.round((Date.now() - start) / 1000))} s`;
	say(`${what} …`);
	const timer = setInterval(() => say(`  … ${seconds()}`), everyMs);
	try {
		const result = await work();
		say(`  done in ${seconds()}`);
		return result;
	} finally {
		clearInterval(timer);
	}
}
