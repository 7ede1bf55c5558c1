import type { TemplateSendRequest } from '../../nodes/Messaging/request/requests';
import { componentOf, type TemplateRecord } from '../fixtures/templateRecord';
import type { Sandbox } from '../parts/sandbox';
import { refusals, type Refusal } from '../forms/refusal';
import { mediaTypeOf } from './media';

/** How long an upload can be used, in milliseconds: 30 days, as published by Meta. */
const uploadLastsMs = 30 * 24 * 60 * 60 * 1000;

/** Checks the ids of uploaded media, in the header and in the cards of a carousel. */
export function checkHeaderMedia(
	request: TemplateSendRequest,
	template: TemplateRecord,
	sandbox: Sandbox,
): Refusal | undefined {
	const ids: Array<readonly [field: string, id: string, format: string | undefined]> = [];
	if (request.media_id !== undefined) {
		ids.push(['media_id', request.media_id, componentOf(template.components, 'HEADER')?.format]);
	}
	for (const [position, card] of Object.entries(request.variables?.cards ?? {})) {
		if (typeof card.media_id === 'string') ids.push([`cards.${position}.media_id`, card.media_id, undefined]);
	}
	for (const [field, id, format] of ids) {
		const refused = checkUploadId(field, id, format, request.phone_number_id, template.id, sandbox);
		if (refused !== undefined) return refused;
	}
	return undefined;
}

function checkUploadId(
	field: string,
	id: string,
	format: string | undefined,
	phoneNumberId: string,
	templateId: string,
	{ uploads, clock }: Sandbox,
): Refusal | undefined {
	const upload = uploads.find(id);
	if (upload === undefined) return refusals.unknownMedia(`${field}: there is no upload "${id}"`);
	if (upload.phone_number_id !== phoneNumberId) {
		return refusals.unknownMedia(`${field}: was uploaded for another sending number`);
	}
	if (upload.template_id !== null && upload.template_id !== templateId) {
		return refusals.unknownMedia(`${field}: was uploaded for another template`);
	}
	if (clock.now() - upload.at >= uploadLastsMs) {
		return refusals.unknownMedia(`${field}: was uploaded more than 30 days ago`);
	}
	const kind = mediaTypeOf(upload.mime_type);
	if (format !== undefined && kind?.toUpperCase() !== format) {
		return refusals.wrongFormat(`${field}: the header takes ${format.toLowerCase()}, the upload is ${kind ?? 'unknown'}`);
	}
	return undefined;
}
