import type { Failure } from '../../contract/failure';
import { firstText } from '../../contract/json';
import { readRecipient } from '../../contract/message/recipient';
import type { Result } from '../../contract/result';
import { readOrRefuse } from '../../n8n/nodeError';
import type { Parameters } from '../../n8n/parameters';
import type { BuiltMessage, MessageOperation } from '../operation';
import type { Run } from '../run';

/** Builds an item's message. Never throws: an expression that fails refuses the item. */
export const buildMessage = async (
	parameters: Parameters,
	operation: MessageOperation,
	run: Run,
): Promise<Result<BuiltMessage, Failure>> => await readOrRefuse(async () => await operation.build(parameters, run));

/**
 * The recipient of an item in E.164 form.
 * @throws what n8n throws where an expression fails
 */
export const readItemRecipient = (parameters: Parameters): Result<string, Failure> =>
	readRecipient(parameters.value('to'), firstText(parameters.field('options', 'defaultCountry')));

/** The recipient of a failed item in E.164 form, where it can be read. */
export function recipientOfItem(parameters: Parameters): string | undefined {
	try {
		const to = readItemRecipient(parameters);
		return to.ok ? to.value : undefined;
	} catch {
		// An expression fails, so the recipient is not known.
		return undefined;
	}
}
