import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { countries } from '../request/country';
import { labels, weekDays } from '../request/quietHours';
import { once } from '../text/once';
import { capitalize } from '../text/wording';
import { defaultTimeout } from '../service/connection';
import type { Failure } from '../result/failure';
import { ok, type Result } from '../result/result';
import { type GivenOption, type NumberLimits, readDryRun, readHeader, readNumber, readOwnNumber, readSwitch } from './optionReaders';

/** An option: its field in the panel, how a run reads it, and whether a question has it too. */
interface SendingOption {
	readonly field: INodeProperties;
	/** Reads it for the whole run. An option without it is read for each item, by what keeps its promise. */
	readonly read?: (given: GivenOption) => Result<unknown, Failure>;
	/** Set if a question, which is a single message, does not have it. */
	readonly isForSeveral?: true;
}

/** A number, with the same default and limits for the panel and for reading it. */
const number = <const Name extends string>(name: Name, limits: NumberLimits, description: string) => {
	const { label, value, from, to } = limits;
	const field = {
		displayName: label,
		name,
		type: 'number',
		typeOptions: { minValue: from, maxValue: to },
		default: value,
		description,
	} as const satisfies INodeProperties;
	return { field, read: (given: GivenOption) => readNumber(given, limits) };
};

/** Milliseconds. */
export const timeoutLimits = { label: 'Timeout', value: defaultTimeout, from: 1, to: 3_600_000, whole: false };

const maxMessages = { label: 'Most Messages per Execution', value: 0, from: 0, to: 1_000_000, whole: true };

const countryOptions = once((): INodePropertyOptions[] => [
	{ name: 'None', value: '', description: 'Recipients without a country code are refused' },
	...countries().map(({ code, name, callingCode }) => ({ name: `${name} (+${callingCode})`, value: code })),
]);

/** How the messages are sent, in the order of the panel. */
const allOptions = [
	{
		field: {
			displayName: 'Allowed Recipients',
			name: 'allowedRecipients',
			type: 'string',
			builderHint: { propertyHint: 'Set it for every agent tool whose recipient is not fixed. Take the numbers from the workflow, never from the model' },
			default: '',
			placeholder: 'e.g. +12015550123, +1312*',
			description:
				'To whom messages may go: phone numbers, and beginnings of phone numbers that end in *, with commas between them. A message to anybody else is not sent. Set it if someone else chooses the recipient, such as an AI agent. If it gives nothing, nothing is sent.',
		},
	},
	{ ...number('concurrency', { label: 'Concurrency', value: 10, from: 1, to: 100, whole: true },
		'How many messages are sent at the same time. The output keeps the order of the input.'), isForSeveral: true },
	{
		field: {
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			default: '',
			// The names are made when n8n asks for them: at once, they would take a fifth of the time in which the package loads.
			get options(): INodePropertyOptions[] {
				return countryOptions();
			},
			description:
				'The country to assume when a recipient has no country code. Digits that can also be a mobile number without its + are refused; a landline number of another country without its + may be read as a number of this country. An expression can give GB, United Kingdom, +44 or 44.',
		},
	},
	{
		field: {
			displayName: 'Do Not Send After',
			name: 'notAfter',
			type: 'dateTime',
			default: '',
			description:
				'Do not send the message after this date and time. If it is too late, the outcome is not_sent and the category expired. Without a time zone, the time zone of the workflow is used. Leave empty to send at any time. With On Error on Stop Workflow, one message that is too late ends the run: choose Continue under Settings.',
		},
	},
	{
		field: {
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			// Whoever adds the option wants it: sending all the same would be a surprise.
			default: true,
			description:
				'Whether to check every item and show its request without sending or uploading anything',
		},
		read: readDryRun,
	},
	{
		field: {
			displayName: 'Dry Run Report',
			name: 'dryRunReport',
			type: 'boolean',
			default: true,
			description:
				'Whether a dry run gives one more item, after the others, with what it found in all of them: how many are ready, by template and country, and the faults with the numbers of their items, counted from 1. Without Dry Run it does nothing.',
		},
		read: readSwitch,
		isForSeveral: true,
	},
	{
		field: {
			displayName: 'Idempotency Header',
			name: 'idempotencyHeader',
			type: 'string',
			builderHint: { propertyHint: 'Leave it out unless the documentation of the service names such a header' },
			default: '',
			placeholder: 'e.g. Idempotency-Key',
			description:
				'Name of the header by which your service recognizes a message that it gets twice. Only set it if the documentation of the service names one: messages whose outcome is unknown are then sent again, with the same idempotency key.',
		},
		read: readHeader,
	},
	{
		field: {
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: false,
			description:
				'Whether to add the fields of the input item to each output item, also to failed ones. If both have a field with the same name, the value of the service is kept.',
		},
		// Used when the output is made. If its expression fails, the run has to be refused now.
		read: (given: GivenOption) => ok(given.value()),
		// The fields of the input would be mixed with the answer.
		isForSeveral: true,
	},
	number('maxAttempts', { label: 'Max Attempts', value: 4, from: 1, to: 10, whole: true },
		'How many attempts the node makes at most when the service cannot be reached or asks to slow down. A message that may have been accepted is sent again only with an Idempotency Header.'),
	{
		field: {
			displayName: 'Message Key',
			name: 'messageKey',
			type: 'string',
			builderHint: {
				propertyHint:
					'Set it wherever the workflow may run twice for one event. Make it of fields that mean this message, such as an order ID and what happened, never of the time, the execution or what a model gives',
			},
			// Starts as an expression: hardly any fixed text is right for more than one message.
			default: '=',
			placeholder: 'e.g. {{ $json.order_id }}-shipped',
			description:
				'A text that identifies this message, for example the order ID followed by -shipped. Each expression in it must give something. The node sends each key only once to each recipient, even if the workflow runs again or n8n stops in the middle. To send it again, change the key.',
		},
	},
	{ ...number('messagesPerSecond', { label: 'Messages per Second', value: 0, from: 0, to: 10_000, whole: false },
		'How many messages and uploads may start in a second, e.g. 0.5 for one every two seconds. 0 means no limit.'), isForSeveral: true },
	{ ...number('maxMessages', maxMessages, 'How many messages this node may send in one execution, over all its runs in a loop and all calls of an AI agent. Further ones are not sent. Rejected messages do not count. 0 means no limit.'), read: (given: GivenOption) => readOwnNumber(given, maxMessages) },
	{
		field: {
			displayName: 'Quiet Hours',
			name: 'quietHours',
			type: 'fixedCollection',
			// Shows its fields at once, as they stand below. An option that is added and still empty would keep nothing quiet.
			default: { hours: { from: '21:00', to: '08:00', days: [], timeZone: '' } },
			placeholder: 'Set Quiet Hours',
			description:
				'When no message may be sent to this person. The node does not wait: the outcome of a message whose turn comes then is not_sent, its category quiet-hours, and sendAfter says when it may be sent. With On Error on Stop Workflow, one such person ends the run for all behind them: choose Continue under Settings.',
			options: [
				{
					displayName: 'Hours',
					name: 'hours',
					values: [
						{
							displayName: labels.from,
							name: 'from',
							type: 'string',
							default: '21:00',
							placeholder: 'e.g. 21:00',
							description: 'When they begin, on each day. Leave both times empty if only days are quiet.',
						},
						{
							displayName: labels.to,
							name: 'to',
							type: 'string',
							default: '08:00',
							placeholder: 'e.g. 08:00',
							description: 'When they end; on the next day, if that is earlier than Quiet From',
						},
						{
							displayName: 'Quiet Days',
							name: 'days',
							type: 'multiOptions',
							default: [],
							description: 'Days on which nothing is sent from midnight to midnight',
							options: [...weekDays.slice(1), weekDays[0]].map((day) => ({ name: capitalize(day), value: day })),
						},
						{
							displayName: 'Time Zone Name or ID',
							name: 'timeZone',
							type: 'options',
							typeOptions: { loadOptionsMethod: 'getTimeZones' },
							default: '',
							description:
								'The time zone of the person, never guessed from the number. By default that of the workflow. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
						},
					],
				},
			],
		},
	},
	{ ...number('stopAfterFailures', { label: 'Stop After Failures in a Row', value: 0, from: 0, to: 10_000, whole: true },
		'After how many messages in a row that were refused or could not be sent, whatever the reason, no further message of the run starts. The others are not sent, and their Message Keys stay free. 0 means that all are tried.'), isForSeveral: true },
	{ field: number('timeout', timeoutLimits, 'How many milliseconds each message may take, from the start of its request to the last byte of the response').field },
] as const satisfies readonly SendingOption[];

type AnyOption = (typeof allOptions)[number];

/** The options that hold for a whole run, by name. */
export type RunOptions = {
	readonly [Option in Extract<AnyOption, { readonly read: unknown }> as Option['field']['name']]: ReturnType<Option['read']> extends Result<infer Value, Failure> ? Value : never;
};

/** How each of them is read. */
export const runOptions: ReadonlyArray<{ readonly name: AnyOption['field']['name']; read(given: GivenOption): Result<unknown, Failure> }> =
	allOptions.flatMap((option) => ('read' in option ? [{ name: option.field.name, read: option.read }] : []));

const collection = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	placeholder: 'Add Option',
} as const;

/** How the messages are sent; the same for all kinds. */
export const sendingOptions = { ...collection, options: allOptions.map(({ field }) => field) } as const satisfies INodeProperties;

/** Those that matter for a single message. */
export const optionsOfOne = allOptions.flatMap((option) => ('isForSeveral' in option ? [] : [option.field]));
