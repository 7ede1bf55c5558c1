import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidInput } from '../contract/failure';
import { nodeError } from '../n8n/nodeError';
import { connect } from '../transport/connection';
import { refuseRun } from './refuseRun';
import { findOperation } from './resources';
import { openRun } from './run';
import { runRecords } from './runRecords';
import { carryInputFields } from './sending/inputFields';
import { sendMessages } from './sending/sendMessages';

/** Runs the chosen operation over all input items. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(
		String(this.getNodeParameter('resource', 0)),
		String(this.getNodeParameter('operation', 0)),
	);
	if (operation === undefined) {
		throw nodeError(
			this.getNode(),
			invalidInput("'Operation' is not one that this node knows", 'Choose the operation again, or update the node.'),
		);
	}
	const connection = await connect(this);
	if (!('build' in operation)) {
		return [
			connection.ok
				? await runRecords(this, operation, openRun(connection.value))
				: refuseRun(this, connection.error),
		];
	}
	const output = connection.ok
		? await sendMessages(this, operation, connection.value)
		: refuseRun(this, connection.error, 'not_sent');
	return [carryInputFields(this, output)];
}
