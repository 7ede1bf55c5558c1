import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { maskFailure, type Failure } from '../../contract/failure';
import type { JsonObject } from '../../contract/json';
import { askedBefore } from '../../contract/message/duplicate';
import { maskSendResult, type SendResult } from '../../contract/message/sendResult';
import { ok } from '../../contract/result';
import { systemClock } from '../../delivery/clock';
import type { ReadyMessage } from '../../delivery/sender';
import { failedItem, responseItem } from '../../n8n/items';
import { nodeError } from '../../n8n/nodeError';
import { openParameters } from '../../n8n/parameters';
import type { Connection } from '../../transport/connection';
import type { MessageOperation } from '../operation';
import { refuseRun } from '../refuseRun';
import { buildMessage } from './buildMessage';
import { dryRun } from './dryRun';
import { forSameMessages, toRemember } from './earlierTry';
import { startableUntil } from './latestStarts';
import type { Claims } from './messageKey/claims';
import { createKeyedMessages, type KeyedMessages } from './messageKey/keyedMessages';
import { openClaims } from './messageKey/openClaims';
import { readSendingOptions } from './options';
import { fingerprint, idempotencyKey, prepareMessage, sendOne } from './prepareMessage';
import { describeOutcomes, logCancelled, logUnwritten, showSummary } from './report';
import { openSendingRun, type SendingRun } from './sendingRun';

/** A message that the service has accepted. */
export interface AcceptedMessage {
	readonly response: JsonObject;
	/** In E.164 form. */
	readonly to: string | undefined;
}

/**
 * Gives the item of an accepted question, in place of the service's response, and lets the run wait for the answer.
 * It must not throw, because the message was sent.
 */
type WaitForAnswer = (message: AcceptedMessage, itemIndex: number) => Promise<INodeExecutionData>;

type Outcomes = ReadonlyArray<SendResult | undefined>;

/**
 * Sends one message per input item, and gives one output item per input item, in the same order.
 * @param waitForAnswer given for a question. A question that another run or execution has sent then counts as not
 * sent, because its answer goes there
 */
export async function sendMessages(
	context: IExecuteFunctions,
	operation: MessageOperation,
	connection: Connection,
	waitForAnswer?: WaitForAnswer,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const refuse = (failure: Failure) => refuseRun(context, maskFailure(failure, connection.mask), 'not_sent');
	const parametersOf = openParameters(context);
	const options = readSendingOptions(parametersOf(0));
	if (!options.ok) return refuse(options.error);
	const isQuestion = waitForAnswer !== undefined;
	const sending = openSendingRun({ context, operation, connection, parametersOf, options: options.value, isQuestion });
	if (options.value.dryRun) return await dryRun(sending);

	const earlier = forSameMessages(sending.memory, sending);
	const others = [...context.getInputData().keys()].filter((index) => !earlier.has(index));
	const claims = sending.isIdempotent ? ok(undefined) : openClaims(context, parametersOf, sending.identityOf, others);
	if (!claims.ok) return refuse(claims.error);
	const keyed = openKeyedMessages(sending, earlier, claims.value);
	const results = await sending.sender.send({
		count,
		stopAtFailure: !context.continueOnFail(),
		earlier,
		prepare: async (index) => await prepare(sending, keyed, index),
		onResult: (index, sent) => keyed.leave(index, sent),
	});
	logUnwritten(context, (await claims.value?.close()) ?? 0);
	// Masked after every decision was made, and before anything is kept or given out.
	const outcomes = results.map((sent, index) => {
		const own = sent !== undefined && isQuestion ? refuseOthers(sent, sending.isRetryElsewhere && earlier.has(index)) : sent;
		return own && maskSendResult(own, connection.mask);
	});
	finish(sending, outcomes);
	return await outputOf(sending, outcomes, waitForAnswer);
}

function openKeyedMessages(
	{ parametersOf, operation, run, identityOf, recipientOf, isIdempotent }: SendingRun,
	earlier: ReadonlyMap<number, SendResult>,
	claims: Claims | undefined,
): KeyedMessages {
	return createKeyedMessages({
		earlier: new Map([...earlier].filter(([, sent]) => sent.outcome === 'accepted' || !isIdempotent)),
		identityOf(index) {
			const identity = identityOf(index);
			return identity.ok ? identity.value : undefined;
		},
		recipientOf,
		async fingerprintOf(index) {
			const built = await buildMessage(parametersOf(index), operation, run);
			return built.ok ? ok(fingerprint(built.value)) : built;
		},
		claims,
	});
}

/** Gives what sends the message of an item, or what became of it already. */
async function prepare(
	{ connection, operation, parametersOf, options, run, seed, identityOf, latestStarts, recipients }: SendingRun,
	keyed: KeyedMessages,
	index: number,
): Promise<SendResult | ReadyMessage> {
	const identity = identityOf(index);
	if (!identity.ok) return { outcome: 'not_sent', failure: identity.error };
	const known = await keyed.enter(index);
	if (known !== undefined) return known;
	// Checked after duplicates: a message that was sent before is a duplicate, not expired.
	const notAfter = startableUntil(latestStarts, index, systemClock.date());
	if (!notAfter.ok) return { outcome: 'not_sent', failure: notAfter.error };
	const ready = await prepareMessage(parametersOf(index), operation, run, notAfter.value);
	if (!ready.ok) return { outcome: 'not_sent', failure: ready.error };
	const { request, timeout } = ready.value;
	const { to } = request.body;
	recipients.set(index, to);
	const { idempotencyHeader } = options;
	const headers =
		idempotencyHeader === undefined ? {} : { [idempotencyHeader]: identity.value ?? idempotencyKey(seed, index, to) };
	return {
		send: async () => await sendOne(connection, request, headers, timeout),
		notAfter: notAfter.value,
	};
}

/** Refuses a question that another run has asked: the answer goes to that run. */
const refuseOthers = (sent: SendResult, isOfOtherExecution: boolean): SendResult =>
	sent.outcome === 'accepted' && (isOfOtherExecution || sent.sentBy === 'earlier run') ? askedBefore : sent;

/**
 * Keeps what the next try of the run has to know, and reports how the run went.
 * @throws NodeApiError or NodeOperationError of the first message that was not accepted, where the run stops at failures
 */
function finish(sending: SendingRun, outcomes: Outcomes): void {
	const { context, memory } = sending;
	if (context.getExecutionCancelSignal()?.aborted === true) logCancelled(context, outcomes);
	const failure = context.continueOnFail() ? undefined : firstFailure(context, outcomes);
	if (failure !== undefined || context.getNode().retryOnFail === true) memory.keep(toRemember(outcomes, sending));
	else memory.forget();
	if (failure !== undefined) throw failure;
	showSummary(context, outcomes);
}

/** The error for the first message that was not accepted, which says what became of the others too. */
function firstFailure(context: IExecuteFunctions, outcomes: Outcomes): ReturnType<typeof nodeError> | undefined {
	const index = outcomes.findIndex((sent) => sent !== undefined && sent.outcome !== 'accepted');
	const sent = outcomes[index];
	if (sent === undefined || sent.outcome === 'accepted') return undefined;
	const description = `${sent.failure.description}${describeOutcomes(outcomes)}`;
	return nodeError(context.getNode(), { ...sent.failure, description }, index, sent.outcome);
}

/** One item for each message that was started, in the order of the input. */
async function outputOf(
	{ recipientOf }: SendingRun,
	outcomes: Outcomes,
	waitForAnswer: WaitForAnswer | undefined,
): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (const [index, sent] of outcomes.entries()) {
		if (sent === undefined) continue;
		if (sent.outcome !== 'accepted') output.push(failedItem({ ...sent, to: recipientOf(index) }, index));
		else if (waitForAnswer === undefined) output.push(responseItem(sent.response, index));
		else output.push(await waitForAnswer({ response: sent.response, to: recipientOf(index) }, index));
	}
	return output;
}
