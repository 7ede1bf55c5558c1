import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { maskFailure, type Failure } from '../contract/failure';
import type { JsonObject } from '../contract/json';
import { err, type Result } from '../contract/result';
import { failedItem, responseItem } from '../n8n/items';
import { nodeError, refusedExpression } from '../n8n/nodeError';
import { openParameters, type Parameters } from '../n8n/parameters';
import type { RecordOperation } from './operation';
import type { Run } from './run';

/** Runs an operation that reads or stores something, item by item; records are paired with their item. */
export async function runRecords(
	context: IExecuteFunctions,
	operation: RecordOperation,
	run: Run,
): Promise<INodeExecutionData[]> {
	const parametersOf = openParameters(context);
	const { mask } = run.connection;
	const output: INodeExecutionData[] = [];
	for (const index of context.getInputData().keys()) {
		const records = await execute(parametersOf(index), operation, run);
		if (records.ok) {
			// One by one: a list may be longer than what a function takes as arguments.
			for (const record of records.value) output.push(responseItem(mask.object(record), index));
			continue;
		}
		const failure = maskFailure(records.error, mask);
		if (!context.continueOnFail()) throw nodeError(context.getNode(), failure, index);
		output.push(failedItem({ failure }, index));
	}
	return output;
}

async function execute(
	parameters: Parameters,
	operation: RecordOperation,
	run: Run,
): Promise<Result<readonly JsonObject[], Failure>> {
	try {
		return await operation.execute(parameters, run);
	} catch (error) {
		// Reading a parameter throws when its expression does.
		return err(refusedExpression(error));
	}
}
