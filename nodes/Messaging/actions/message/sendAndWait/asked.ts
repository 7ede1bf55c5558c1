import { invalidInput, type Failure } from '../../../contract/failure';
import { at, firstText, isObject, text, type JsonObject } from '../../../contract/json';
import { err, ok, type Result } from '../../../contract/result';
import type { Choice } from './question/question';
import { labels } from './fields';

/** What the parameters of the node ask. */
export interface Asked {
	readonly message: string;
	readonly choice: Choice;
}

/** The longest label: more than a button shows. */
const longestLabel = 100;

/** Reads what is asked; `input` is the item, which in an agent's review step holds what the tool would be called with. */
export function readAsked(
	{ message, responseType, approvalOptions }: Readonly<Record<'message' | 'responseType' | 'approvalOptions', unknown>>,
	input: JsonObject,
): Result<Asked, Failure> {
	const question = firstText(message);
	if (question === undefined) return err(invalidInput("'Message' is empty", 'Write what you want to ask. Nothing was sent.'));
	return ok({
		message: withToolParameters(question.trim(), input),
		choice: responseType === 'freeText' ? { type: 'freeText' } : readApproval(at(approvalOptions, 'values')),
	});
}

function readApproval(values: unknown): Choice {
	const approve = label(at(values, 'approveLabel'), labels.approve);
	if (at(values, 'approvalType') !== 'double') return { type: 'approval', approve };
	return { type: 'approval', approve, decline: label(at(values, 'disapproveLabel'), labels.decline) };
}

const label = (given: unknown, standard: string): string => (text(given)?.trim() ?? standard).slice(0, longestLabel);

/** How JavaScript writes an object in a text. */
const unreadable = '[object Object]';

/** The message that n8n proposes in a review step shows the tool's parameters as an object, which nobody can read. */
function withToolParameters(message: string, { toolCallId, toolParameters }: JsonObject): string {
	if (toolCallId === undefined || !isObject(toolParameters)) return message;
	return message.replaceAll(unreadable, () => JSON.stringify(toolParameters, null, 2));
}
