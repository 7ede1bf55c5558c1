import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { FieldName } from '../n8n/parameters';
import { isObject } from '../text/json';
import { type DeliveryStatus, deliveryStatuses } from '../webhook/statusEvent';
import type { triggerProperties } from './properties';

type Properties = (typeof triggerProperties)[number];

/** A parameter of the trigger. Its name must be in the list of properties. */
const valueOf = (context: IHookFunctions | IWebhookFunctions, name: Properties['name']): unknown =>
	context.getNodeParameter(name, undefined);

/** The statuses that start the workflow ('Trigger On'), in the order of the API document. */
export function chosenStatuses(context: IHookFunctions | IWebhookFunctions): readonly DeliveryStatus[] {
	const events = valueOf(context, 'events');
	return deliveryStatuses.filter((status) => Array.isArray(events) && events.includes(status));
}

/** Whether n8n registers the webhook at the service; else the user does. */
export const isAutomatic = (context: IHookFunctions): boolean => valueOf(context, 'registration') === 'automatic';

/** The options of the trigger; empty when none was added. */
export function triggerOptions(
	context: IWebhookFunctions,
): Readonly<Partial<Record<FieldName<Properties, 'options'>, unknown>>> {
	const options = valueOf(context, 'options');
	return isObject(options) ? options : {};
}
