import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../transport/connection';
import { nodeError, refusedInput } from '../transport/nodeError';
import { mediaOperations } from './media/media.resource';
import { messageOperations } from './message/message.resource';
import type { MessageOperation, RecordOperation } from './operation';
import { phoneNumberOperations } from './phoneNumber/phoneNumber.resource';
import { openRun } from './run';
import { runRecords } from './runRecords';
import { sendMessages } from './sendMessages';
import { templateOperations } from './template/template.resource';

const recordOperations: Readonly<Record<string, RecordOperation>> = {
	...keyed('media', mediaOperations),
	...keyed('phoneNumber', phoneNumberOperations),
	...keyed('template', templateOperations),
};

const sendOperations: Readonly<Record<string, MessageOperation>> = keyed('message', messageOperations);

function keyed<T>(resource: string, operations: Readonly<Record<string, T>>): Record<string, T> {
	return Object.fromEntries(
		Object.entries(operations).map(([operation, value]) => [`${resource}.${operation}`, value]),
	);
}

/** Runs the chosen operation over all input items. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const key = `${String(this.getNodeParameter('resource', 0))}.${String(this.getNodeParameter('operation', 0))}`;
	const connection = await connect(this);
	if (!connection.ok) throw nodeError(this.getNode(), refusedInput(connection.error));
	const run = openRun(connection.value);

	const send = sendOperations[key];
	if (send !== undefined) return [await sendMessages(this, send, run)];
	const record = recordOperations[key];
	if (record !== undefined) return [await runRecords(this, record, run)];
	throw nodeError(
		this.getNode(),
		refusedInput({
			message: "'Operation' is not one that this node knows",
			description: 'Choose the operation again, or update the node.',
		}),
	);
}
