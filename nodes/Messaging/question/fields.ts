import type { INodeProperties } from 'n8n-workflow';

import { optionsOfOne, sendingOptions } from '../sending/optionFields';
import { capitalize } from '../text/wording';
import { defaultAmount, defaultUnit, units } from './waitLimit';

const approvalOptions = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					default: 'single',
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Disapprove', value: 'double' },
					],
					description: 'Whether the person can decline too',
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
					description: 'The words on the button that approves',
				},
				{
					displayName: 'Disapprove Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: 'Decline',
					description: 'The words on the button that declines',
					displayOptions: { show: { approvalType: ['double'] } },
				},
			],
		},
	],
	displayOptions: { show: { responseType: ['approval'] } },
} as const satisfies INodeProperties;

const [, approveLabel, disapproveLabel] = approvalOptions.options[0].values;

/** The default words on the buttons. They are those of n8n's own nodes. */
export const labels = { approve: approveLabel.default, decline: disapproveLabel.default } as const;

export const sendAsField = {
	displayName: 'Send As',
	name: 'sendAs',
	type: 'options',
	default: 'text',
	options: [
		{
			name: 'Text',
			value: 'text',
			description: 'The message with the link below it, to someone who wrote to you in the last 24 hours (the 24-hour window)',
		},
		{
			name: 'Template',
			value: 'template',
			description: 'A template with a button that carries the link, to anyone at any time',
		},
	],
	description: 'How to send the question. Its link opens a page where the person answers.',
} as const satisfies INodeProperties;

export const responseTypeField = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	default: 'approval',
	options: [
		{ name: 'Approval', value: 'approval', description: 'The person presses a button' },
		{ name: 'Free Text', value: 'freeText', description: 'The person writes an answer' },
	],
	description: 'How the person can answer',
} as const satisfies INodeProperties;

/** The fields of the question. Their names are those of n8n's own nodes: with them n8n can use the node as a review step for agents. */
export const questionFields = [
	sendAsField,
	{
		displayName:
			'The template needs a URL button with the URL <i>your n8n</i>/webhook-waiting/{{1}}. The node fills in {{1}}.',
		name: 'linkButtonNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { sendAs: ['template'] } },
	},
	{
		displayName: "A text only reaches someone who wrote to you in the last 24 hours. For everyone else, set 'Send As' to Template.",
		name: 'windowNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { sendAs: ['text'] } },
	},
	{
		displayName: 'Question',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. May I give Ada a discount of 20 %?',
		description: 'The page that the link opens shows it. If you send it as text, the message contains it too.',
	},
	responseTypeField,
	approvalOptions,
] as const satisfies INodeProperties[];

const limitWaitTime = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description: 'When the workflow continues without an answer. Without this option it waits until the person answers.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval', description: 'Some time after the question was sent' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime', description: 'At a date and time' },
					],
					description: 'How to set the end of the wait',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: defaultAmount,
					description: 'How long to wait',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: defaultUnit,
					options: Object.keys(units).map((unit) => ({ name: capitalize(unit), value: unit })),
					description: 'The unit of the amount',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'When the workflow continues without an answer',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
} as const satisfies INodeProperties;

/** The words of the page that a user can replace. An empty one is left out, or `notices` has it. */
export const pageTextFields = [
	{
		displayName: 'Answer Label',
		name: 'answerLabel',
		type: 'string',
		default: 'Your answer',
		description: 'The words above the field for an answer, and above the answer once it is recorded',
	},
	{
		displayName: 'Asked By',
		name: 'askedBy',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Shop',
		description: 'Who asks. If empty, the page shows the sending number as its list does.',
	},
	{
		displayName: 'Heading',
		name: 'heading',
		type: 'string',
		default: 'Your answer is needed',
		description: 'The words above the question',
	},
	{
		displayName: 'Language Code',
		name: 'language',
		type: 'string',
		default: 'en',
		placeholder: 'e.g. pt-BR',
		description: 'The language of these texts, for screen readers',
	},
	{
		displayName: 'Nothing Answered',
		name: 'unanswered',
		type: 'string',
		default: 'Nothing was recorded yet. Please answer below.',
		description: 'What the page says if it was sent without an answer',
	},
	{
		displayName: 'Over Heading',
		name: 'overHeading',
		type: 'string',
		default: '',
		placeholder: 'e.g. This question is over',
		description: 'The heading if the question was answered or asked again, or its time is over',
	},
	{
		displayName: 'Over Text',
		name: 'overText',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nothing was recorded.',
		description: 'What the page then says. If both are empty, it says in English which of these it is.',
	},
	{
		displayName: 'Recorded Heading',
		name: 'recordedHeading',
		type: 'string',
		default: 'Thank you',
		description: 'The heading once the answer is recorded',
	},
	{
		displayName: 'Recorded Text',
		name: 'recordedText',
		type: 'string',
		default: 'Your answer was recorded. You can close this page.',
		description: 'What the page says once the answer is recorded. It repeats question and answer below.',
	},
	{
		displayName: 'Send Button Label',
		name: 'sendLabel',
		type: 'string',
		default: 'Send',
		description: 'The words on the button that sends a free text',
	},
] as const satisfies INodeProperties[];

const pageTexts = {
	displayName: 'Texts of the Page',
	name: 'pageTexts',
	type: 'fixedCollection',
	default: { values: Object.fromEntries(pageTextFields.map(({ name, default: usual }) => [name, usual])) },
	description: 'The words of the page where the person answers, for example in another language',
	options: [{ displayName: 'Values', name: 'values', values: [...pageTextFields] }],
} as const satisfies INodeProperties;

/** The options of all messages that matter for a single one, and how long to wait. */
export const questionOptions = {
	...sendingOptions,
	options: [...optionsOfOne, limitWaitTime, pageTexts].sort((a, b) =>
		a.displayName < b.displayName ? -1 : 1,
	),
} as const satisfies INodeProperties;
