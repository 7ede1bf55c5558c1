import type { Sent } from '../contract/sendOutcome';

export interface DeliveryPlan {
	/** How many messages there are. */
	readonly count: number;
	/** How many may be in flight at once. */
	readonly concurrency: number;
	/** Whether the first message that is not accepted keeps the rest from being started. An earlier try's doesn't. */
	readonly stopAtFailure: boolean;
	/** What became of messages in an earlier try of the same run, by index: these don't leave again. */
	readonly earlier?: ReadonlyMap<number, Sent>;
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
			const earlier = plan.earlier?.get(index);
			if (earlier !== undefined) {
				outcomes[index] = earlier;
				continue;
			}
			const sent = await plan.send(index);
			outcomes[index] = sent;
			if (plan.stopAtFailure && sent.outcome !== 'accepted') stopped = true;
		}
	}

	const lanes = Math.min(Math.max(1, Math.floor(plan.concurrency)), plan.count);
	await Promise.all(Array.from({ length: lanes }, lane));
	return outcomes;
}
