import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidInput, type Failure } from '../contract/failure';
import { err, type Result } from '../contract/result';
import { nodeError } from '../n8n/nodeError';
import { refuseRun } from '../n8n/refuseRun';
import { carryInputFields } from '../sending/includeInputFields';
import { sendMessages } from '../sending/sendMessages';
import { connect, type Connection } from '../transport/connection';
import { openRun } from '../transport/run';
import type { Operation } from './operation';
import { findOperation } from './resources';
import { runRecords } from './runRecords';

/** Runs the chosen operation over all input items. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(
		String(this.getNodeParameter('resource', 0)),
		String(this.getNodeParameter('operation', 0)),
	);
	if (operation === undefined) {
		throw nodeError(
			this.getNode(),
			invalidInput("'Operation' has a value that this node does not know", 'Choose the operation again, or update the node.'),
		);
	}
	const connection = await connectOrRefuse(this);
	const output = connection.ok
		? await run(this, operation, connection.value)
		: refuseRun(this, connection.error, operation.kind === 'records' ? undefined : 'not_sent');
	// The answer to a question gets no input fields: they could look like an answer.
	return [operation.kind === 'message' ? carryInputFields(this, output) : output];
}

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
