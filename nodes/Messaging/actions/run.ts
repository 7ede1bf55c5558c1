import type { Failure } from '../contract/failure';
import type { NoAnswer } from '../contract/noAnswer';
import { ok, type Result } from '../contract/result';
import { chooseTemplate, groupByName, readTemplates, type NoTemplate, type Template } from '../contract/template';
import type { BinaryFile } from '../transport/binary';
import type { Connection } from '../transport/connection';
import { fetchPhoneNumberRecords, fetchTemplateRecords } from '../transport/lists';
import { uploadMedia, type Uploaded } from '../transport/media';

type Records = Promise<Result<readonly unknown[], Failure>>;

/** What the items of one run of the node share. Each thing is asked of the service once, when an item first needs it. */
export interface Run {
	readonly connection: Connection<NoAnswer>;
	/** The template records of the account, as the service gives them. */
	templateRecords(): Records;
	/** The template of the account that a name and a language choose, of those that can be sent. */
	template(name: string, language: string | undefined): Promise<Result<Template | NoTemplate, Failure>>;
	/** The sending numbers' records, as the service gives them. */
	phoneNumberRecords(): Records;
	/** Uploads a file; the same file for the same number is uploaded once, however many items bring it. */
	upload(file: BinaryFile, phoneNumberId: string): Promise<Result<Uploaded, Failure>>;
}

export function openRun(connection: Connection<NoAnswer>): Run {
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
	let answer: Promise<T> | undefined;
	return async () => await (answer ??= ask());
};
