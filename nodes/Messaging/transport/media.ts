import { readBody } from '../contract/answer';
import { readFailure, type Failure } from '../contract/failure';
import { isObject, type JsonObject } from '../contract/json';
import { mediaIdOf } from '../contract/media';
import { readNoAnswer, type NoAnswer } from '../contract/noAnswer';
import { err, ok, type Result } from '../contract/result';
import type { BinaryFile } from './binary';
import type { Connection } from './connection';

/** A file that the service has taken. */
export interface Uploaded {
	readonly mediaId: string;
	/** The service's answer, with `media_id` added where it has another name. */
	readonly response: JsonObject;
}

/** Uploads a file: multipart with `file` and `phone_number_id` (API document: not shown). */
export async function uploadMedia(
	connection: Connection<NoAnswer>,
	file: BinaryFile,
	phoneNumberId: string,
): Promise<Result<Uploaded, Failure>> {
	const content = await file.read();
	if (!content.ok) return err(content.error);
	const form = new FormData();
	form.append('phone_number_id', phoneNumberId);
	form.append('file', new Blob([new Uint8Array(content.value)], { type: file.mimeType }), file.fileName);
	// The platform writes the multipart body; n8n's helper takes it as bytes.
	const encoded = new Response(form);
	const answer = await connection.request({
		method: 'POST',
		path: connection.account.paths.media,
		body: Buffer.from(await encoded.arrayBuffer()),
		contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
	});
	if (!answer.ok) return err(readNoAnswer(answer.error));
	const { status } = answer.value;
	const body = readBody(answer.value);
	const mediaId = mediaIdOf(body);
	if (status < 200 || status >= 300) return err(explain(readFailure(answer.value, Date.now())));
	if (!isObject(body) || mediaId === undefined) {
		return err({
			category: 'service',
			message: 'The answer to the upload could not be read',
			description: "The service answered with success, but without the id of the file. Check 'Media Path' in the Messaging API credential.",
			httpStatus: status,
		});
	}
	return ok({ mediaId, response: body.media_id === mediaId ? body : { ...body, media_id: mediaId } });
}

function explain(failure: Failure): Failure {
	if (failure.category !== 'not-found') return failure;
	return {
		...failure,
		message: 'The service takes no uploads at this address',
		description: "Check 'Base URL' and, under 'Customize Endpoints', 'Media Path' in the Messaging API credential. Media can still be sent by URL.",
	};
}
