import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openParameters, type ParameterReader, type Parameters } from '../n8n/parameters';
import type { sendingOptions } from '../sending/optionFields';
import { isDryRunFor } from '../sending/options';
import { at, booleanOf, firstText } from '../text/json';
import type { Mask } from '../text/mask';
import { longestName, shorten } from '../text/wording';

/**
 * Completes the output items of messages and questions: a failed one gets the fields by which an accepted one is told, so
 * that both line up in a table. They carry the fields of their input items, if that option is set. A question does not
 * have it, since they could look like an answer, and n8n drops what an operation does not have.
 * @param mask undefined if the credential could not be read
 */
export function completeItems(
	context: IExecuteFunctions,
	output: INodeExecutionData[],
	mask: Mask | undefined,
): INodeExecutionData[] {
	const input = context.getInputData();
	if (input.length === 0) return output;
	const parametersOf = openParameters(context);
	const options = readOptions(parametersOf(0));
	const usesErrorOutput = context.getNode().onError === 'continueErrorOutput';
	for (const item of output) {
		const isFailed = Object.keys(item.json).join() === 'error';
		// n8n recognizes items for the error output by their only field, `error`, and adds the input fields itself.
		if (usesErrorOutput && isFailed) continue;
		const index = Number(at(item.pairedItem, 'item'));
		if (isFailed) item.json = { ...(options.isDryRun ? notValid : notAccepted), to: recipientOf(item, index, parametersOf, mask), ...item.json };
		if (options.includesInput) item.json = { ...fieldsOf(input[index]), ...item.json };
	}
	return output;
}

const notAccepted = { success: false, message_id: null };
const notValid = { valid: false };

/** The recipient as it was read, else as it was written; null if the item has none. */
function recipientOf({ json }: INodeExecutionData, index: number, parametersOf: ParameterReader, mask: Mask | undefined): string | null {
	const read = firstText(at(json.error, 'to'));
	if (read !== undefined) return read;
	try {
		const written = parametersOf(index).text('to');
		return written === undefined ? null : shorten(mask?.text(written) ?? written, longestName);
	} catch {
		// Its expression fails, which is what the error says.
		return null;
	}
}

function readOptions(parameters: Parameters<typeof sendingOptions>) {
	try {
		const dryRun = isDryRunFor(parameters);
		return {
			isDryRun: dryRun.ok && dryRun.value,
			includesInput: booleanOf(parameters.field('options', 'includeInputFields')) === true,
		};
	} catch {
		// An expression fails, which has refused the whole run.
		return { isDryRun: false, includesInput: false };
	}
}

/** Fields that describe this message's result. In an input item they describe another message, so they are not carried over. */
const outcomeFields = new Set(['success', 'message_id', 'duplicate', 'error']);

/** The fields of an input item. Their values are shared with it, not copied. */
function fieldsOf(item: INodeExecutionData | undefined): IDataObject {
	const fields = Object.entries(item?.json ?? {});
	return Object.fromEntries(fields.filter(([name]) => !outcomeFields.has(name)));
}
