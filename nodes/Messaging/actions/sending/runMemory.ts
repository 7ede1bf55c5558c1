import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { SendResult } from '../../contract/message/sendResult';

/** A message of an earlier try that must not be sent again, as it is kept in the data of the execution. */
export interface RememberedMessage {
	/** The recipient in E.164 form, undefined where it could not be read. */
	readonly to: string | undefined;
	/** The identity of the message; undefined where it has no Message Key. Executions that n8n keeps call it `name`. */
	readonly name?: string | undefined;
	readonly sent: SendResult;
}

/**
 * What an earlier try of this run has sent. n8n's Retry On Fail, and a retry of a failed execution, run the whole
 * node again with the same items: without this memory every accepted message would be sent twice. It is kept in
 * the data of the execution, separately for each iteration of a loop.
 */
export interface RunMemory {
	/** By item index. Messages that were accepted, and those that may have been. */
	readonly earlier: ReadonlyMap<number, RememberedMessage>;
	/** Every try of this run makes its idempotency keys from it, so that they stay the same. */
	readonly seed: string;
	/** Whether the earlier try was in another execution, of which this one is a retry. */
	readonly isOfOtherExecution: boolean;
	/** Keeps what this try has sent, for the next one. */
	keep(sent: ReadonlyMap<number, RememberedMessage>): void;
	/** Removes everything that was kept, at the end of the run. */
	forget(): void;
}

interface Kept {
	readonly seed: string;
	readonly execution?: string;
	readonly sent: Readonly<Record<string, RememberedMessage>>;
}

/** Opens the memory of the run that the node is in. The input must hold at least one item. */
export function openRunMemory(context: IExecuteFunctions): RunMemory {
	const memory = context.getContext('node');
	const name = `sent in run ${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	const current = context.getExecutionId();
	const { seed, sent, execution }: Kept = memory[name] ?? { seed: randomUUID(), execution: current, sent: {} };
	return {
		earlier: new Map(Object.entries(sent).map(([index, message]) => [Number(index), message])),
		seed,
		isOfOtherExecution: execution !== current,
		keep(messages) {
			memory[name] = { seed, execution: current, sent: Object.fromEntries(messages) } satisfies Kept;
		},
		forget() {
			delete memory[name];
		},
	};
}
