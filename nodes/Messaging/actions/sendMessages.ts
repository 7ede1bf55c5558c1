import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Sent } from '../contract/sendOutcome';
import { shownOutcome } from '../contract/shown';
import { systemClock } from '../delivery/clock';
import { openLine } from '../delivery/deliver';
import type { Connection } from '../transport/connection';
import { answerItem, failedItem } from '../transport/items';
import { openMemory } from '../transport/memory';
import { nodeError } from '../transport/nodeError';
import { openParameters, type Parameters } from '../transport/parameters';
import { dryRun } from './dryRun';
import { mustNotLeaveAgain, stillMeant } from './earlierTry';
import { idempotencyKey } from './idempotency';
import type { MessageOperation } from './operation';
import { makeReady, sendOne } from './outgoing';
import { readableRecipient } from './prepareItem';
import { refuseRun } from './refuseRun';
import { account, logCancelled, showSummary } from './report';
import { openRun } from './run';
import { readSendingOptions } from './sendingOptions';

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
	if (!options.ok) return refuseRun(context, options.error, 'not_sent');
	const { idempotencyHeader } = options.value;
	const signal = context.getExecutionCancelSignal();
	const isIdempotent = idempotencyHeader !== undefined;
	const line = openLine({ ...options.value, isIdempotent, clock: systemClock, signal });
	const run = openRun({
		...connection,
		request: async (request) =>
			await line.ask(async () => await connection.request(request), request.method === 'GET' ? 'unpaced' : 'paced'),
	});
	if (options.value.dryRun) return await dryRun(context, parametersOf, operation, run);

	const memory = openMemory(context);
	const delivered = await line.deliver({
		count,
		stopAtFailure: !context.continueOnFail(),
		earlier: stillMeant(memory, parametersOf),
		async prepare(index) {
			const parameters = parametersOf(index);
			const ready = await makeReady(parameters, operation, run);
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
	const outcomes = delivered.map((sent) => sent && shownOutcome(sent, connection.mask));

	if (signal?.aborted === true) logCancelled(context, outcomes);
	const failure = context.continueOnFail() ? undefined : firstFailure(context, outcomes);
	if (failure !== undefined || context.getNode().retryOnFail === true) {
		memory.keep(mustNotLeaveAgain(parametersOf, outcomes));
	} else {
		memory.forget();
	}
	if (failure !== undefined) throw failure;
	showSummary(context, outcomes);
	return outcomes.flatMap((sent, index) =>
		sent === undefined ? [] : [outputItem(sent, parametersOf(index))],
	);
}

function outputItem(sent: Sent, parameters: Parameters): INodeExecutionData {
	if (sent.outcome === 'accepted') return answerItem(sent.response, parameters.itemIndex);
	return failedItem({ ...sent, to: readableRecipient(parameters) }, parameters.itemIndex);
}

/** The error for the first message that was not accepted, which says what became of the others too. */
function firstFailure(
	context: IExecuteFunctions,
	outcomes: ReadonlyArray<Sent | undefined>,
): ReturnType<typeof nodeError> | undefined {
	const index = outcomes.findIndex((sent) => sent !== undefined && sent.outcome !== 'accepted');
	const sent = outcomes[index];
	if (sent === undefined || sent.outcome === 'accepted') return undefined;
	const description = `${sent.failure.description}${account(outcomes)}`;
	return nodeError(context.getNode(), { ...sent.failure, description }, index, sent.outcome);
}
