import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { maskFailure } from '../../contract/failure';
import type { JsonObject } from '../../contract/json';
import { askedBefore } from '../../contract/message/duplicate';
import { maskSendResult, type SendResult } from '../../contract/message/sendResult';
import { ok } from '../../contract/result';
import { systemClock } from '../../delivery/clock';
import { createSender } from '../../delivery/sender';
import { failedItem, responseItem } from '../../n8n/items';
import { nodeError } from '../../n8n/nodeError';
import { openParameters } from '../../n8n/parameters';
import type { Connection } from '../../transport/connection';
import type { MessageOperation } from '../operation';
import { refuseRun } from '../refuseRun';
import { openRun } from '../run';
import { buildMessage, recipientOfItem } from './buildMessage';
import { dryRun } from './dryRun';
import { forSameMessages, toRemember } from './earlierTry';
import { idempotencyKey } from './idempotencyKey';
import { openLatestStarts, startableUntil } from './latestStarts';
import { createKeyedMessages } from './messageKey/keyedMessages';
import { openMessageNames } from './messageKey/messageNames';
import { openClaims } from './messageKey/openClaims';
import { readSendingOptions } from './options';
import { fingerprint, prepareMessage, sendOne } from './prepareMessage';
import { describeOutcomes, logCancelled, logUnwritten, showSummary } from './report';
import { openRunMemory } from './runMemory';

/** A message that the service has accepted. */
export interface AcceptedMessage {
	readonly response: JsonObject;
	/** In E.164 form. */
	readonly to: string | undefined;
}

/**
 * Sends one message per input item; one output item per input item, in their order.
 * @param goOn gives the item of an accepted message whose answer the run waits for, in place of the service's
 * response. It may not throw: the message was sent. What another run or execution has sent is then no message
 * of this one, since its answer comes there
 */
export async function sendMessages(
	context: IExecuteFunctions,
	operation: MessageOperation,
	connection: Connection,
	goOn?: (message: AcceptedMessage, itemIndex: number) => Promise<INodeExecutionData>,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const parametersOf = openParameters(context);
	const options = readSendingOptions(parametersOf(0));
	if (!options.ok) return refuseRun(context, maskFailure(options.error, connection.mask), 'not_sent');
	const { idempotencyHeader } = options.value;
	const signal = context.getExecutionCancelSignal();
	const memory = openRunMemory(context);
	// A question of another execution has that one's link: it is no try of this one, and has another key.
	const isIdempotent = idempotencyHeader !== undefined && !(goOn !== undefined && memory.isOfOtherExecution);
	const seed = goOn === undefined ? memory.seed : `${memory.seed} ${context.getExecutionId()}`;
	const sender = createSender({ ...options.value, isIdempotent, clock: systemClock, signal });
	const run = openRun({
		...connection,
		request: async (request, limit) =>
			await sender.request(
				async () => await connection.request(request),
				request.method === 'GET' ? 'unpaced' : 'paced',
				limit,
			),
	});
	const nameOf = openMessageNames(parametersOf, connection.account.baseUrl);
	const latestStarts = openLatestStarts(context, parametersOf);
	if (options.value.dryRun) return await dryRun(context, parametersOf, operation, run, nameOf, latestStarts);

	// As each message was made; of an item that gave none it is read once more, where it can be.
	const recipients = new Map<number, string>();
	const recipientAt = (index: number) => recipients.get(index) ?? recipientOfItem(parametersOf(index));
	const identities = { recipientOf: recipientAt, nameOf };
	const earlier = forSameMessages(memory, identities);
	const others = [...context.getInputData().keys()].filter((index) => !earlier.has(index));
	const claims = isIdempotent ? ok(undefined) : openClaims(context, parametersOf, nameOf, others);
	if (!claims.ok) return refuseRun(context, maskFailure(claims.error, connection.mask), 'not_sent');
	const keyed = createKeyedMessages({
		earlier: new Map([...earlier].filter(([, sent]) => sent.outcome === 'accepted' || !isIdempotent)),
		nameOf(index) {
			const name = nameOf(index);
			return name.ok ? name.value : undefined;
		},
		recipientOf: recipientAt,
		async fingerprintOf(index) {
			const built = await buildMessage(parametersOf(index), operation, run);
			return built.ok ? ok(fingerprint(built.value)) : built;
		},
		claims: claims.value,
	});
	const delivered = await sender.send({
		count,
		stopAtFailure: !context.continueOnFail(),
		earlier,
		async prepare(index) {
			const name = nameOf(index);
			if (!name.ok) return { outcome: 'not_sent', failure: name.error };
			const known = await keyed.enter(index);
			if (known !== undefined) return known;
			// What was sent before is no message that comes too late.
			const notAfter = startableUntil(latestStarts, index, systemClock.date());
			if (!notAfter.ok) return { outcome: 'not_sent', failure: notAfter.error };
			const ready = await prepareMessage(parametersOf(index), operation, run, notAfter.value);
			if (!ready.ok) return { outcome: 'not_sent', failure: ready.error };
			const { request, timeout } = ready.value;
			recipients.set(index, request.body.to);
			const headers =
				idempotencyHeader === undefined
					? {}
					: { [idempotencyHeader]: name.value ?? idempotencyKey(seed, index, request.body.to) };
			return {
				send: async () => await sendOne(connection, request, headers, timeout),
				notAfter: notAfter.value,
			};
		},
		onResult: (index, sent) => keyed.leave(index, sent),
	});
	logUnwritten(context, (await claims.value?.close()) ?? 0);
	// Before anything is kept or given out, and after everything was decided.
	const outcomes = delivered.map((sent, index) => {
		const isOfOthers = goOn !== undefined && memory.isOfOtherExecution && earlier.has(index);
		return sent && maskSendResult(goOn === undefined ? sent : refuseOthers(sent, isOfOthers), connection.mask);
	});

	if (signal?.aborted === true) logCancelled(context, outcomes);
	const failure = context.continueOnFail() ? undefined : firstFailure(context, outcomes);
	if (failure !== undefined || context.getNode().retryOnFail === true) {
		memory.keep(toRemember(outcomes, identities));
	} else {
		memory.forget();
	}
	if (failure !== undefined) throw failure;
	showSummary(context, outcomes);
	const output: INodeExecutionData[] = [];
	for (const [index, sent] of outcomes.entries()) {
		if (sent?.outcome === 'accepted' && goOn !== undefined) {
			output.push(await goOn({ response: sent.response, to: recipientAt(index) }, index));
		} else if (sent !== undefined) {
			output.push(outputItem(sent, index, recipientAt));
		}
	}
	return output;
}

/** The answer to a question that another run or execution has asked goes there. */
const refuseOthers = (sent: SendResult, isOfOtherExecution: boolean): SendResult =>
	sent.outcome === 'accepted' && (isOfOtherExecution || sent.sentBy === 'earlier run') ? askedBefore : sent;

function outputItem(
	sent: SendResult,
	index: number,
	recipientAt: (index: number) => string | undefined,
): INodeExecutionData {
	if (sent.outcome === 'accepted') return responseItem(sent.response, index);
	return failedItem({ ...sent, to: recipientAt(index) }, index);
}

/** The error for the first message that was not accepted, which says what became of the others too. */
function firstFailure(
	context: IExecuteFunctions,
	outcomes: ReadonlyArray<SendResult | undefined>,
): ReturnType<typeof nodeError> | undefined {
	const index = outcomes.findIndex((sent) => sent !== undefined && sent.outcome !== 'accepted');
	const sent = outcomes[index];
	if (sent === undefined || sent.outcome === 'accepted') return undefined;
	const description = `${sent.failure.description}${describeOutcomes(outcomes)}`;
	return nodeError(context.getNode(), { ...sent.failure, description }, index, sent.outcome);
}
