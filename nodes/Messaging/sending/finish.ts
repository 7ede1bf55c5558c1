import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { SendResult } from '../request/sendResult';
import { failedItem, responseItem } from '../n8n/items';
import { nodeError } from '../n8n/nodeError';
import type { JsonObject } from '../text/json';
import type { Notices } from './links/notice';
import { describeOutcomes, logCancelled, logUnsettled, showHint, showSummary } from './report';
import type { ItemResult, RunMemory } from './runMemory';

/**
 * Keeps what the next try of the run has to know, and reports how the run went.
 * @throws NodeApiError or NodeOperationError of the first message that was not accepted, if the run stops at failures
 */
export function finish(
	context: IExecuteFunctions,
	memory: RunMemory,
	results: ReadonlyArray<ItemResult | undefined>,
	{ baseUrl, notices, unsettled }: { readonly baseUrl: string; readonly notices: Notices; readonly unsettled: string },
): void {
	const sent = results.map((result) => result?.sent);
	if (context.getExecutionCancelSignal()?.aborted === true) logCancelled(context, sent);
	logUnsettled(context, unsettled);
	const failure = context.continueOnFail() ? undefined : firstFailure(context, sent, unsettled);
	// Retry On Fail also runs a node again whose first item has failed, but no tool.
	const mayRunAgain = context.getNode().retryOnFail === true && !context.isToolExecution();
	if (failure !== undefined || mayRunAgain) memory.keep(results);
	else memory.forget();
	if (failure !== undefined) throw failure;
	showSummary(context, sent, baseUrl, notices);
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
	const description = `${failure.description}${describeOutcomes(results, failure)} ${unsettled}`.trimEnd();
	return nodeError(context.getNode(), { ...failure, description }, { index, of: results.length }, outcome);
}

/** Lets the run wait for the answer to a message. Gives the item of the question, in place of the service's response. Must not throw, because the message was sent. */
export type Wait = (response: JsonObject, to: string | undefined) => Promise<INodeExecutionData>;

/** One item for each message that was started, in the order of the input. */
export async function outputOf(results: ReadonlyArray<ItemResult | undefined>, wait: Wait | undefined): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (const [index, result] of results.entries()) {
		if (result === undefined) continue;
		const { sent, to } = result;
		if (sent.outcome !== 'accepted') output.push(failedItem({ ...sent, to }, index));
		else output.push(wait === undefined ? responseItem(sent.response, index) : await wait(sent.response, to));
	}
	return output;
}
