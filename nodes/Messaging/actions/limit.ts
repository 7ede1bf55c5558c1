import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../n8n/parameters';
import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { booleanOf, isMissing, isObject, type JsonObject, numberOf } from '../text/json';
import { describeValue } from '../text/wording';

const returnAll = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies INodeProperties;

const limit = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
} as const satisfies INodeProperties;

/** The fields that say how many records of a list an item gives. */
export const limitFields = [returnAll, limit] as const satisfies INodeProperties[];

/** Reads how many records an item gives at most; Infinity for all of them. */
export function readLimit(parameters: Parameters<(typeof limitFields)[number]>): Result<number, Failure> {
	if (booleanOf(parameters.value('returnAll')) === true) return ok(Infinity);
	const value = parameters.value('limit');
	const given = isMissing(value) ? limit.default : value;
	const number = numberOf(given);
	if (number >= 1 && Number.isInteger(number)) return ok(number);
	return err(invalidInput(
		`'${limit.displayName}' is not a whole number from 1 up: ${describeValue(given)}`,
		`Change it, or turn on '${returnAll.displayName}'.`,
	));
}

/** The first records of a list, up to the limit. Entries that are not objects are left out. */
export const applyLimit = (records: readonly unknown[], most: number): JsonObject[] => records.filter(isObject).slice(0, most);
