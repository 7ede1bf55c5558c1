import type { Failure } from '../contract/failure';
import { phoneNumberList, templateList } from '../contract/listFailure';
import { ok, type Result } from '../contract/result';
import { readSendingNumber, type SendingNumber } from '../contract/sendingNumber';
import { readTemplate, type Template } from '../contract/template';
import type { Connection } from './connection';
import { readList } from './paging';

/** Every template of the account that can be sent; records without name or language are passed over. */
export async function fetchTemplates(
	connection: Connection,
): Promise<Result<readonly Template[], Failure>> {
	const { templates } = connection.account.paths;
	const records = await readList(connection, templates, templateList, Date.now);
	if (!records.ok) return records;
	const read = records.value.map(readTemplate).filter((template) => template !== undefined);
	return ok(read.filter((template) => template.approved));
}

/** Every sending number of the account; records without an id are passed over. */
export async function fetchSendingNumbers(
	connection: Connection,
): Promise<Result<readonly SendingNumber[], Failure>> {
	const { phoneNumbers } = connection.account.paths;
	const records = await readList(connection, phoneNumbers, phoneNumberList, Date.now);
	if (!records.ok) return records;
	return ok(records.value.map(readSendingNumber).filter((number) => number !== undefined));
}
