import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../n8n/parameters';
import type { sendingOptions } from '../../sending/optionFields';

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

/** The field of an input item that holds a file. */
export const inputFileField = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the input binary field that contains the file to be uploaded',
	description: 'The file of the input item to upload to the service',
} as const satisfies INodeProperties;

/** Fields that all kinds of message have. */
export const addressFields = [
	sendingNumberField,
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. +1 201 555 0123',
		description:
			'The phone number of the recipient, with country code. Spaces, dashes and brackets are removed.',
	},
] as const satisfies INodeProperties[];

/** The parameters of an operation that sends: those that all of them have, and its own. */
export type MessageParameters<Own extends INodeProperties = never> = Parameters<
	(typeof addressFields)[number] | Own | typeof sendingOptions
>;
