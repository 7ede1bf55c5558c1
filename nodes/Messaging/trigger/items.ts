import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { deliveryStatuses, type StatusEvent, type StatusReading } from '../contract/statusEvent';
import type { Choice } from './choice';

export type ReadStatus = StatusReading['statuses'][number];

/** One item of the seven fields, with what was received where a user asked for it. */
export function toItem({ event }: ReadStatus, payload: unknown): INodeExecutionData {
	// Parsed JSON is what n8n calls a data object; its type only spells the values out.
	const received = payload === undefined ? {} : { payload: payload as IDataObject };
	return { json: { ...event, ...received } };
}

/**
 * The outputs of the trigger, in their order. Separate ones are always all four, so that another
 * choice of statuses moves no wire.
 */
export function toOutputs(
	statuses: readonly ReadStatus[],
	choice: Choice,
	payloadOf: (status: ReadStatus) => unknown,
): INodeExecutionData[][] {
	const items = (some: readonly ReadStatus[]) =>
		some.map((one) => toItem(one, choice.includePayload ? payloadOf(one) : undefined));
	if (!choice.separateOutputs) return [items(statuses)];
	const of = (status: StatusEvent['status']) => statuses.filter(({ event }) => event.status === status);
	return deliveryStatuses.map((status) => items(of(status)));
}
