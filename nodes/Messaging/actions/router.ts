import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failedItem, responseItem } from '../n8n/items';
import { nodeError, readOrRefuse, refuseRun } from '../n8n/nodeError';
import { openParameters, type Parameters } from '../n8n/parameters';
import type { sendingOptions } from '../sending/optionFields';
import { sendMessages } from '../sending/sendMessages';
import { err, type Failure, invalidInput, maskFailure, type Result } from '../api/failure';
import { at, booleanOf } from '../text/json';
import { connect, type Connection } from '../service/connection';
import { openRun, type Run } from '../service/run';
import type { Operation, RecordOperation } from './operation';
import { findOperation } from './resources';

/** Runs the chosen operation over all input items. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(
		String(this.getNodeParameter('resource', 0)),
		String(this.getNodeParameter('operation', 0)),
	);
	if (operation === undefined) return [refuseRun(this, unknownOperation, 'not_sent')];
	const connection = await connectOrRefuse(this);
	const output = connection.ok
		? await run(this, operation, connection.value)
		: refuseRun(this, connection.error, operation.kind === 'records' ? undefined : 'not_sent');
	// The answer to a question gets no input fields: they could look like an answer.
	return [operation.kind === 'message' ? carryInputFields(this, output) : output];
}

const unknownOperation = invalidInput("'Operation' has a value that this node does not know", 'Choose the operation again, or update the node.');

/**
 * Connects to the service. Without On Error = continue n8n itself says what is wrong with the credential. With it
 * the run is refused, because n8n would pass the input of a node that throws on, as if it had been sent.
 */
async function connectOrRefuse(context: IExecuteFunctions): Promise<Result<Connection, Failure>> {
	if (!context.continueOnFail()) return await connect(context);
	try {
		return await connect(context);
	} catch {
		return err(unreadableCredential);
	}
}

const unreadableCredential: Failure = {
	category: 'authentication',
	message: 'The Messaging API credential could not be read',
	description:
		'Nothing was sent. Open the credential and test it. If n8n runs as several processes, each needs the same N8N_ENCRYPTION_KEY.',
};

async function run(context: IExecuteFunctions, operation: Operation, connection: Connection): Promise<INodeExecutionData[]> {
	switch (operation.kind) {
		case 'message':
			return await sendMessages(context, operation.build, connection);
		case 'question':
			return await operation.ask(context, connection);
		case 'records':
			return await runRecords(context, operation, openRun(connection));
	}
}

/** Fields that describe this message's result. In an input item they describe another message, so they are not carried over. */
const outcomeFields = new Set(['success', 'message_id', 'duplicate', 'error']);

/**
 * Adds the fields of its input item to each output item, if the option is set. If both have a field, that of
 * the output item stays. The values are shared with the input, not copied.
 */
function carryInputFields(context: IExecuteFunctions, output: INodeExecutionData[]): INodeExecutionData[] {
	const input = context.getInputData();
	if (input.length === 0 || !isWanted(openParameters(context)(0))) return output;
	const usesErrorOutput = context.getNode().onError === 'continueErrorOutput';
	for (const item of output) {
		// n8n recognizes items for the error output by their only field, `error`, and adds the input fields itself.
		if (usesErrorOutput && Object.keys(item.json).join() === 'error') continue;
		item.json = { ...fieldsOf(input[Number(at(item.pairedItem, 'item'))]), ...item.json };
	}
	return output;
}

function isWanted(parameters: Parameters<typeof sendingOptions>): boolean {
	try {
		return booleanOf(parameters.field('options', 'includeInputFields')) === true;
	} catch {
		// Its expression fails, which has refused the whole run.
		return false;
	}
}

function fieldsOf(item: INodeExecutionData | undefined): IDataObject {
	const fields = Object.entries(item?.json ?? {});
	return Object.fromEntries(fields.filter(([name]) => !outcomeFields.has(name)));
}

/** Runs an operation that reads or stores something, item by item. Records are paired with their item. */
async function runRecords(context: IExecuteFunctions, operation: RecordOperation, run: Run): Promise<INodeExecutionData[]> {
	const parametersOf = openParameters(context);
	const { mask } = run.connection;
	const output: INodeExecutionData[] = [];
	for (const index of context.getInputData().keys()) {
		const records = await readOrRefuse(async () => await operation.execute(parametersOf(index), run));
		if (records.ok) {
			// One by one, because a list can have more records than a function can have arguments.
			for (const record of records.value) output.push(responseItem(mask.object(record), index));
			continue;
		}
		const failure = maskFailure(records.error, mask);
		if (!context.continueOnFail()) throw nodeError(context.getNode(), failure, index);
		output.push(failedItem({ failure }, index));
	}
	return output;
}
