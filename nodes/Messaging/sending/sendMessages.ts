import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asUnknown, maskSendResult, type SendResult } from '../message/sendResult';
import { systemClock } from '../n8n/clock';
import { failedItem, responseItem } from '../n8n/items';
import { openKeyRows } from '../n8n/keyRows';
import { nodeError, refuseRun } from '../n8n/nodeError';
import { openParameters } from '../n8n/parameters';
import { maskFailure, ok } from '../api/failure';
import type { JsonObject } from '../text/json';
import { messageOf } from '../text/wording';
import type { Connection } from '../service/connection';
import { openRun, type Run } from '../service/run';
import { inParallel, openAttempts } from './attempts';
import { dryRun } from './dryRun';
import { idempotencyKey, replays } from './links/idempotencyKey';
import { inAttempts } from './links/inAttempts';
import { oncePerKey } from './links/oncePerKey';
import { type Notices, openNotices } from './links/notice';
import { onlyInTime, stillDue } from './links/onlyInTime';
import { quietHours } from './links/quietHours';
import { build, post, upload } from './links/request';
import { sameKey } from './links/sameKey';
import { type EndedMessage, endOf, openRunMemory, type RunMemory, skipSentEarlier } from './links/skipSentEarlier';
import { stopAtFailure } from './links/stopAtFailure';
import { stopForAll } from './links/stopForAll';
import { chain, hasMessageKey, type Link, type Message, openMessage } from './message';
import { readSendingOptions } from './options';
import { inTurn } from './reads';
import { describeOutcomes, explainUnsettled, logCancelled, logUnsettled, showHint, showSummary } from './report';

/** Reads an item's parameters and makes the content of its message of them, or says why that is not possible. Sends nothing. */
export type BuildMessage = (message: Message, run: Run) => ReturnType<Message['content']>;

/** What a question needs besides: a message whose run waits for the answer. */
export interface Question {
	/** Kept around all other links. `isRetryElsewhere`: another execution may have asked this question. */
	link(isRetryElsewhere: boolean): Link;
	/** Lets the run wait. Gives the item of the question, in place of the service's response. Must not throw, because the message was sent. */
	wait(response: JsonObject, to: string | undefined): Promise<INodeExecutionData>;
}

/** Sends one message per input item, and gives one output item per input item, in the same order. */
export async function sendMessages(
	context: IExecuteFunctions,
	buildMessage: BuildMessage,
	connection: Connection,
	question?: Question,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const parametersOf = openParameters(context);
	const options = readSendingOptions(parametersOf, count);
	if (!options.ok) return refuseRun(context, maskFailure(options.error, connection.mask), 'not_sent');
	const { concurrency, idempotencyHeader } = options.value;

	const attempts = openAttempts({ ...options.value, clock: systemClock, cancel: context.getExecutionCancelSignal() });
	const run = openRun(inTurn(connection, attempts));
	const messageAt = (index: number): Message =>
		openMessage(parametersOf(index), async (message) => await buildMessage(message, run), connection.account.baseUrl);
	const inTime = [onlyInTime(context, parametersOf), quietHours(context, parametersOf, systemClock), stillDue(attempts)];
	const hasKeys = hasMessageKey(messageAt(0));
	const notices = openNotices(count > 1 && !hasKeys);
	if (options.value.dryRun) {
		return await dryRun(context, connection, messageAt, [sameKey, ...inTime, build(attempts.signal)], notices).finally(attempts.close);
	}

	const memory = openRunMemory(context, connection.account.baseUrl, idempotencyHeader);
	// The link in a question leads to its own execution: a retry in another one asks another question, under another key.
	const isRetryElsewhere = question !== undefined && memory.isOfOtherExecution;
	const seed = question === undefined ? memory.seed : `${memory.seed} ${context.getExecutionId()}`;
	const isIdempotent = idempotencyHeader !== undefined && !isRetryElsewhere;
	// A service that recognizes a question answers as if it had asked this one, whose link nobody would get.
	const hasRows = hasKeys && (question !== undefined || !isIdempotent);
	const rows = hasRows ? openKeyRows(context, attempts.cancelled) : ok(undefined);
	if (!rows.ok) {
		attempts.close();
		return refuseRun(context, maskFailure(rows.error, connection.mask), 'not_sent');
	}
	const keys = rows.value && oncePerKey(rows.value);

	const forAll = stopForAll(connection.account);

	const send = chain(
		[
			// A question that another run has asked is not asked again.
			question?.link(isRetryElsewhere),
			// On Error = stop: after a message that was not accepted, none starts.
			context.continueOnFail() ? undefined : stopAtFailure(attempts.stop),
			// Items of the run with the same key are one message.
			hasKeys ? sameKey : undefined,
			// What the service recognizes as sent by another run is a duplicate.
			idempotencyHeader === undefined ? undefined : replays,
			// What an earlier try of the run has sent is not sent again.
			skipSentEarlier(memory, isIdempotent && memory.isRecognized),
			// What any run has sent under the key is not sent again.
			keys?.look,
			// The service can recognize the message.
			idempotencyHeader === undefined ? undefined : idempotencyKey(idempotencyHeader, seed, question !== undefined),
			// It starts in time and outside of its quiet hours, or stays.
			...inTime,
			// Its request is built once for all attempts.
			build(attempts.signal),
			// What leaves is looked at: what the output says of it as a whole.
			notices.link,
			// What is refused for all is not tried for each.
			forAll,
			// Its header's file goes first.
			upload(run, attempts.signal),
			// Its turn, the pace, the pauses, the attempts.
			inAttempts(attempts, isIdempotent),
			forAll,
			// Its key is marked right before the first attempt.
			keys?.claim,
			// Marking and waiting take time.
			stillDue(attempts),
		],
		post(connection),
	);

	const ended: Array<EndedMessage | undefined> = Array.from({ length: count }, () => undefined);
	await inParallel(concurrency, count, async (index) => {
		const message = memory.asBefore(messageAt(index));
		const sent = attempts.signal.aborted ? undefined : await send(message).catch(unexpected);
		// What a stopped run did not get to, an earlier try may have sent.
		const known = sent ?? memory.recall(message);
		if (known !== undefined) ended[index] = endOf(message, maskSendResult(known, connection.mask));
	});
	const unsettled = explainUnsettled((await keys?.close()) ?? 0);
	attempts.close();
	logUnsettled(context, unsettled);
	finish(context, memory, ended, { baseUrl: connection.account.baseUrl, notices, unsettled });
	return await outputOf(ended, question);
}

/** No link throws. If one does all the same, the other messages go on, and nobody may send this one again. */
const unexpected = (error: unknown): SendResult => ({
	outcome: 'unknown',
	failure: asUnknown({ category: 'service', message: 'The node could not handle this item', description: `n8n's log may say more. (${messageOf(error)})` }),
});

/**
 * Keeps what the next try of the run has to know, and reports how the run went.
 * @throws NodeApiError or NodeOperationError of the first message that was not accepted, if the run stops at failures
 */
function finish(
	context: IExecuteFunctions,
	memory: RunMemory,
	ended: ReadonlyArray<EndedMessage | undefined>,
	{ baseUrl, notices, unsettled }: { readonly baseUrl: string; readonly notices: Notices; readonly unsettled: string },
): void {
	const results = ended.map((end) => end?.sent);
	if (context.getExecutionCancelSignal()?.aborted === true) logCancelled(context, results);
	const failure = context.continueOnFail() ? undefined : firstFailure(context, results, unsettled);
	// Retry On Fail also runs a node again whose first item has failed, but no tool.
	const mayRunAgain = context.getNode().retryOnFail === true && !context.isToolExecution();
	if (failure !== undefined || mayRunAgain) memory.keep(ended);
	else memory.forget();
	if (failure !== undefined) throw failure;
	showSummary(context, results, baseUrl, notices);
	if (unsettled !== '') showHint(context, 'warning', unsettled);
}

/** The error for the first message that was not accepted, one of this try if there is any. It says what became of the others too. */
function firstFailure(
	context: IExecuteFunctions,
	results: ReadonlyArray<SendResult | undefined>,
	unsettled: string,
): ReturnType<typeof nodeError> | undefined {
	const failed = results.flatMap((sent, index) => (sent === undefined || sent.outcome === 'accepted' ? [] : [{ ...sent, index }]));
	const first = failed.find(({ sentBy }) => sentBy === undefined) ?? failed[0];
	if (first === undefined) return undefined;
	const { failure, index, outcome } = first;
	const description = `${failure.description}${describeOutcomes(results)} ${unsettled}`.trimEnd();
	return nodeError(context.getNode(), { ...failure, description }, index, outcome);
}

/** One item for each message that was started, in the order of the input. */
async function outputOf(ended: ReadonlyArray<EndedMessage | undefined>, question: Question | undefined): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (const [index, end] of ended.entries()) {
		if (end === undefined) continue;
		const { sent, to } = end;
		if (sent.outcome !== 'accepted') output.push(failedItem({ ...sent, to }, index));
		else output.push(question === undefined ? responseItem(sent.response, index) : await question.wait(sent.response, to));
	}
	return output;
}
