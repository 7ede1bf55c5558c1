import type { Failure } from '../contract/failure';
import type { NoResponse } from '../contract/response/noResponse';
import { ok, type Result } from '../contract/result';
import { chooseTemplate, type NoTemplate } from '../contract/template/chooseTemplate';
import { groupByName, readTemplates, type Template } from '../contract/template/template';
import type { BinaryFile } from '../n8n/binary';
import type { Connection } from '../transport/connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords } from '../transport/lists';
import { uploadMedia, type Uploaded } from '../transport/upload';

type Records = Promise<Result<readonly unknown[], Failure>>;

/** What the items of one run of the node share. Each thing is asked of the service once, when an item first needs it. */
export interface Run {
	readonly connection: Connection<NoResponse>;
	/** The template records of the account, as the service gives them. */
	templateRecords(): Records;
	/** The template of the account that a name and a language choose, of those that can be sent. */
	template(name: string, language: string | undefined): Promise<Result<Template | NoTemplate, Failure>>;
	/** The sending numbers' records, as the service gives them. */
	phoneNumberRecords(): Records;
	/** Uploads a file; the same file for the same number is uploaded once, however many items bring it. */
	upload(file: BinaryFile, phoneNumberId: string): Promise<Result<Uploaded, Failure>>;
}

export function openRun(connection: Connection<NoResponse>): Run {
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
		async upload(file, phoneNumberId) {
			const key = JSON.stringify([phoneNumberId, file.identity]);
			const upload = uploads.get(key) ?? uploadMedia(connection, file, phoneNumberId);
			uploads.set(key, upload);
			return await upload;
		},
	};
}

const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
	let response: Promise<T> | undefined;
	return async () => await (response ??= ask());
};
