import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import { sendPath, type SendRequest } from '../contract/requests';
import { ok, type Result } from '../contract/result';
import { readSendAnswer, readSendConnectionFailure, type Sent } from '../contract/sendOutcome';
import { deliver } from '../delivery/deliver';
import { answerItem, failedItem } from '../transport/items';
import { openMemory } from '../transport/memory';
import { nodeError } from '../transport/nodeError';
import { readParameters, type Parameters } from '../transport/parameters';
import { dryRun } from './dryRun';
import { mustNotLeaveAgain, stillMeant } from './earlierTry';
import type { MessageOperation, Prepared } from './operation';
import { prepareItem, readableRecipient } from './prepareItem';
import type { Run } from './run';

/** Sends one message per input item; one output item per input item, in their order. */
export async function sendMessages(
	context: IExecuteFunctions,
	operation: MessageOperation,
	run: Run,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const options = readParameters(context, 0).collection('options');
	if (options.dryRun === true) return await dryRun(context, operation, run);

	const memory = openMemory(context);
	const outcomes = await deliver({
		count,
		concurrency: Number(options.concurrency ?? 10),
		stopAtFailure: !context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
		earlier: stillMeant(memory, context),
		send: async (index) => await sendOne(readParameters(context, index), operation, run),
	});

	const failure = context.continueOnFail() ? undefined : firstFailure(context, outcomes);
	if (failure !== undefined || context.getNode().retryOnFail === true) {
		memory.keep(mustNotLeaveAgain(context, outcomes));
	} else {
		memory.forget();
	}
	if (failure !== undefined) throw failure;
	return outcomes.flatMap((sent, index) =>
		sent === undefined ? [] : [outputItem(sent, readParameters(context, index))],
	);
}

/** Prepares and sends one message. Never throws: whatever goes wrong is an outcome. */
async function sendOne(parameters: Parameters, operation: MessageOperation, run: Run): Promise<Sent> {
	const prepared = await prepareItem(parameters, operation, run);
	if (!prepared.ok) return { outcome: 'not_sent', failure: prepared.error };
	const request = await withHeaderFile(prepared.value, run);
	if (!request.ok) return { outcome: 'not_sent', failure: request.error };
	const { path, body } = request.value;
	const timeout = Number(parameters.collection('options').timeout ?? 30_000);
	const answer = await run.connection.request({ method: 'POST', path, body, timeout });
	return answer.ok
		? readSendAnswer(answer.value, body.to, Date.now())
		: readSendConnectionFailure(answer.error);
}

/** The request as it leaves: a header's file goes first, and the message names it by its id. */
async function withHeaderFile({ request, headerFile }: Prepared, run: Run): Promise<Result<SendRequest, Failure>> {
	if (headerFile === undefined || request.path !== sendPath.template) return ok(request);
	const uploaded = await run.upload(headerFile, request.body.phone_number_id);
	if (!uploaded.ok) return uploaded;
	return ok({ ...request, body: { ...request.body, media_id: uploaded.value.mediaId } });
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
	const { failure } = sent;
	const description = `${failure.description}${account(outcomes)}`;
	return nodeError(context.getNode(), { ...failure, description }, index);
}

/** What became of the run's other messages; nothing where there was only one. */
function account(outcomes: ReadonlyArray<Sent | undefined>): string {
	const count = (wanted: Sent['outcome'] | undefined): number =>
		outcomes.filter((sent) => sent?.outcome === wanted).length;
	if (outcomes.length === 1) return '';
	const unknown = count('unknown');
	return [
		` ${count('accepted')} of ${outcomes.length} messages were accepted`,
		...(unknown > 0 ? [`${unknown} may have been`] : []),
		`${count(undefined)} were not started.`,
	].join(', ');
}
