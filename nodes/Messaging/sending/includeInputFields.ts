import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { at } from '../contract/json';
import { openParameters, type Parameters } from '../n8n/parameters';
import type { sendingOptions } from './optionFields';

/** Fields that describe this message's result. In an input item they describe another message, so they are not carried over. */
const outcomeFields = new Set(['success', 'message_id', 'duplicate', 'error']);

/**
 * Adds the fields of its input item to each output item, where the option is set. Where both have a field, that of
 * the output item stays. The values are shared with the input, not copied.
 */
export function carryInputFields(context: IExecuteFunctions, output: INodeExecutionData[]): INodeExecutionData[] {
	const input = context.getInputData();
	if (input.length === 0 || !isWanted(openParameters(context)(0))) return output;
	const usesErrorOutput = context.getNode().onError === 'continueErrorOutput';
	for (const item of output) {
		// n8n recognizes items for the error output by their only field, `error`, and adds the input fields itself.
		if (usesErrorOutput && item.json.error !== undefined) continue;
		item.json = { ...fieldsOf(input[Number(at(item.pairedItem, 'item'))]), ...item.json };
	}
	return output;
}

function isWanted(parameters: Parameters<typeof sendingOptions>): boolean {
	try {
		return parameters.field('options', 'includeInputFields') === true;
	} catch {
		// Its expression fails, which has refused the whole run.
		return false;
	}
}

function fieldsOf(item: INodeExecutionData | undefined): IDataObject {
	const fields = Object.entries(item?.json ?? {});
	return Object.fromEntries(fields.filter(([name]) => !outcomeFields.has(name)));
}
