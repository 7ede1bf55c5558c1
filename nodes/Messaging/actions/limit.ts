import type { INodeProperties } from 'n8n-workflow';

import { isObject, type JsonObject } from '../contract/json';
import type { Parameters } from '../n8n/parameters';

/** How many records of a list an item gives. */
export const limitFields = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
] as const satisfies INodeProperties[];

/** The records that the parameters ask for; what isn't an object is none. */
export function applyLimit(records: readonly unknown[], parameters: Parameters<(typeof limitFields)[number]>): JsonObject[] {
	const found = records.filter(isObject);
	if (parameters.value('returnAll') === true) return found;
	return found.slice(0, Math.max(1, Number(parameters.value('limit') ?? 50)));
}
