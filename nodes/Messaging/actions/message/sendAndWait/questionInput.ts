import { invalidInput, type Failure } from '../../../contract/failure';
import { at, firstText, text } from '../../../contract/json';
import { err, ok, type Result } from '../../../contract/result';
import { readOption } from '../../readOption';
import type { Choice } from './question/question';
import { labels, responseTypeField } from './fields';

/** What the parameters of the node ask. */
export interface QuestionInput {
	readonly message: string;
	readonly choice: Choice;
}

/** The longest label: more than a button shows. */
const longestLabel = 100;

/** Reads what is asked. */
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
 * A text without the characters that turn the direction of writing. Another's words in it could otherwise show a
 * person something else than what is done; of each text its page finds out the direction by itself.
 */
const withoutDirectionMarks = (given: string): string => given.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');

/** How n8n's own words for a review step show what the tool would be called with. */
const toolParameters = /\{\{\s*\$tool\.parameters\s*\}\}/g;

/**
 * The expression of a message with a tool's parameters written out: as an object they are no text, and show as nothing
 * or as `[object Object]`. Undefined where there is nothing to write out.
 */
export function withToolParameters(message: unknown): string | undefined {
	if (typeof message !== 'string' || !message.startsWith('=')) return undefined;
	const readable = message.replace(toolParameters, '{{ JSON.stringify($tool.parameters, null, 2) }}');
	return readable === message ? undefined : readable.slice(1);
}
