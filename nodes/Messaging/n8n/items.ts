import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure, Outcome } from '../contract/failure';
import type { JsonObject } from '../contract/json';

/** What a failed item says of itself; keys that are not known are left out. */
export interface FailedItem {
	readonly failure: Failure;
	/** What became of the message, where the item is one. */
	readonly outcome?: Outcome;
	/** The recipient in E.164 form, where it could be read. */
	readonly to?: string | undefined;
}

/** An item that holds a service's answer as it is. */
export const responseItem = (response: JsonObject, itemIndex: number): INodeExecutionData => ({
	// Parsed JSON is what n8n calls a data object; its type only spells the values out.
	json: response as IDataObject,
	pairedItem: { item: itemIndex },
});

/**
 * An item that says why it was not done. It holds `error` and nothing else: that is
 * how n8n knows that it belongs to the error output.
 */
export const failedItem = (failed: FailedItem, itemIndex: number): INodeExecutionData => ({
	json: { error: describeFailedItem(failed) },
	pairedItem: { item: itemIndex },
});

function describeFailedItem({ outcome, failure, to }: FailedItem): IDataObject {
	const { message, description, category, httpStatus, code, requestId, retryAfterMs } = failure;
	const all = { message, description, outcome, category, httpStatus, code, requestId, retryAfterMs, to };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
