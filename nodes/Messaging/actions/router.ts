import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../transport/connection';
import { nodeError, refusedInput } from '../transport/nodeError';
import { mediaOperations } from './media/media.resource';
import { messageOperations } from './message/message.resource';
import type { MessageOperation, RecordOperation } from './operation';
import { phoneNumberOperations } from './phoneNumber/phoneNumber.resource';
import { refuseRun } from './refuseRun';
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
	const send = sendOperations[key];
	const record = recordOperations[key];
	const connection = await connect(this);
	if (!connection.ok) {
		return [refuseRun(this, refusedInput(connection.error), send === undefined ? undefined : 'not_sent')];
	}
	if (send !== undefined) return [await sendMessages(this, send, connection.value)];
	if (record !== undefined) return [await runRecords(this, record, openRun(connection.value))];
	throw nodeError(
		this.getNode(),
		refusedInput({
			message: "'Operation' is not one that this node knows",
			description: 'Choose the operation again, or update the node.',
		}),
	);
}
