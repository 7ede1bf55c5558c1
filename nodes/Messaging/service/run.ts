import { hasTemplatesByNumber } from '../api/account';
import type { NoResponse } from '../api/connectionFailure';
import type { Failure } from '../result/failure';
import { ok, type Result } from '../result/result';
import { newRoom } from '../api/listRoom';
import { fillPath } from '../api/path';
import type { BinaryFile } from '../request/attachments';
import { isOutOfTime } from '../request/notAfter';
import { chooseTemplate, type NoTemplate } from '../template/chooseTemplate';
import { groupByName, readTemplates, type Template } from '../template/template';
import { once, onceForEach } from '../text/once';
import type { Connection, ServiceRequest } from './connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords, type Records } from './lists';
import { type Uploaded, uploadMedia, type UploadPlace } from './upload';

/** A connection whose requests can have a latest time to start, in milliseconds since 1970. */
export interface RunConnection extends Connection<NoResponse> {
	request(request: ServiceRequest, notAfter?: number): ReturnType<Connection<NoResponse>['request']>;
}

/** What the items of one run of the node share. Each list is read and each file uploaded once, when an item first needs it. */
export interface Run {
	readonly connection: Connection<NoResponse>;
	/** The template records, as the service gives them: those of the account, or of the sending number if each has a list of its own. */
	templateRecords(phoneNumberId: string | undefined): Records;
	/** The template with this name and language, among those that can be sent with the sending number. */
	template(name: string, language: string | undefined, phoneNumberId: string | undefined): Promise<Result<Template | NoTemplate, Failure>>;
	/** The sending numbers' records, as the service gives them. */
	phoneNumberRecords(): Records;
	/**
	 * Uploads a file. The same file to the same place is uploaded once, however many items bring it. The upload
	 * starts by `notAfter`, in milliseconds since 1970, or not at all.
	 */
	upload(file: BinaryFile, place: UploadPlace, notAfter?: number): Promise<Result<Uploaded, Failure>>;
}

export function openRun(connection: RunConnection): Run {
	/** By sending number, if each has a list of its own; else there is one list, of nobody. */
	const owner = (phoneNumberId: string | undefined) => (hasTemplatesByNumber(connection.account) ? (phoneNumberId ?? '') : '');
	/** The lists of all sending numbers are kept together. */
	const room = newRoom();
	const fetchRecords = async (phoneNumberId: string) => await fetchTemplateRecords(connection, phoneNumberId, room);
	const recordsOf = onceForEach(fetchRecords);
	// Not of `recordsOf`, which would keep the records beside the templates.
	const templatesOf = onceForEach(async (phoneNumberId) => {
		const records = await fetchRecords(phoneNumberId);
		return records.ok ? ok(groupByName(readTemplates(records.value))) : records;
	});
	const chosen = new Map<string, Template | NoTemplate>();
	const uploads = new Map<string, Promise<Result<Uploaded, Failure>>>();

	return {
		connection,
		templateRecords: async (phoneNumberId) => await recordsOf(owner(phoneNumberId)),
		async template(name, language, phoneNumberId) {
			const from = owner(phoneNumberId);
			const all = await templatesOf(from);
			if (!all.ok) return all;
			const key = JSON.stringify([name, language, from]);
			const template = chosen.get(key) ?? chooseTemplate(all.value.get(name) ?? [], name, language);
			chosen.set(key, template);
			return ok(template);
		},
		phoneNumberRecords: once(() => fetchPhoneNumberRecords(connection)),
		async upload(file, place, notAfter = Infinity) {
			const path = fillPath(connection.account.paths.media, place);
			if (!path.ok) return path;
			const key = JSON.stringify([path.value, place.phone_number_id, file.identity]);
			const inTime = { ...connection, request: async (request: ServiceRequest) => await connection.request(request, notAfter) };
			for (;;) {
				const shared = uploads.get(key);
				const upload = shared ?? uploadMedia(inTime, file, path.value, place);
				uploads.set(key, upload);
				const uploaded = await upload;
				if (uploaded.ok || !isOutOfTime(uploaded.error)) return uploaded;
				if (uploads.get(key) === upload) uploads.delete(key);
				// Its own time has passed. Whoever shared the upload of another item may have more time, and starts it again.
				if (shared === undefined) return uploaded;
			}
		},
	};
}
