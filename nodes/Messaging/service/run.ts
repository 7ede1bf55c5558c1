import type { NoResponse } from '../api/connectionFailure';
import { type Failure, ok, type Result } from '../api/failure';
import type { BinaryFile } from '../message/attachments';
import { chooseTemplate, type NoTemplate } from '../template/chooseTemplate';
import { groupByName, readTemplates, type Template } from '../template/template';
import { once } from '../text/once';
import type { Connection, ServiceRequest } from './connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords, type Records } from './lists';
import { type Uploaded, uploadMedia } from './upload';

/** A connection whose requests can have a latest time to start, in milliseconds since 1970. */
export interface RunConnection extends Connection<NoResponse> {
	request(request: ServiceRequest, notAfter?: number): ReturnType<Connection<NoResponse>['request']>;
}

/** What the items of one run of the node share. Each list is read and each file uploaded once, when an item first needs it. */
export interface Run {
	readonly connection: Connection<NoResponse>;
	/** The template records of the account, as the service gives them. */
	templateRecords(): Records;
	/** The template with this name and language, among those of the account that can be sent. */
	template(name: string, language: string | undefined): Promise<Result<Template | NoTemplate, Failure>>;
	/** The sending numbers' records, as the service gives them. */
	phoneNumberRecords(): Records;
	/**
	 * Uploads a file. The same file for the same number is uploaded once, however many items bring it. The upload
	 * starts by `notAfter`, in milliseconds since 1970, or not at all.
	 */
	upload(file: BinaryFile, phoneNumberId: string, notAfter?: number): Promise<Result<Uploaded, Failure>>;
}

export function openRun(connection: RunConnection): Run {
	const templateRecords = once(() => fetchTemplateRecords(connection));
	const templates = once(async () => {
		const records = await templateRecords();
		return records.ok ? ok(groupByName(readTemplates(records.value))) : records;
	});
	const chosen = new Map<string, Template | NoTemplate>();
	const uploads = new Map<string, Promise<Result<Uploaded, Failure>>>();

	return {
		connection,
		templateRecords,
		async template(name, language) {
			const all = await templates();
			if (!all.ok) return all;
			const key = JSON.stringify([name, language]);
			const template = chosen.get(key) ?? chooseTemplate(all.value.get(name) ?? [], name, language);
			chosen.set(key, template);
			return ok(template);
		},
		phoneNumberRecords: once(() => fetchPhoneNumberRecords(connection)),
		async upload(file, phoneNumberId, notAfter = Infinity) {
			const key = JSON.stringify([phoneNumberId, file.identity]);
			const inTime = { ...connection, request: async (request: ServiceRequest) => await connection.request(request, notAfter) };
			for (;;) {
				const shared = uploads.get(key);
				const upload = shared ?? uploadMedia(inTime, file, phoneNumberId);
				uploads.set(key, upload);
				const uploaded = await upload;
				if (uploaded.ok || uploaded.error.category !== 'expired') return uploaded;
				if (uploads.get(key) === upload) uploads.delete(key);
				// Its own time has passed. Whoever shared the upload of another item may have more time, and starts it again.
				if (shared === undefined) return uploaded;
			}
		},
	};
}
