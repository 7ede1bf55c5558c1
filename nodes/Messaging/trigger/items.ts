import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Mask } from '../text/mask';
import { deliveryStatuses, maskStatusEvent, type StatusEvent, type StatusReading } from '../webhook/statusEvent';
import type { EventFilter } from './filter';

export type ReadStatus = StatusReading['statuses'][number];

/** One output item: the fields of the event, with the payload if the user wants it. */
function toItem({ event }: ReadStatus, payload: unknown, mask: Mask): INodeExecutionData {
	const received = payload === undefined ? {} : mask.object({ payload });
	// n8n's type for parsed JSON is IDataObject.
	return { json: { ...maskStatusEvent(event, mask), ...(received as IDataObject) } };
}

/**
 * The outputs of the trigger. Separate outputs are always four, so that the connections in a workflow stay
 * right when the user changes 'Trigger On'.
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
