import type { Failure } from '../contract/failure';
import { phoneNumberList, templateList } from '../contract/response/listFailure';
import type { NoResponse } from '../contract/response/noResponse';
import type { Result } from '../contract/result';
import type { Connection } from './connection';
import { readList } from './paging';

/** The records of a list, or why it could not be read. */
export type Records = Promise<Result<readonly unknown[], Failure>>;

/** Every template record of the account (API document, "Other records"). */
export const fetchTemplateRecords = async (connection: Connection<NoResponse>): Records =>
	await readList(connection, connection.account.paths.templates, templateList, Date.now);

/** Every phone number record of the account (API document, "Other records"). */
export const fetchPhoneNumberRecords = async (connection: Connection<NoResponse>): Records =>
	await readList(connection, connection.account.paths.phoneNumbers, phoneNumberList, Date.now);
