import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Failure, Outcome } from '../contract/failure';
import type { JsonObject } from '../contract/json';

/** What a failed item says of itself; keys that are not known are left out. */
export interface FailedMessage {
	readonly outcome: Outcome;
	readonly failure: Failure;
	/** The recipient in E.164 form, where it could be read. */
	readonly to: string | undefined;
}

/** An item that holds a service's answer as it is. */
export const answerItem = (response: JsonObject, itemIndex: number): INodeExecutionData => ({
	// Parsed JSON is what n8n calls a data object; its type only spells the values out.
	json: response as IDataObject,
	pairedItem: { item: itemIndex },
});

/**
 * An item that says why its message was not accepted. It holds `error` and nothing else: that is
 * how n8n knows that it belongs to the error output.
 */
export const failedItem = (message: FailedMessage, itemIndex: number): INodeExecutionData => ({
	json: { error: describeFailedMessage(message) },
	pairedItem: { item: itemIndex },
});

function describeFailedMessage({ outcome, failure, to }: FailedMessage): IDataObject {
	const { message, description, category, httpStatus, code, requestId, retryAfterMs } = failure;
	const all = { message, description, outcome, category, httpStatus, code, requestId, retryAfterMs, to };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
