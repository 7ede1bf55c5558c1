import type { Sent } from '../contract/sendOutcome';

export interface DeliveryPlan {
	/** How many messages there are. */
	readonly count: number;
	/** How many may be in flight at once. */
	readonly concurrency: number;
	/** Whether the first message that is not accepted keeps the rest from being started. */
	readonly stopAtFailure: boolean;
	/** Sends the message at an index. It must not throw: whatever goes wrong is an outcome. */
	readonly send: (index: number) => Promise<Sent>;
	/** Nothing new is started once this is aborted. */
	readonly signal?: AbortSignal | undefined;
}

/**
 * Sends messages, at most `concurrency` at once, started in order. Gives what became of each, by
 * index; undefined stands for a message that was not started.
 */
export async function deliver(plan: DeliveryPlan): Promise<Array<Sent | undefined>> {
	const outcomes = new Array<Sent | undefined>(plan.count).fill(undefined);
	let next = 0;
	let stopped = false;

	async function lane(): Promise<void> {
		while (next < plan.count && !stopped && plan.signal?.aborted !== true) {
			const index = next++;
			const sent = await plan.send(index);
			outcomes[index] = sent;
			if (plan.stopAtFailure && sent.outcome !== 'accepted') stopped = true;
		}
	}

	const lanes = Math.min(Math.max(1, Math.floor(plan.concurrency)), plan.count);
	await Promise.all(Array.from({ length: lanes }, lane));
	return outcomes;
}
