import type { Dependencies } from './dependencies';

/** Time as the service sees it: it runs like real time, can be moved forward, and be set back to real time. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Runs something so many milliseconds from now, or as soon as the clock is moved past that time; the returned function cancels it. */
	after(ms: number, run: () => void): () => void;
	/** Moves time forward and runs what became due, in the order of its time. */
	advance(ms: number): void;
	/** How far time was moved, in milliseconds. */
	moved(): number;
	/** Back to real time. What is planned comes as many milliseconds from now as before. */
	toNow(): void;
	/** Forgets everything that is planned. The clock keeps its time. */
	forget(): void;
}

interface Planned {
	due: number;
	readonly run: () => void;
	cancelled: boolean;
}

/** Longer waits overflow Node's timers. */
const longestWait = 2 ** 31 - 1;

/** A clock on real time; one real timer stands for everything that is planned. */
export function createClock({ now: realNow, wake }: Pick<Dependencies, 'now' | 'wake'>): Clock {
	let moved = 0;
	let planned: Planned[] = [];
	let cancelled = 0;
	let sleep: { readonly until: number; readonly cancel: () => void } | undefined;

	const now = () => realNow() + moved;

	function insert(task: Planned): void {
		let low = 0;
		let high = planned.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const other = planned[middle];
			if (other !== undefined && other.due <= task.due) low = middle + 1;
			else high = middle;
		}
		planned.splice(low, 0, task);
	}

	/** Removes cancelled tasks once they are half of all: they would stay in memory until they are due. */
	function tidy(): void {
		if (++cancelled * 2 < planned.length) return;
		planned = planned.filter((task) => !task.cancelled);
		cancelled = 0;
	}

	function runDue(): void {
		const time = now();
		const count = planned.findIndex((task) => task.due > time);
		const due = planned.splice(0, count === -1 ? planned.length : count);
		for (const task of due) if (!task.cancelled) task.run();
	}

	function settle(): void {
		const next = planned[0];
		if (sleep !== undefined && (next === undefined || sleep.until !== next.due)) {
			sleep.cancel();
			sleep = undefined;
		}
		if (next === undefined || sleep !== undefined) return;
		const cancel = wake(Math.min(longestWait, Math.max(0, next.due - now())), () => {
			sleep = undefined;
			runDue();
			settle();
		});
		sleep = { until: next.due, cancel };
	}

	return {
		now,
		after(ms, run) {
			const task: Planned = { due: now() + ms, run, cancelled: false };
			insert(task);
			settle();
			return () => {
				if (task.cancelled) return;
				task.cancelled = true;
				tidy();
			};
		},
		advance(ms) {
			moved += ms;
			runDue();
			sleep?.cancel();
			sleep = undefined;
			settle();
		},
		moved: () => moved,
		toNow() {
			for (const task of planned) task.due -= moved;
			moved = 0;
			sleep?.cancel();
			sleep = undefined;
			settle();
		},
		forget() {
			planned = [];
			cancelled = 0;
			settle();
		},
	};
}
