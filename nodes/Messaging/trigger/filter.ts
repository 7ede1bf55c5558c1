import type { IWebhookFunctions } from 'n8n-workflow';

import type { StatusEvent } from '../webhook/statusEvent';
import { chosenStatuses, triggerOptions } from './parameters';

/** Which events start the workflow, and how they are put out. */
export interface EventFilter {
	/** Statuses that start the workflow ('Trigger On'). */
	readonly statuses: ReadonlySet<StatusEvent['status']>;
	/** Only these sending numbers; empty for all. */
	readonly phoneNumberIds: ReadonlySet<string>;
	readonly ignoreDuplicates: boolean;
	readonly separateOutputs: boolean;
	readonly includePayload: boolean;
}

export function readEventFilter(context: IWebhookFunctions): EventFilter {
	const options = triggerOptions(context);
	return {
		statuses: new Set(chosenStatuses(context)),
		phoneNumberIds: new Set(listed(options.phoneNumberIds)),
		ignoreDuplicates: options.ignoreDuplicates !== false,
		separateOutputs: options.separateOutputs === true,
		includePayload: options.includePayload === true,
	};
}

/** Whether an event starts the workflow. One without a sending number passes, since it may belong to any. */
export const passesFilter = ({ statuses, phoneNumberIds }: EventFilter, event: StatusEvent): boolean =>
	statuses.has(event.status) &&
	(phoneNumberIds.size === 0 || event.phone_number_id === null || phoneNumberIds.has(event.phone_number_id));

/** IDs as text with commas, or as a list from an expression. */
const listed = (given: unknown): string[] =>
	(Array.isArray(given) ? given : [given ?? ''])
		.flatMap((one) => String(one).split(','))
		.map((id) => id.trim())
		.filter((id) => id !== '');
