import type { Failure } from '../contract/failure';
import type { NoResponse } from '../contract/response/noResponse';
import { ok, type Result } from '../contract/result';
import { chooseTemplate, type NoTemplate } from '../contract/template/chooseTemplate';
import { groupByName, readTemplates, type Template } from '../contract/template/template';
import type { BinaryFile } from '../n8n/binary';
import type { StartLimit } from '../delivery/rateLimiter';
import type { Connection, ServiceRequest } from '../transport/connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords, type Records } from '../transport/lists';
import { uploadMedia, type Uploaded } from '../transport/upload';

/** A connection whose requests can have a latest time to start. */
interface RunConnection extends Connection<NoResponse> {
	request(request: ServiceRequest, limit?: StartLimit): ReturnType<Connection<NoResponse>['request']>;
}

/** An upload that several items can wait for. */
interface SharedUpload {
	readonly uploaded: Promise<Result<Uploaded, Failure>>;
	/** Until when it may start: the latest time that one of the items allows. */
	notAfter: number;
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
	 * starts if that is in time for one of the items; `notAfter` in milliseconds since 1970.
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
	const uploads = new Map<string, SharedUpload>();

	function startUpload(key: string, file: BinaryFile, phoneNumberId: string, notAfter: number): SharedUpload {
		const limit: StartLimit = {
			notAfter: () => uploads.get(key)?.notAfter ?? notAfter,
			// A later item may have more time: it starts the upload again.
			onExpired: () => uploads.delete(key),
		};
		const inTime = { ...connection, request: async (request: ServiceRequest) => await connection.request(request, limit) };
		const upload = { uploaded: uploadMedia(inTime, file, phoneNumberId), notAfter };
		uploads.set(key, upload);
		return upload;
	}

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
			const upload = uploads.get(key) ?? startUpload(key, file, phoneNumberId, notAfter);
			upload.notAfter = Math.max(upload.notAfter, notAfter);
			return await upload.uploaded;
		},
	};
}

const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
	let response: Promise<T> | undefined;
	return async () => await (response ??= ask());
};
