import { type NoResponse, readNoResponse, tooLarge } from '../api/connectionFailure';
import type { Failure } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { type ListName, noListFailure, phoneNumberList, readListFailure, templateList, tooLargeList } from '../api/listFailure';
import { type NextPage, type Page, readPage } from '../api/listPage';
import { type ListRoom, mostMegabytes, mostRecords, newRoom, takeRecords, takeText } from '../api/listRoom';
import { fillPath } from '../api/path';
import { isSuccess, readBody } from '../api/response';
import { readErrorWithin } from '../api/responseFailure';
import { resolveLink } from '../api/serviceAddress';
import type { Connection, ServiceRequest } from './connection';

/** The records of a list, or why it could not be read. */
export type Records = Promise<Result<readonly unknown[], Failure>>;

/** Every template record of the account, or of the sending number if each has a list of its own (API document, "Other records"). */
export async function fetchTemplateRecords(connection: Connection<NoResponse>, phoneNumberId?: string, room?: ListRoom): Records {
	const path = fillPath(connection.account.paths.templates, { phone_number_id: phoneNumberId });
	return path.ok ? await readList(connection, path.value, templateList, room) : path;
}

/** Every phone number record of the account (API document, "Other records"). */
export const fetchPhoneNumberRecords = async (connection: Connection<NoResponse>): Records =>
	await readList(connection, connection.account.paths.phoneNumbers, phoneNumberList);

/** A list with more pages counts as endless. It is an error: a part of a list would look like the whole list. */
const maxPages = 1000;

/**
 * Reads a list to its end. A short page does not end it; a request that was made before does.
 * @param room what may be read, if it is shared with other lists that are kept together
 */
export async function readList(connection: Connection<NoResponse>, path: string, list: ListName, room: ListRoom = newRoom()): Records {
	const records: unknown[] = [];
	const asked = new Set<string>();
	let request: ServiceRequest | undefined = { method: 'GET', path };
	while (request !== undefined) {
		if (asked.size === maxPages) {
			return err(noListFailure(list, `It did not end after ${maxPages.toLocaleString('en-US')} pages, so it was not read any further.`));
		}
		asked.add(JSON.stringify(request));
		const page: Result<Page, Failure> = await readOnePage(connection, request, list, room);
		if (!page.ok) return page;
		// One by one: a long page would be too many arguments for one call of push.
		for (const record of page.value.records) records.push(record);

		const next: Result<ServiceRequest | undefined, Failure> = follow(page.value.next, path, connection, list);
		if (!next.ok) return next;
		request = next.value;
		if (request !== undefined && asked.has(JSON.stringify(request))) request = undefined;
	}
	return ok(records);
}

async function readOnePage(
	connection: Connection<NoResponse>,
	request: ServiceRequest,
	list: ListName,
	room: ListRoom,
): Promise<Result<Page, Failure>> {
	const response = await connection.request(request);
	if (!response.ok) {
		const failure = readNoResponse(response.error);
		return err(failure.code === tooLarge ? { ...noListFailure(list, 'A page of it is larger than 10 MB, so it was not read.'), code: tooLarge } : failure);
	}
	if (!isSuccess(response.value)) return err(readListFailure(list, response.value, Date.now()));
	// Before it is parsed: only then it takes its room.
	if (!takeText(room, response.value.text)) return err(tooLargeList(list, `is larger than ${mostMegabytes} MB`));
	const page = readPage(readBody(response.value));
	if (page.ok && !takeRecords(room, page.value.records.length)) {
		return err(tooLargeList(list, `has more than ${mostRecords.toLocaleString('en-US')} records`));
	}
	return page.ok ? page : err(readErrorWithin(response.value, Date.now()) ?? noListFailure(list, whyNoPage[page.error]));
}

const whyNoPage = {
	'no-list': 'The service responded, but not with a list.',
	'no-next-page': 'The service says that it goes on, but not how to ask for the next page.',
};

/** The request for the next page. A link out of the base URL is refused, since the API key would be sent there. */
function follow(
	next: NextPage | undefined,
	path: string,
	{ account }: Connection<NoResponse>,
	list: ListName,
): Result<ServiceRequest | undefined, Failure> {
	if (next === undefined) return ok(undefined);
	if ('query' in next) return ok({ method: 'GET', path, query: next.query });
	const url = resolveLink(account.baseUrl, path, next.url);
	if (url !== undefined) return ok({ method: 'GET', path: url });
	return err(noListFailure(list, 'Its next page is at another address than the service, so the API key was not sent there.'));
}
