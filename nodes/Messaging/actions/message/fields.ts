import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../n8n/parameters';

/** The number that a message comes from. */
export const sendingNumberField = {
	displayName: 'Sending Number',
	name: 'phoneNumberId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The phone number of yours that sends the message',
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

/** Fields that all three kinds of message have. */
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

/** How the messages are sent; the same for all three kinds. */
export const sendingOptions = {
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
				'Two-letter code of the country to assume when a recipient has no country code, e.g. GB for the United Kingdom. Leave empty to refuse such recipients.',
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
			displayName: 'Idempotency Header',
			name: 'idempotencyHeader',
			type: 'string',
			default: '',
			placeholder: 'e.g. Idempotency-Key',
			description:
				'Name of the header by which your service recognizes a message that it gets twice. Only set it when the documentation of the service says so: messages whose outcome is unknown are then sent again, under the same key.',
		},
		{
			displayName: 'Max Attempts',
			name: 'maxAttempts',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10 },
			default: 4,
			description:
				'How often a message is tried at most when the service cannot be reached or asks to slow down. Nothing that may have been accepted is sent again.',
		},
		{
			displayName: 'Messages per Second',
			name: 'messagesPerSecond',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'How many messages may start in a second, e.g. 0.5 for one every two seconds. 0 means no limit.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30000,
			description: 'How many milliseconds each message may take, from the start of its request to the last byte of the answer',
		},
	],
} as const satisfies INodeProperties;

/** The parameters of an operation that sends: those that all of them have, and its own. */
export type MessageParameters<Own extends INodeProperties = never> = Parameters<
	(typeof addressFields)[number] | Own | typeof sendingOptions
>;
