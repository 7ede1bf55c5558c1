import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../result/failure';
import { ok, type Result } from '../result/result';
import { openKeyRows } from '../n8n/keyRows';
import type { IdempotencyHeader } from './links/idempotencyKey';
import { type OncePerKey, oncePerKey } from './links/oncePerKey';
import type { RunMemory } from './runMemory';

/** By what a message is known again that was sent, or may have been. */
export interface Recognition {
	/** By its Message Key, among the items of the run. */
	readonly byKey: boolean;
	/** By the service, if it has a header for that. */
	readonly byService: IdempotencyHeader | undefined;
	/** By all runs, in n8n's database. */
	readonly byRows: OncePerKey | undefined;
	/** Whether the service knows a message again whose outcome an attempt of this try has left unknown, so that it may be sent again. */
	readonly mayRepeat: boolean;
	/** The same for what an earlier try has left unknown. */
	readonly mayRepeatEarlier: boolean;
}

interface RecognitionSettings {
	readonly hasKeys: boolean;
	/** Name of the header of an idempotency key. */
	readonly header: string | undefined;
	readonly isQuestion: boolean;
	readonly memory: Pick<RunMemory, 'seed' | 'isRecognized' | 'isOfOtherExecution'>;
	/** Aborted when the run is cancelled. */
	readonly cancelled: AbortSignal;
}

/** Opens what the run knows messages by, or says why it can't use n8n's database. */
export function openRecognition(
	context: IExecuteFunctions,
	{ hasKeys, header, isQuestion, memory, cancelled }: RecognitionSettings,
): Result<Recognition, Failure> {
	// The link in a question leads to its own execution: a retry in another one asks another question, under another key.
	const seed = isQuestion ? `${memory.seed} ${context.getExecutionId()}` : memory.seed;
	const mayRepeat = header !== undefined && !(isQuestion && memory.isOfOtherExecution);
	// A service that recognizes a question answers as if it had asked this one, whose link nobody would get.
	const rows = hasKeys && (isQuestion || !mayRepeat) ? openKeyRows(context, cancelled) : ok(undefined);
	if (!rows.ok) return rows;
	return ok({
		byKey: hasKeys,
		byService: header === undefined ? undefined : { header, seed, isByIdentity: !isQuestion },
		byRows: rows.value && oncePerKey(rows.value),
		mayRepeat,
		mayRepeatEarlier: mayRepeat && memory.isRecognized,
	});
}
