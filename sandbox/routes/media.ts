import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { err, ok, type Result } from '../../nodes/Messaging/result/result';
import type { Sandbox } from '../parts/sandbox';
import { checkUpload, largestUpload } from '../rules/media';
import { refusals, type Refusal } from '../forms/refusal';
import type { Upload } from '../state/uploads';
import { param, refuse } from './answers';

/** The media upload: multipart with `file`, answered with `{ media_id }`. What it is for is said where the form has it. */
export async function mediaRoutes(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
	await app.register(multipart, {
		// One byte more than the largest upload, so that `checkUpload` sees that it is too large and names the limit.
		limits: { fileSize: largestUpload + 1, files: 1, fields: 10 },
		throwFileSizeLimit: false,
	});

	const { form } = sandbox;
	app.post(form.upload.path, async (request, reply) => {
		if (!request.isMultipart()) {
			return refuse(request, reply, refusals.wrongMediaType('Send multipart/form-data.'), form);
		}
		const upload = await readUpload(request, sandbox);
		if (!upload.ok) return refuse(request, reply, upload.error, form);
		sandbox.uploads.add(upload.value);
		return { media_id: upload.value.media_id };
	});
}

async function readUpload(request: FastifyRequest, { form, catalogue, clock, newId }: Sandbox): Promise<Result<Upload, Refusal>> {
	let file: { readonly part: MultipartFile; readonly bytes: Uint8Array } | undefined;
	const fields = new Map<string, string>();
	const otherFiles: string[] = [];
	for await (const part of request.parts()) {
		if (part.type === 'file') {
			const bytes = await part.toBuffer();
			if (part.fieldname === 'file') file = { part, bytes };
			else otherFiles.push(part.fieldname);
		} else fields.set(part.fieldname, String(part.value));
	}
	if (file === undefined) return err(refusals.badRequest('file: Required'));
	const params = { phoneNumberId: param(request, 'phone_number_id'), templateId: param(request, 'template_id') };
	const target = form.upload.target({ params, fields, otherFiles }, catalogue);
	if (!target.ok) return target;
	const mimeType = (file.part.mimetype.split(';')[0] ?? '').trim().toLowerCase();
	const refused = checkUpload(mimeType, file.bytes.length, form.upload);
	if (refused !== undefined) return err(refused);
	return ok({
		media_id: newId('media_'),
		...target.value,
		mime_type: mimeType,
		filename: file.part.filename,
		bytes: file.bytes,
		at: clock.now(),
	});
}
