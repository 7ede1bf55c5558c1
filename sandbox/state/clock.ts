import type { Dependencies } from './dependencies';

export type Clock = ReturnType<typeof createClock>;

interface Planned {
	due: number;
	readonly run: () => void;
}

/**
 * Time as the service sees it: it runs like real time, can be moved forward, and be set back to real time. One real
 * timer stands for everything that is planned.
 */
export function createClock({ now: realNow, wake }: Pick<Dependencies, 'now' | 'wake'>) {
	/** How far time was moved, in milliseconds. */
	let moved = 0;
	/** In the order of its time. */
	let planned: Planned[] = [];
	let cancelWake = () => {};

	/** Milliseconds since 1970. */
	const now = () => realNow() + moved;

	function runDue(): void {
		const time = now();
		const count = planned.findIndex((task) => task.due > time);
		for (const { run } of planned.splice(0, count === -1 ? planned.length : count)) run();
		waitForNext();
	}

	function waitForNext(): void {
		cancelWake();
		const [next] = planned;
		if (next !== undefined) cancelWake = wake(Math.max(0, next.due - now()), runDue);
	}

	return {
		now,
		/** Runs something so many milliseconds from now, or as soon as the clock is moved past that time; the returned function cancels it. */
		after(ms: number, run: () => void): () => void {
			const task: Planned = { due: now() + ms, run };
			let place = planned.length;
			while (place > 0 && (planned[place - 1]?.due ?? 0) > task.due) place--;
			planned.splice(place, 0, task);
			waitForNext();
			return () => {
				const found = planned.indexOf(task);
				if (found !== -1) planned.splice(found, 1);
			};
		},
		/** Moves time forward and runs what became due, in the order of its time. */
		advance(ms: number): void {
			moved += ms;
			runDue();
		},
		isMoved: () => moved > 0,
		/** Back to real time. What is planned comes as many milliseconds from now as before. */
		toNow(): void {
			for (const task of planned) task.due -= moved;
			moved = 0;
			waitForNext();
		},
		/** Forgets everything that is planned. The clock keeps its time. */
		forget(): void {
			planned = [];
			waitForNext();
		},
	};
}
