import type { INodeProperties } from 'n8n-workflow';

/** The number that a message comes from. */
export const sendingNumberField: INodeProperties = {
	displayName: 'Sending Number',
	name: 'phoneNumberId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The number of yours that the message comes from',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a number…',
			typeOptions: { searchListMethod: 'searchPhoneNumbers', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 200000000000002',
			hint: 'The id of the number at the service, not the number itself',
		},
	],
};

/** The field of an input item that holds a file. */
export const inputFileField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the input field that holds the file',
	description: 'The file to upload to the service',
};

/** Fields that all three kinds of message have. */
export const addressFields: INodeProperties[] = [
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
];

/** How the messages are sent; the same for all three kinds. */
export const sendingOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100 },
			default: 10,
			description: 'How many messages are on their way at once. The output keeps the order of the input.',
		},
		{
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'string',
			default: '',
			placeholder: 'e.g. GB',
			description:
				'Two letters of the country whose national numbers are meant when a recipient has no country code. Leave empty to refuse such recipients.',
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description:
				'Whether to check every item and show its request without sending or uploading anything',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30000,
			description: 'How many milliseconds to wait for the answer to each message',
		},
	],
};
