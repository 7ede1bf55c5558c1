import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { FieldName } from '../n8n/parameters';
import { isObject } from '../text/json';
import type { ReadMessage, ReadStatus } from '../webhook/readEvents';
import { type WebhookEvent, webhookEvents } from '../webhook/registration';
import type { triggerProperties } from './properties';

type Properties = (typeof triggerProperties)[number];

/** A parameter of the trigger. Its name must be in the list of properties. */
const valueOf = (context: IHookFunctions | IWebhookFunctions, name: Properties['name']): unknown =>
	context.getNodeParameter(name, undefined);

/** What starts the workflow ('Trigger On'): statuses in the order of the API document, then messages. */
export function chosenEvents(context: IHookFunctions | IWebhookFunctions): readonly WebhookEvent[] {
	const events = valueOf(context, 'events');
	return webhookEvents.filter((event) => Array.isArray(events) && events.includes(event));
}

/** Whether n8n registers the webhook at the service; else the user does. */
export const isAutomatic = (context: IHookFunctions): boolean => valueOf(context, 'registration') === 'automatic';

/** Which events start the workflow, and how they are put out. */
export function readEventChoice(context: IWebhookFunctions) {
	const given = valueOf(context, 'options');
	const options: Readonly<Partial<Record<FieldName<Properties, 'options'>, unknown>>> = isObject(given) ? given : {};
	const events = chosenEvents(context);
	const phoneNumberIds = listed(options.phoneNumberIds);
	return {
		takesMessages: events.includes('received'),
		/** One without a sending number starts the workflow too, since it may belong to any. */
		starts({ kind, event }: ReadStatus | ReadMessage): boolean {
			const { phone_number_id: id } = event;
			const isOfNumber = phoneNumberIds.size === 0 || id === null || phoneNumberIds.has(id);
			return isOfNumber && events.includes(kind === 'status' ? event.status : 'received');
		},
		ignoreDuplicates: options.ignoreDuplicates !== false,
		separateOutputs: options.separateOutputs === true,
		includePayload: options.includePayload === true,
	};
}

/** IDs as text with commas, or as a list from an expression. */
function listed(given: unknown): ReadonlySet<string> {
	const parts = (Array.isArray(given) ? given : [given ?? '']).flatMap((one) => String(one).split(','));
	return new Set(parts.map((id) => id.trim()).filter((id) => id !== ''));
}
