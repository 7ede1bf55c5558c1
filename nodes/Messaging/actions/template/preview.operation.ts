import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../n8n/parameters';
import { err, ok } from '../../result/result';
import { doubtWord } from '../../template/givenText';
import { needsOf } from '../../template/needs';
import { valuesIn } from '../../template/placeholders';
import { doubtFilled } from '../../template/platformLimits';
import { fillTemplateText } from '../../template/preview';
import { sendingNumberField } from '../message/address';
import { findOtherTemplate, findTemplate, templateChoice } from '../message/chosenTemplate';
import { doubtParts, placeholderFields, readVariables } from '../message/givenPlaceholders';
import { findNoText } from '../message/noText';
import type { RecordOperation } from '../operation';

const properties = [sendingNumberField, ...templateChoice, ...placeholderFields] as const satisfies INodeProperties[];

/** Shows what Send Template would send, from the template's record. A value that is missing is named, not refused. */
export const preview: RecordOperation = {
	kind: 'records',
	label: {
		name: 'Preview',
		action: 'Preview a template message',
		description: 'Show a template with its values, and which are missing, without sending anything',
	},
	properties,

	async execute(parameters: Parameters<(typeof properties)[number]>, run) {
		const noText = findNoText({ 'Language Name or ID': parameters.value('languageCode') });
		if (noText !== undefined) return err(noText);
		const found = await findTemplate(parameters, run, true);
		if (!found.ok) return found;
		const { name, language, template } = found.value;
		const ofOther = template && findOtherTemplate(parameters, template, run);
		if (ofOther !== undefined) return err(ofOther);
		const missing: string[] = [];
		const variables = readVariables(parameters, template, undefined, (column) => missing.push(column));
		if (!variables.ok) return variables;
		const filled = template?.text && fillTemplateText(template.text, variables.value, undefined);
		const warnings = [
			...(template === undefined ? [] : needsOf(template).map(({ message }) => message)),
			...doubtParts(parameters),
			...valuesIn(variables.value).flatMap((one) => doubtWord(one.name, one.value)),
			...doubtFilled(variables.value, filled),
		];
		return ok([{ name, language, preview: filled ?? null, missing, warnings }]);
	},
};
