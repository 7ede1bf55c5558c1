import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failedItem, responseItem } from '../n8n/items';
import { nodeError, readOrRefuse, refuseRun } from '../n8n/nodeError';
import { openParameters } from '../n8n/parameters';
import { sendMessages } from '../sending/sendMessages';
import { type Failure, invalidInput, maskFailure } from '../result/failure';
import { err, type Result } from '../result/result';
import { connect, type Connection } from '../service/connection';
import { openRun, type Run } from '../service/run';
import { completeItems } from './completeItems';
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
	if (operation.kind === 'records') return [output];
	return [completeItems(this, output, connection.ok ? connection.value.mask : undefined)];
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
		if (!context.continueOnFail()) throw nodeError(context.getNode(), failure, { index, of: context.getInputData().length });
		output.push(failedItem({ failure }, index));
	}
	return output;
}
