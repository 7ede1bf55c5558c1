import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { maskFailure } from '../contract/failure';
import { failedItem, responseItem } from '../n8n/items';
import { nodeError, readOrRefuse } from '../n8n/nodeError';
import { openParameters } from '../n8n/parameters';
import type { Run } from '../transport/run';
import type { RecordOperation } from './operation';

/** Runs an operation that reads or stores something, item by item. Records are paired with their item. */
export async function runRecords(
	context: IExecuteFunctions,
	operation: RecordOperation,
	run: Run,
): Promise<INodeExecutionData[]> {
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
