import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../result/failure';
import { ok, type Result, valueOf } from '../result/result';
import { isSimulated, type SendResult } from '../request/sendResult';
import { hashOf } from '../text/hash';
import { at } from '../text/json';
import type { Message } from './message';

/** What became of the message of an item. */
export interface ItemResult {
	/** The recipient in E.164 form; undefined if it could not be read. */
	readonly to: string | undefined;
	/** What its Message Key makes of it; undefined without a key. */
	readonly identity: string | undefined;
	readonly sent: SendResult;
}

export const itemResult = (message: Message, sent: SendResult): ItemResult => ({
	to: valueOf(message.to()),
	identity: valueOf(message.identity()),
	sent,
});

interface Kept {
	/** Every try of a run makes its idempotency keys from it, so that they stay the same. */
	readonly seed: string;
	readonly execution: string;
	/** What idempotency keys were made of in the first try, and the header: by others the service recognizes nothing that left. */
	readonly recognizedBy: string;
	/** By item index. Messages that were accepted, and those that may have been. */
	readonly sent: Readonly<Record<string, KeptResult | undefined>>;
}

/** What became of a message in the try that sent it, or may have. */
interface KeptResult extends ItemResult {
	/** What its Message Key was made of: the parameter as the user wrote it, and the base URL. */
	readonly keyedBy: string;
}

/**
 * What the tries of a run know of each other. n8n's Retry On Fail, and a retry of a failed execution, run the whole
 * node again with the same items: without this memory every accepted message would be sent twice. It is kept in the
 * data of the execution, separately for each iteration of a loop. An agent's tool is tried again as another run of the
 * same call, so there it is kept by what the model gave. The input must hold at least one item.
 */
export function openRunMemory(context: IExecuteFunctions, baseUrl: string, header: string | undefined) {
	const name = context.isToolExecution()
		? `sent in call ${hashOf('hex', context.getInputData().map(({ json }) => json))}`
		: `sent in run ${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	const execution = context.getExecutionId();
	const keyedBy = hashOf('hex', baseUrl, at(context.getNode().parameters, 'options', 'messageKey') ?? null);
	const recognizedBy = hashOf('hex', header ?? null, keyedBy);
	const kept: Kept = context.getContext('node')[name] ?? { seed: randomUUID(), execution, recognizedBy, sent: {} };
	return {
		seed: kept.seed,
		isEmpty: Object.keys(kept.sent).length === 0,
		/** Whether the service would recognize a message of the first try. */
		isRecognized: kept.recognizedBy === recognizedBy,
		/** Whether the earlier try was in another execution, of which this one is a retry. */
		isOfOtherExecution: kept.execution !== execution,

		/** The message with the identity of its earlier try: a key that depends on the present would make another message of it. */
		asBefore(message: Message): Message {
			const earlier = kept.sent[message.index];
			if (earlier?.identity === undefined || earlier.keyedBy !== keyedBy || !isSame(earlier.to, message.to())) return message;
			const { identity } = earlier;
			return { ...message, identity: () => ok(identity) };
		},

		/** What became of a message in an earlier try; undefined if it was not sent, or if the item is another message by now. */
		recall(message: Message): SendResult | undefined {
			const earlier = kept.sent[message.index];
			if (earlier === undefined || !isSame(earlier.to, message.to()) || !isSame(earlier.identity, message.identity())) return undefined;
			return earlier.sent.outcome === 'accepted' ? { sentBy: 'earlier try', ...earlier.sent } : { ...earlier.sent, sentBy: 'earlier try' };
		},

		/**
		 * Keeps for the next try what was accepted, and what may have been, by item index. What an earlier try has sent is
		 * kept as that try knew it: in this one its recipient or key may not have been readable, or be another by now. What
		 * an earlier run has sent is looked up again: it may have ended since. What was only simulated is not kept: the next
		 * try may be with another API key.
		 */
		keep(results: ReadonlyArray<ItemResult | undefined>): void {
			const sent = { ...kept.sent };
			for (const [index, result] of results.entries()) {
				if (result !== undefined && isKept(result.sent, sent[index])) sent[index] = { ...result, keyedBy };
			}
			context.getContext('node')[name] = { ...kept, execution, sent } satisfies Kept;
		},

		/** Removes everything that was kept, at the end of the run. */
		forget(): void {
			delete context.getContext('node')[name];
		},
	};
}

export type RunMemory = ReturnType<typeof openRunMemory>;

/** Whether the next try has to know of a result; `earlier` is what an earlier try knew. */
function isKept(sent: SendResult, earlier: ItemResult | undefined): boolean {
	if (sent.sentBy === 'earlier run' || (sent.sentBy === 'earlier try' && earlier !== undefined)) return false;
	return sent.outcome === 'accepted' ? !isSimulated(sent.response) : sent.outcome === 'unknown';
}

/** A recipient or key that can't be read counts as unchanged, and so does a key that was added after the first try. */
const isSame = (then: string | undefined, now: Result<string | undefined, Failure>): boolean =>
	then === undefined || !now.ok || now.value === undefined || then === now.value;
