import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure, Outcome } from '../result/failure';
import type { JsonObject } from '../text/json';

/** What the output says about a failed item. Values that are not known are left out. */
interface FailedItem {
	readonly failure: Failure;
	/** The outcome of the message, if the item is a message. */
	readonly outcome?: Outcome | undefined;
	/** The recipient in E.164 form, if it could be read. */
	readonly to?: string | undefined;
}

/** An output item with a service's response as it is. */
export const responseItem = (response: JsonObject, itemIndex: number): INodeExecutionData => ({
	// n8n's type for parsed JSON is IDataObject.
	json: response as IDataObject,
	pairedItem: { item: itemIndex },
});

/**
 * An output item that says why it failed. It has the field `error` and no other: that is how n8n knows
 * that it belongs to the error output.
 */
export function failedItem({ outcome, failure, to }: FailedItem, itemIndex: number): INodeExecutionData {
	const { message, description, category, httpStatus, code, requestId, retryAfterMs, sendAfter, scope } = failure;
	const all = { message, description, outcome, category, httpStatus, code, requestId, retryAfterMs, sendAfter, scope, to };
	const error = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
	return { json: { error }, pairedItem: { item: itemIndex } };
}
