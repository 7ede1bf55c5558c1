import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { maskFailure } from '../../contract/failure';
import type { SendResult } from '../../contract/message/sendResult';
import { maskSendResult } from '../../contract/message/sendResult';
import { systemClock } from '../../delivery/clock';
import { createSender } from '../../delivery/sender';
import type { Connection } from '../../transport/connection';
import { responseItem, failedItem } from '../../n8n/items';
import { openRunMemory } from './runMemory';
import { nodeError } from '../../n8n/nodeError';
import { openParameters, type Parameters } from '../../n8n/parameters';
import { dryRun } from './dryRun';
import { toRemember, forSameRecipients } from './earlierTry';
import { idempotencyKey } from './idempotencyKey';
import type { MessageOperation } from '../operation';
import { prepareMessage, sendOne } from './prepareMessage';
import { recipientOf } from './buildMessage';
import { refuseRun } from '../refuseRun';
import { describeOutcomes, logCancelled, showSummary } from './report';
import { openRun } from '../run';
import { readSendingOptions } from './options';

/** Sends one message per input item; one output item per input item, in their order. */
export async function sendMessages(
	context: IExecuteFunctions,
	operation: MessageOperation,
	connection: Connection,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const parametersOf = openParameters(context);
	const options = readSendingOptions(parametersOf(0));
	if (!options.ok) return refuseRun(context, maskFailure(options.error, connection.mask), 'not_sent');
	const { idempotencyHeader } = options.value;
	const signal = context.getExecutionCancelSignal();
	const isIdempotent = idempotencyHeader !== undefined;
	const line = createSender({ ...options.value, isIdempotent, clock: systemClock, signal });
	const run = openRun({
		...connection,
		request: async (request) =>
			await line.request(async () => await connection.request(request), request.method === 'GET' ? 'unpaced' : 'paced'),
	});
	if (options.value.dryRun) return await dryRun(context, parametersOf, operation, run);

	const memory = openRunMemory(context);
	const delivered = await line.send({
		count,
		stopAtFailure: !context.continueOnFail(),
		earlier: forSameRecipients(memory, parametersOf),
		async prepare(index) {
			const parameters = parametersOf(index);
			const ready = await prepareMessage(parameters, operation, run);
			if (!ready.ok) return { outcome: 'not_sent', failure: ready.error };
			const { request, timeout } = ready.value;
			const headers =
				idempotencyHeader === undefined
					? {}
					: { [idempotencyHeader]: idempotencyKey(memory.seed, index, request.body.to) };
			return async () => await sendOne(connection, request, headers, timeout);
		},
	});
	// Before anything is kept or given out, and after everything was decided.
	const outcomes = delivered.map((sent) => sent && maskSendResult(sent, connection.mask));

	if (signal?.aborted === true) logCancelled(context, outcomes);
	const failure = context.continueOnFail() ? undefined : firstFailure(context, outcomes);
	if (failure !== undefined || context.getNode().retryOnFail === true) {
		memory.keep(toRemember(parametersOf, outcomes));
	} else {
		memory.forget();
	}
	if (failure !== undefined) throw failure;
	showSummary(context, outcomes);
	return outcomes.flatMap((sent, index) =>
		sent === undefined ? [] : [outputItem(sent, parametersOf(index))],
	);
}

function outputItem(sent: SendResult, parameters: Parameters): INodeExecutionData {
	if (sent.outcome === 'accepted') return responseItem(sent.response, parameters.itemIndex);
	return failedItem({ ...sent, to: recipientOf(parameters) }, parameters.itemIndex);
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
