import { addressRemedy, pathLabels } from '../api/account';
import { type NoResponse, readNoResponse } from '../api/connectionFailure';
import { err, type Failure, ok, type Result } from '../api/failure';
import { isSuccess, mediaIdOf, readBody } from '../api/response';
import { readErrorWithin, readFailure } from '../api/responseFailure';
import type { BinaryFile } from '../message/attachments';
import { isObject, type JsonObject } from '../text/json';
import type { Connection } from './connection';

/** A file that the service has stored. */
export interface Uploaded {
	readonly mediaId: string;
	/** The service's response. `media_id` is added if the ID has another name there. */
	readonly response: JsonObject;
}

/** Uploads a file: multipart with `file` and `phone_number_id` (API document: not shown). */
export async function uploadMedia(connection: Connection<NoResponse>, file: BinaryFile, phoneNumberId: string): Promise<Result<Uploaded, Failure>> {
	const content = await file.read();
	if (!content.ok) return err(content.error);
	const form = new FormData();
	form.append('phone_number_id', phoneNumberId);
	form.append('file', new Blob([new Uint8Array(content.value)], { type: file.mimeType }), file.fileName);
	// Node encodes the multipart body; n8n's helper sends the bytes.
	const encoded = new Response(form);
	const response = await connection.request({
		method: 'POST',
		path: connection.account.paths.media,
		body: Buffer.from(await encoded.arrayBuffer()),
		contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
	});
	if (!response.ok) return err(readNoResponse(response.error));
	const { status } = response.value;
	const body = readBody(response.value);
	const mediaId = mediaIdOf(body);
	const refused = isSuccess(response.value) ? readErrorWithin(response.value, Date.now()) : explain(readFailure(response.value, Date.now()));
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

function explain(failure: Failure): Failure {
	if (failure.category !== 'not-found') return failure;
	return {
		...failure,
		message: 'The service accepts no uploads at this address',
		description: `${addressRemedy('media')}. Media can still be sent by URL.`,
	};
}
