import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../n8n/parameters';
import { ok } from '../../service/failure';
import { readTemplate } from '../../template/template';
import { firstText } from '../../text/json';
import { applyLimit, limitFields, readLimit } from '../limit';
import type { RecordOperation } from '../operation';

const properties = [
	...limitFields,
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

/** GET from the templates path (API document: not shown). Gives the records as the service has them. */
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
		return ok(applyLimit(found, limit.value));
	},
};
