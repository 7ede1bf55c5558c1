import type { INodeProperties } from 'n8n-workflow';

import { numberOptions } from './options';

/** A number among the options, with the default and the limits that its reader has. */
const numberField = <const Name extends keyof typeof numberOptions>(name: Name, description: string) => {
	const { label, value, from, to } = numberOptions[name];
	return {
		displayName: label,
		name,
		type: 'number',
		typeOptions: { minValue: from, maxValue: to },
		default: value,
		description,
	} as const satisfies INodeProperties;
};

/** How the messages are sent; the same for all kinds. */
export const sendingOptions = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
	options: [
		numberField(
			'concurrency',
			'How many messages are on their way at once. The output keeps the order of the input.',
		),
		{
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'string',
			default: '',
			placeholder: 'e.g. GB',
			description:
				'Two-letter code of the country to assume when a recipient has no country code, e.g. GB for the United Kingdom. A number of another country that is written without its + may be read as one of this country. Leave empty to refuse numbers without a country code.',
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
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: false,
			description:
				'Whether each output item, also one that failed, holds the fields of its input item too. Where both have a field of the same name, that of the answer counts.',
		},
		numberField(
			'maxAttempts',
			'How often a message is tried at most when the service cannot be reached or asks to slow down. Nothing that may have been accepted is sent again.',
		),
		{
			displayName: 'Message Key',
			name: 'messageKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.order_id }}-shipped',
			description:
				'A text that is the same whenever the same message is meant. For each recipient such a message is sent once, also when the workflow runs again or n8n was interrupted. Change the key to send it again on purpose.',
		},
		numberField(
			'messagesPerSecond',
			'How many messages may start in a second, e.g. 0.5 for one every two seconds. 0 means no limit.',
		),
		{
			displayName: 'Not After',
			name: 'notAfter',
			type: 'dateTime',
			default: '',
			description:
				'Date and time after which a message does not start any more, such as a reminder that comes too late. It is then not sent, and says that it has expired. Without a time zone, that of the workflow counts. Leave empty to send at any time.',
		},
		numberField(
			'timeout',
			'How many milliseconds each message may take, from the start of its request to the last byte of the answer',
		),
	],
} as const satisfies INodeProperties;
