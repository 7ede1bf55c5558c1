import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Failure, Outcome } from '../contract/failure';
import { failedItem } from './items';
import { nodeError } from './nodeError';

/**
 * Refuses a whole run before anything was sent. With On Error = continue it gives a failed item for every input item
 * (with `outcome` where items are messages). If the node threw, n8n would pass its input on as if it had been sent.
 * @throws NodeApiError or NodeOperationError, where the run stops at failures
 */
export function refuseRun(
	context: IExecuteFunctions,
	failure: Failure,
	outcome?: Outcome,
): INodeExecutionData[] {
	if (!context.continueOnFail()) throw nodeError(context.getNode(), failure);
	return context.getInputData().map((_, index) => failedItem({ failure, ...(outcome === undefined ? {} : { outcome }) }, index));
}
