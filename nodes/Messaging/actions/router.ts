import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import { firstText } from '../contract/json';
import { readRecipient } from '../contract/phoneNumber';
import type { SendRequest } from '../contract/requests';
import { err, type Result } from '../contract/result';
import { readSendAnswer, readSendConnectionFailure, type Sent } from '../contract/sendOutcome';
import { deliver } from '../delivery/deliver';
import { connect, type Connection } from '../transport/connection';
import { answerItem, failedItem } from '../transport/items';
import { fetchTemplates } from '../transport/lists';
import { nodeError, refusedInput } from '../transport/nodeError';
import { readParameters, type Parameters } from '../transport/parameters';
import { messageOperations } from './message/message.resource';
import type { MessageOperation, Run } from './operation';

const operations: Record<'message', Record<string, MessageOperation>> = { message: messageOperations };

/** Runs the chosen operation over all input items; one output item per input item, in their order. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = operations.message[String(this.getNodeParameter('operation', 0))];
	if (operation === undefined) throw nodeError(this.getNode(), unknownOperation);
	const connection = await connect(this);
	if (!connection.ok) throw nodeError(this.getNode(), refusedInput(connection.error));
	return [await sendMessages(this, operation, connection.value)];
}

const unknownOperation: Failure = refusedInput({
	message: "'Operation' is not one that this node knows",
	description: 'Choose the operation again, or update the node.',
});

async function sendMessages(
	context: IExecuteFunctions,
	operation: MessageOperation,
	connection: Connection,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const run = openRun(connection);
	const options = count === 0 ? {} : readParameters(context, 0).collection('options');
	const outcomes = await deliver({
		count,
		concurrency: Number(options.concurrency ?? 10),
		stopAtFailure: !context.continueOnFail(),
		signal: context.getExecutionCancelSignal(),
		send: async (index) => await sendOne(readParameters(context, index), operation, connection, run),
	});

	if (!context.continueOnFail()) throwFirstFailure(context, outcomes);
	return outcomes.flatMap((sent, index) =>
		sent === undefined ? [] : [outputItem(sent, readParameters(context, index))],
	);
}

function openRun(connection: Connection): Run {
	let templates: ReturnType<typeof fetchTemplates> | undefined;
	return {
		async templates() {
			templates ??= fetchTemplates(connection);
			return await templates;
		},
	};
}

/** Prepares and sends one message. Never throws: whatever goes wrong is an outcome. */
async function sendOne(
	parameters: Parameters,
	operation: MessageOperation,
	connection: Connection,
	run: Run,
): Promise<Sent> {
	const prepared = await prepare(parameters, operation, run);
	if (!prepared.ok) return { outcome: 'not_sent', failure: prepared.error };
	const { path, body } = prepared.value;
	const timeout = Number(parameters.collection('options').timeout ?? 30_000);
	const answer = await connection.request({ method: 'POST', path, body, timeout });
	return answer.ok
		? readSendAnswer(answer.value, body.to, Date.now())
		: readSendConnectionFailure(answer.error);
}

async function prepare(
	parameters: Parameters,
	operation: MessageOperation,
	run: Run,
): Promise<Result<SendRequest, Failure>> {
	try {
		return await operation.prepare(parameters, run);
	} catch (error) {
		// Reading a parameter throws when its expression does.
		return err(refusedExpression(error));
	}
}

const refusedExpression = (error: unknown): Failure =>
	refusedInput({
		message: error instanceof Error ? error.message : String(error),
		description:
			'A parameter of this item could not be worked out. Check the expressions of the node against the data of the item.',
	});

function outputItem(sent: Sent, parameters: Parameters): INodeExecutionData {
	if (sent.outcome === 'accepted') return answerItem(sent.response, parameters.itemIndex);
	return failedItem({ ...sent, to: recipient(parameters) }, parameters.itemIndex);
}

/** The recipient of a failed item, where it can be read. */
function recipient(parameters: Parameters): string | undefined {
	const country = firstText(parameters.collection('options').defaultCountry);
	const to = readRecipient(parameters.value('to'), country);
	return to.ok ? to.value : undefined;
}

/** Throws for the first message that was not accepted, and says what became of the others. */
function throwFirstFailure(context: IExecuteFunctions, outcomes: ReadonlyArray<Sent | undefined>): void {
	const index = outcomes.findIndex((sent) => sent !== undefined && sent.outcome !== 'accepted');
	const sent = outcomes[index];
	if (sent === undefined || sent.outcome === 'accepted') return;
	const { failure } = sent;
	const description = `${failure.description}${account(outcomes)}`;
	throw nodeError(context.getNode(), { ...failure, description }, index);
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
