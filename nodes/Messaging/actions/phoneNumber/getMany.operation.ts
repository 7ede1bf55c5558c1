import { ok } from '../../contract/result';
import { limitFields, limited } from '../limit';
import type { RecordOperation } from '../operation';

/** GET from the phone numbers path (API document, "Endpoints"). Gives the records as the service has them. */
export const getMany: RecordOperation = {
	properties: limitFields,

	async execute(parameters, run) {
		const records = await run.phoneNumberRecords();
		return records.ok ? ok(limited(records.value, parameters)) : records;
	},
};
