import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../n8n/parameters';
import { ok } from '../../api/failure';
import { columnId } from '../../template/section';
import { readTemplate } from '../../template/template';
import { formatTemplateText } from '../../template/templateText';
import { booleanOf, firstText, type JsonObject } from '../../text/json';
import { applyLimit, limitFields, readLimit } from '../limit';
import type { RecordOperation } from '../operation';

const properties = [
	...limitFields,
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		default: {},
		placeholder: 'Add Filter',
		options: [
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. order',
				description: 'Only return templates whose name contains this text, in upper or lower case',
			},
		],
	},
] as const satisfies INodeProperties[];

/** GET from the templates path (API document: not shown). */
export const getMany: RecordOperation = {
	kind: 'records',
	label: {
		name: 'Get Many',
		action: 'Get many templates',
		description: 'List the templates of the account',
	},
	properties,

	async execute(parameters: Parameters<(typeof properties)[number]>, run) {
		const limit = readLimit(parameters);
		if (!limit.ok) return limit;
		const records = await run.templateRecords();
		if (!records.ok) return records;
		const search = (firstText(parameters.collection('filters').search) ?? '').trim().toLowerCase();
		const found = records.value.filter((record) =>
			(readTemplate(record)?.name ?? '').toLowerCase().includes(search),
		);
		const chosen = applyLimit(found, limit.value);
		return ok(booleanOf(parameters.value('simplify')) === false ? chosen : chosen.map(simplify));
	},
};

/** What a workflow needs of a template: a flat record. The node masks the output. */
function simplify(record: JsonObject): JsonObject {
	const template = readTemplate(record);
	if (template === undefined) return record;
	const { name, language, placeholders, text } = template;
	return {
		name,
		language,
		status: firstText(record.status) ?? null,
		category: firstText(record.category) ?? null,
		placeholders: placeholders.map(columnId),
		text: text === undefined ? null : formatTemplateText(text, (words) => words),
	};
}
