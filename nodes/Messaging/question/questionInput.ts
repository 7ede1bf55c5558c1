import { type INodeProperties, isExpression } from 'n8n-workflow';

import { readOption } from '../n8n/parameters';
import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { findGap, type GivenText } from '../template/givenText';
import { showInvisible, withoutInvisible } from '../text/invisible';
import { at, firstText, isMissing, text } from '../text/json';
import { describeValue } from '../text/wording';
import type { Choice } from './question';
import { type PageWords, readPageWords } from './texts';

const responseTypeField = {
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

const approvalOptionsField = {
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

/** Their default words are those of n8n's own nodes. */
const [, approveLabel, disapproveLabel] = approvalOptionsField.options[0].values;

/** The fields of the question. Their names are those of n8n's own nodes: with them n8n can use the node as a review step for agents. */
export const questionFields = [
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
	approvalOptionsField,
] as const satisfies INodeProperties[];

/** The question that the parameters of the node describe. */
export interface QuestionInput {
	readonly message: string;
	readonly choice: Choice;
	readonly words: PageWords;
}

/** The longest label, in characters: more than a button shows. */
const longestLabel = 100;

/**
 * Reads the question from the parameters. It shows characters that nobody sees: words from outside could otherwise look
 * like other words, and a tool would then do what nobody has approved.
 */
export function readQuestionInput({
	message,
	responseType,
	approvalOptions,
	pageTexts,
}: Readonly<Record<'responseType' | 'approvalOptions' | 'pageTexts', unknown> & { readonly message: GivenText }>): Result<QuestionInput, Failure> {
	const question = firstText(message.value) ?? '';
	if (question === '' && !isMissing(message.value)) {
		return err(invalidInput(`'Question' is not a text: ${describeValue(message.value)}`, 'Give a text. Nothing was sent.'));
	}
	if (withoutInvisible(question) === '') return err(invalidInput("'Question' is empty", 'Write what you want to ask. Nothing was sent.'));
	// Whoever approves it must know that a word is missing.
	const gap = findGap('Question', message, 'refused');
	if (gap !== undefined) return err(gap);
	const type = readOption(responseTypeField, responseType);
	if (!type.ok) return type;
	return ok({
		message: showInvisible(question).trim(),
		choice: type.value === 'freeText' ? { type: 'freeText' } : readApproval(at(approvalOptions, 'values')),
		words: readPageWords(pageTexts),
	});
}

function readApproval(values: unknown): Choice {
	const approve = label(at(values, 'approveLabel'), approveLabel.default);
	if (at(values, 'approvalType') !== 'double') return { type: 'approval', approve };
	return { type: 'approval', approve, decline: label(at(values, 'disapproveLabel'), disapproveLabel.default) };
}

const label = (given: unknown, standard: string): string => showInvisible(text(given) ?? standard).trim().slice(0, longestLabel);

/** How n8n's default message of a review step shows the parameters of the tool. */
const toolParameters = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/**
 * The expression of a message in which the parameters of the tool are written as JSON: an object would show as nothing
 * or as `[object Object]`. Undefined if the message has no such parameters.
 */
export function withToolParameters(message: unknown): string | undefined {
	if (!isExpression(message)) return undefined;
	const readable = message.replace(toolParameters, '{{ JSON.stringify($tool.parameters, null, 2) }}');
	return readable === message ? undefined : readable;
}
