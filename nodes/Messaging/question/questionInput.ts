import { isExpression } from 'n8n-workflow';

import { readOption } from '../n8n/parameters';
import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { findGap, type GivenText } from '../template/givenText';
import { showInvisible, withoutInvisible } from '../text/invisible';
import { at, firstText, isMissing, text } from '../text/json';
import { describeValue } from '../text/wording';
import { labels, responseTypeField } from './fields';
import type { Choice } from './question';
import { type PageWords, readPageWords } from './texts';

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
	const approve = label(at(values, 'approveLabel'), labels.approve);
	if (at(values, 'approvalType') !== 'double') return { type: 'approval', approve };
	return { type: 'approval', approve, decline: label(at(values, 'disapproveLabel'), labels.decline) };
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
