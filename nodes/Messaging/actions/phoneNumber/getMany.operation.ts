import type { Parameters } from '../../n8n/parameters';
import { ok } from '../../result/result';
import { applyLimit, limitFields, readLimit } from '../limit';
import type { RecordOperation } from '../operation';

/** GET from the phone numbers path (API document, "Endpoints"). Gives the records as the service has them. */
export const getMany: RecordOperation = {
	kind: 'records',
	label: {
		name: 'Get Many',
		action: 'Get many sending numbers',
		description: 'List the sending numbers of the account',
	},
	properties: limitFields,

	async execute(parameters: Parameters<(typeof limitFields)[number]>, run) {
		const limit = readLimit(parameters);
		if (!limit.ok) return limit;
		const records = await run.phoneNumberRecords();
		return records.ok ? ok(applyLimit(records.value, limit.value)) : records;
	},
};
