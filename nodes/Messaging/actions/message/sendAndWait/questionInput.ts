import { invalidInput, type Failure } from '../../../contract/failure';
import { at, firstText, text } from '../../../contract/json';
import { err, ok, type Result } from '../../../contract/result';
import { readOption } from '../../readOption';
import type { Choice } from './question/question';
import { labels, responseTypeField } from './fields';

/** The question that the parameters of the node describe. */
export interface QuestionInput {
	readonly message: string;
	readonly choice: Choice;
}

/** The longest label, in characters: more than a button shows. */
const longestLabel = 100;

/** Reads the question from the parameters. */
export function readQuestionInput({
	message,
	responseType,
	approvalOptions,
}: Readonly<Record<'message' | 'responseType' | 'approvalOptions', unknown>>): Result<QuestionInput, Failure> {
	const question = firstText(typeof message === 'string' ? withoutDirectionMarks(message) : message);
	if (question === undefined) return err(invalidInput("'Message' is empty", 'Write what you want to ask. Nothing was sent.'));
	const type = readOption(responseTypeField, responseType);
	if (!type.ok) return type;
	return ok({
		message: question.trim(),
		choice: type.value === 'freeText' ? { type: 'freeText' } : readApproval(at(approvalOptions, 'values')),
	});
}

function readApproval(values: unknown): Choice {
	const approve = label(at(values, 'approveLabel'), labels.approve);
	if (at(values, 'approvalType') !== 'double') return { type: 'approval', approve };
	return { type: 'approval', approve, decline: label(at(values, 'disapproveLabel'), labels.decline) };
}

const label = (given: unknown, standard: string): string => withoutDirectionMarks(text(given)?.trim() ?? standard).slice(0, longestLabel);

/**
 * Removes the characters that change the text direction: with them, words from outside could make the question look
 * like another one. The page finds out the direction of each text by itself.
 */
const withoutDirectionMarks = (given: string): string => given.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');

/** How n8n's default message of a review step shows the parameters of the tool. */
const toolParameters = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/**
 * The expression of a message in which the parameters of the tool are written as JSON: an object would show as nothing
 * or as `[object Object]`. Undefined where the message has no such parameters.
 */
export function withToolParameters(message: unknown): string | undefined {
	if (typeof message !== 'string' || !message.startsWith('=')) return undefined;
	const readable = message.replace(toolParameters, '{{ JSON.stringify($tool.parameters, null, 2) }}');
	return readable === message ? undefined : readable.slice(1);
}
