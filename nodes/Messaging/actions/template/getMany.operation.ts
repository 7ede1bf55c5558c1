import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../n8n/parameters';
import { hasTemplatesByNumber } from '../../api/account';
import type { Failure } from '../../result/failure';
import { ok, type Result } from '../../result/result';
import { readSendingNumbers } from '../../request/sendingNumber';
import type { Run } from '../../service/run';
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
		const owners = await ownersOfTemplates(run);
		if (!owners.ok) return owners;
		const search = (firstText(parameters.collection('filters').search) ?? '').trim().toLowerCase();
		const found: JsonObject[] = [];
		for (const owner of owners.value) {
			const records = await run.templateRecords(owner);
			if (!records.ok) return records;
			const named = records.value.filter((record) => (readTemplate(record)?.name ?? '').toLowerCase().includes(search));
			for (const record of applyLimit(named, limit.value - found.length)) found.push(owner === undefined ? record : { ...record, phone_number_id: owner });
			if (found.length >= limit.value) break;
		}
		return ok(booleanOf(parameters.value('simplify')) === false ? found : found.map(simplify));
	},
};

/** Whose templates there are: those of each sending number if it has a list of its own, else those of the account (undefined). */
async function ownersOfTemplates(run: Run): Promise<Result<ReadonlyArray<string | undefined>, Failure>> {
	if (!hasTemplatesByNumber(run.connection.account)) return ok([undefined]);
	const numbers = await run.phoneNumberRecords();
	return numbers.ok ? ok(readSendingNumbers(numbers.value).map(({ id }) => id)) : numbers;
}

/** What a workflow needs of a template: a flat record. The node masks the output. */
function simplify(record: JsonObject): JsonObject {
	const template = readTemplate(record);
	if (template === undefined) return record;
	const { id, name, language, placeholders, text } = template;
	const { phone_number_id: owner } = record;
	return {
		id: id ?? null,
		...(owner === undefined ? {} : { phone_number_id: owner }),
		name,
		language,
		status: firstText(record.status) ?? null,
		category: firstText(record.category) ?? null,
		placeholders: placeholders.map(columnId),
		text: text === undefined ? null : formatTemplateText(text, (words) => words),
	};
}
