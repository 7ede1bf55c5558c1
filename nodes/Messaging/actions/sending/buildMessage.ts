import type { Failure } from '../../contract/failure';
import { firstText } from '../../contract/json';
import { readRecipient } from '../../contract/message/recipient';
import { err, type Result } from '../../contract/result';
import { refusedExpression } from '../../n8n/nodeError';
import type { Parameters } from '../../n8n/parameters';
import type { BuiltMessage, MessageOperation } from '../operation';
import type { Run } from '../run';

/** Builds an item's message. Never throws: an expression that can't be worked out refuses the item. */
export async function buildMessage(
	parameters: Parameters,
	operation: MessageOperation,
	run: Run,
): Promise<Result<BuiltMessage, Failure>> {
	try {
		return await operation.build(parameters, run);
	} catch (error) {
		return err(refusedExpression(error));
	}
}

/**
 * The recipient of an item in E.164 form.
 * @throws whatever n8n says of an expression that can't be worked out
 */
export const readItemRecipient = (parameters: Parameters): Result<string, Failure> =>
	readRecipient(parameters.value('to'), firstText(parameters.field('options', 'defaultCountry')));

/** The recipient of a failed item in E.164 form, where it can be read. */
export function recipientOfItem(parameters: Parameters): string | undefined {
	try {
		const to = readItemRecipient(parameters);
		return to.ok ? to.value : undefined;
	} catch {
		// The expression that refused the item; it names no recipient.
		return undefined;
	}
}
