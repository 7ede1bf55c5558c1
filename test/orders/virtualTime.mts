interface Timer {
	readonly end: number;
	call(): void;
}

/** Timers and clocks of this process that pass only when `next` is called: n8n and the node wait for hours in no time. */
export class VirtualTime {
	/** Timers that were set so far. */
	count = 0;
	private now = 0;
	private readonly timers = new Map<object, Timer>();

	/** Runs work in this time. Nothing else may wait meanwhile. */
	async within<T>(work: () => Promise<T>): Promise<T> {
		const { setTimeout, clearTimeout } = globalThis;
		const { now } = Date;
		const set = (call: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
			this.count++;
			const handle = { ref: () => handle, unref: () => handle, hasRef: () => true, refresh: () => handle };
			this.timers.set(handle, { end: this.now + ms, call: () => call(...given) });
			return handle;
		};
		Object.assign(globalThis, { setTimeout: set, clearTimeout: (handle: object) => void this.timers.delete(handle) });
		Object.assign(Date, { now: () => this.now });
		Object.defineProperty(performance, 'now', { value: () => this.now, configurable: true });
		try {
			return await work();
		} finally {
			Object.assign(globalThis, { setTimeout, clearTimeout });
			Object.assign(Date, { now });
			Reflect.deleteProperty(performance, 'now');
		}
	}

	/** Lets time pass up to the next timer. False if there is none. */
	next(): boolean {
		let [first, timer]: [object | undefined, Timer | undefined] = [undefined, undefined];
		for (const [handle, one] of this.timers) if (timer === undefined || one.end < timer.end) [first, timer] = [handle, one];
		if (first === undefined || timer === undefined) return false;
		this.timers.delete(first);
		this.now = Math.max(this.now, timer.end);
		timer.call();
		return true;
	}
}
