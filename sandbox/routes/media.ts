import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { defaultPaths } from '../../nodes/Messaging/api/account';
import { err, ok, type Result } from '../../nodes/Messaging/api/failure';
import type { Sandbox } from '../parts/sandbox';
import { checkUpload, largestUpload } from '../rules/media';
import { refusals, type Refusal } from '../rules/refusal';
import type { Upload } from '../state/uploads';
import { refuse } from './answers';

/** The media upload: multipart with `file` and `phone_number_id`, answered with `{ media_id }`. */
export async function mediaRoutes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
	await app.register(multipart, {
		// One byte more than the largest upload, so that `checkUpload` sees that it is too large and names the limit.
		limits: { fileSize: largestUpload + 1, files: 1, fields: 10 },
		throwFileSizeLimit: false,
	});

	app.post(defaultPaths.media, async (request, reply) => {
		if (!request.isMultipart()) {
			return refuse(request, reply, refusals.wrongMediaType('Send multipart/form-data.'));
		}
		const upload = await readUpload(request, sandbox);
		if (!upload.ok) return refuse(request, reply, upload.error);
		sandbox.uploads.add(upload.value);
		return { media_id: upload.value.media_id };
	});
}

async function readUpload(request: FastifyRequest, sandbox: Sandbox): Promise<Result<Upload, Refusal>> {
	let file: { readonly part: MultipartFile; readonly bytes: Uint8Array } | undefined;
	let phoneNumberId: string | undefined;
	for await (const part of request.parts()) {
		if (part.type === 'file') {
			const bytes = await part.toBuffer();
			if (part.fieldname === 'file') file = { part, bytes };
		} else if (part.fieldname === 'phone_number_id') phoneNumberId = String(part.value);
	}
	if (file === undefined) return err(refusals.badRequest('file: Required'));
	if (phoneNumberId === undefined) return err(refusals.badRequest('phone_number_id: Required'));
	if (!sandbox.catalogue.phoneNumbers.some(({ id }) => id === phoneNumberId)) {
		return err(refusals.unknownNumber(`There is no sending number with the id "${phoneNumberId}".`));
	}
	const mimeType = (file.part.mimetype.split(';')[0] ?? '').trim().toLowerCase();
	const refused = checkUpload(mimeType, file.bytes.length);
	if (refused !== undefined) return err(refused);
	return ok({
		media_id: sandbox.newId('media'),
		phone_number_id: phoneNumberId,
		mime_type: mimeType,
		filename: file.part.filename,
		bytes: file.bytes,
		at: sandbox.clock.now(),
	});
}
