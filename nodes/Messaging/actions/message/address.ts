import type { INodeProperties } from 'n8n-workflow';

import { noSendingNumber } from '../../request/sendingNumber';
import type { Parameters } from '../../n8n/parameters';
import type { Item, toField } from '../../sending/message';
import type { sendingOptions } from '../../sending/optionFields';
import type { Failure } from '../../result/failure';
import { err, ok, type Result } from '../../result/result';

/** The number that a message comes from. */
export const sendingNumberField = {
	displayName: 'Sending Number',
	name: 'phoneNumberId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The number of your account that sends the message',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a sending number…',
			typeOptions: { searchListMethod: 'searchPhoneNumbers', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 1906000000000001',
			hint: "The service's ID of the sending number, not the number itself",
		},
	],
} as const satisfies INodeProperties;

/** The parameters of an operation that sends: those that all of them have, and its own. */
export type MessageParameters<Own extends INodeProperties = never> = Parameters<
	typeof sendingNumberField | typeof toField | Own | typeof sendingOptions
>;

/** Who the item's message goes to and from, as all send requests say it. */
export function readAddress(item: Item): Result<{ readonly to: string; readonly phone_number_id: string }, Failure> {
	const to = item.to();
	if (!to.ok) return to;
	const phoneNumberId = item.parameters.text('phoneNumberId');
	return phoneNumberId === undefined ? err(noSendingNumber) : ok({ to: to.value, phone_number_id: phoneNumberId });
}
