import { addressRemedy, pathLabels } from '../api/account';
import { type NoResponse, readNoResponse } from '../api/connectionFailure';
import type { Failure } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { holdsId } from '../api/path';
import { type HttpResponse, isSuccess, mediaIdOf, readBody, readErrorDetails } from '../api/response';
import { quoteService, readErrorWithin, readFailure } from '../api/responseFailure';
import type { BinaryFile } from '../request/attachments';
import { isObject, type JsonObject } from '../text/json';
import { longestName, shorten } from '../text/wording';
import { type Connection, defaultTimeout } from './connection';

/** A file that the service has stored. */
export interface Uploaded {
	readonly mediaId: string;
	/** The service's response. `media_id` is added if the ID has another name there. */
	readonly response: JsonObject;
}

/** For what a file is uploaded. */
export interface UploadPlace {
	readonly phone_number_id: string;
	/** Only for a path that holds it. */
	readonly template_id: string | undefined;
}

/** The slowest connection that an upload is made for, in bytes a millisecond: 2 Mbit/s. */
const slowest = 250;

/** How long an upload may take, in milliseconds: as long as any request, and as its file needs on a slow connection. */
export const uploadTimeout = (bytes: number): number => defaultTimeout + Math.ceil(bytes / slowest);

/**
 * Uploads a file to `path`: multipart with `file`, and with `phone_number_id` unless the path has it (API document: not
 * shown).
 */
export async function uploadMedia(connection: Connection<NoResponse>, file: BinaryFile, path: string, place: UploadPlace): Promise<Result<Uploaded, Failure>> {
	const content = await file.read();
	if (!content.ok) return err(content.error);
	const form = new FormData();
	if (!holdsId(connection.account.paths.media, 'phone_number_id')) form.append('phone_number_id', place.phone_number_id);
	form.append('file', new Blob([new Uint8Array(content.value)], { type: file.mimeType }), file.fileName);
	// Node encodes the multipart body; n8n's helper sends the bytes.
	const encoded = new Response(form);
	const response = await connection.request({
		method: 'POST',
		path,
		body: Buffer.from(await encoded.arrayBuffer()),
		contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
		timeout: uploadTimeout(content.value.length),
	});
	if (!response.ok) return err(readNoResponse(response.error));
	const { status } = response.value;
	const body = readBody(response.value);
	const mediaId = mediaIdOf(body);
	const refused = isSuccess(response.value) ? readErrorWithin(response.value, Date.now()) : explain(response.value, file, content.value.length);
	if (refused !== undefined) return err(refused);
	if (!isObject(body) || mediaId === undefined) {
		return err({
			category: 'service',
			message: 'The response to the upload could not be read',
			description: `The service responded with success, but without the ID of the file. Check '${pathLabels.media}' in the Messaging API credential.`,
			httpStatus: status,
		});
	}
	return ok({ mediaId, response: body.media_id === mediaId ? body : { ...body, media_id: mediaId } });
}

/** Why an upload was refused, in words that fit one. Those of the service may name its limits. */
function explain(response: HttpResponse, { fileName, mimeType }: BinaryFile, bytes: number): Failure {
	const failure = readFailure(response, Date.now());
	const said = quoteService(readErrorDetails(response.masked?.() ?? response));
	const file = `"${shorten(fileName, longestName)}"`;
	if (failure.category === 'not-found') {
		return { ...failure, message: 'The service accepts no uploads at this address', description: `${said}${addressRemedy('media')}. Media can still be sent by URL.` };
	}
	if (response.status === 413) {
		return { ...failure, message: `The file is too large for the service: ${file} has ${sizeInWords(bytes)}`, description: `${said}Make the file smaller, or give its URL.` };
	}
	if (response.status === 415) {
		return { ...failure, message: `The service does not take files of this type: ${file} is ${shorten(mimeType, longestName)}`, description: `${said}Convert the file to a type that the service takes.` };
	}
	return failure;
}

const sizeInWords = (bytes: number): string =>
	bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;
