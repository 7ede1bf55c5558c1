import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Mask } from '../contract/mask/mask';
import {
	deliveryStatuses,
	maskStatusEvent,
	type StatusEvent,
	type StatusReading,
} from '../contract/webhook/statusEvent';
import type { EventFilter } from './filter';

export type ReadStatus = StatusReading['statuses'][number];

/** One item of the seven fields, with what was received where a user asked for it. */
export function toItem({ event }: ReadStatus, payload: unknown, mask: Mask): INodeExecutionData {
	const received = payload === undefined ? {} : mask.object({ payload });
	// Parsed JSON is what n8n calls a data object; its type only spells the values out.
	return { json: { ...maskStatusEvent(event, mask), ...(received as IDataObject) } };
}

/**
 * The outputs of the trigger, in their order. Separate ones are always all four, so that another
 * choice of statuses moves no wire.
 */
export function toOutputs(
	statuses: readonly ReadStatus[],
	choice: EventFilter,
	payloadOf: (status: ReadStatus) => unknown,
	mask: Mask,
): INodeExecutionData[][] {
	const items = (some: readonly ReadStatus[]) =>
		some.map((one) => toItem(one, choice.includePayload ? payloadOf(one) : undefined, mask));
	if (!choice.separateOutputs) return [items(statuses)];
	const of = (status: StatusEvent['status']) => statuses.filter(({ event }) => event.status === status);
	return deliveryStatuses.map((status) => items(of(status)));
}
