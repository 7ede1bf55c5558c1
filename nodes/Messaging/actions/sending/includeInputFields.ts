import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { at } from '../../contract/json';
import { openParameters, type Parameters } from '../../n8n/parameters';
import type { sendingOptions } from './optionFields';

/** What says what became of a message: in an input item, of another message. */
const outcomeFields = new Set(['success', 'message_id', 'duplicate', 'error']);

/**
 * Has each output item carry the fields of its input item too, where the option is set; the answer's
 * own win. The values are shared with the input, not copied.
 */
export function carryInputFields(context: IExecuteFunctions, output: INodeExecutionData[]): INodeExecutionData[] {
	const input = context.getInputData();
	if (input.length === 0 || !isWanted(openParameters(context)(0))) return output;
	const usesErrorOutput = context.getNode().onError === 'continueErrorOutput';
	for (const item of output) {
		// n8n knows items for the error output by their holding nothing else, and adds the fields itself.
		if (usesErrorOutput && item.json.error !== undefined) continue;
		item.json = { ...fieldsOf(input[Number(at(item.pairedItem, 'item'))]), ...item.json };
	}
	return output;
}

function isWanted(parameters: Parameters<typeof sendingOptions>): boolean {
	try {
		return parameters.field('options', 'includeInputFields') === true;
	} catch {
		// Its expression; it refuses the whole run.
		return false;
	}
}

function fieldsOf(item: INodeExecutionData | undefined): IDataObject {
	const fields = Object.entries(item?.json ?? {});
	return Object.fromEntries(fields.filter(([name]) => !outcomeFields.has(name)));
}
