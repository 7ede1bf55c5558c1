import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../n8n/parameters';
import { err } from '../../result/result';
import { doubtText, findGap } from '../../template/givenText';
import { columnId, type Placeholder } from '../../template/section';
import type { Template } from '../../template/template';
import { fillByColumn, fillFromInput, type OnMissing, readVariablesJson, type VariablesResult } from '../../template/variables';

/** The fields that give the template's placeholders their values. The first one shows the template's text, so it stands below the choice. */
export const placeholderFields = [
	{
		displayName: 'Placeholders of the Template',
		name: 'variables',
		type: 'resourceMapper',
		builderHint: {
			propertyHint:
				'One column for each placeholder of the chosen template, by IDs such as header.order_id, body.first_name, body.1, buttons.1 or cards.1.body.name. Each needs a value. Do not make up placeholders: Template: Get Many lists those of each template',
		},
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		typeOptions: {
			loadOptionsDependsOn: ['template.value', 'languageCode'],
			resourceMapper: {
				resourceMapperMethod: 'getTemplateVariables',
				mode: 'map',
				valuesLabel: 'Placeholders of the Template',
				fieldWords: { singular: 'placeholder', plural: 'placeholders' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: true,
				// A notice says why there are no placeholders. n8n's own line would look like an error.
				hideNoDataError: true,
				// Otherwise a changed template would only show after a person presses refresh.
				refreshStaleSchemaOnOpen: true,
			},
		},
		displayOptions: { show: { variablesMode: ['fields'] } },
	},
	{
		displayName: 'Placeholders (JSON)',
		name: 'variablesJson',
		type: 'json',
		builderHint: { propertyHint: 'An object of sections (header, body, buttons, cards) with the placeholders of the template as keys. For templates that change from item to item' },
		default: '{}',
		placeholder: 'e.g. { "body": { "first_name": "Ada" } }',
		description: 'The value of each placeholder by section and name, as the API of the service takes it',
		displayOptions: { show: { variablesMode: ['json'] } },
	},
	{
		displayName: 'Enter Placeholders As',
		name: 'variablesMode',
		type: 'options',
		default: 'fields',
		options: [
			{ name: 'Fields', value: 'fields', description: 'One field for each placeholder of the template' },
			{ name: 'JSON', value: 'json', description: 'One JSON object, for templates that change from item to item' },
		],
		description: "How to enter the values of the template's placeholders",
	},
] as const satisfies INodeProperties[];

export type PlaceholderParameters = Parameters<(typeof placeholderFields)[number]>;

/** Whether the values are given as JSON, and not in a field for each placeholder. */
export const isJson = (parameters: PlaceholderParameters): boolean => parameters.value('variablesMode') === 'json';

/**
 * The values that the item gives.
 * @param filled the placeholder that the node fills in itself: a value for its column is ignored
 * @param onMissing is told the column of each placeholder without a value. Without it, such an item is refused
 */
export function readVariables(parameters: PlaceholderParameters, template: Template | undefined, filled?: Placeholder, onMissing?: OnMissing): VariablesResult {
	const all = template?.placeholders ?? [];
	// What is worked out of a list of placeholders is kept by the list, so all items get the same one.
	const placeholders = filled === undefined ? all : all.filter((placeholder) => placeholder !== filled);
	// Of a question each part must say something.
	const emptyParts = filled === undefined ? 'allowed' : 'refused';
	if (isJson(parameters)) {
		const json = parameters.inParts('variablesJson');
		const gap = typeof json.value === 'object' ? undefined : findGap('Placeholders (JSON)', json, emptyParts);
		return gap === undefined ? readVariablesJson(json.value, template && placeholders, onMissing) : err(gap);
	}
	const values = parameters.mapped('variables');
	if (values === undefined) return fillFromInput(placeholders, parameters.input, onMissing);
	const ignored = filled && columnId(filled);
	const others = ignored === undefined ? values : Object.fromEntries(Object.entries(values).filter(([column]) => column !== ignored));
	const isFixed = (column: string) => !parameters.isExpression('variables', 'value', column);
	return fillByColumn(placeholders, others, { isFixed, parts: parameters.mappedParts('variables'), shown: parameters.shownColumns('variables'), emptyParts, onMissing });
}

/** What a person should look at of the expressions in placeholders. */
export function doubtParts(parameters: PlaceholderParameters): string[] {
	if (isJson(parameters)) return doubtText('Placeholders (JSON)', { ...parameters.inParts('variablesJson'), value: undefined });
	return Object.entries(parameters.mappedParts('variables')).flatMap(([column, parts]) => doubtText(column, { value: undefined, parts }));
}
