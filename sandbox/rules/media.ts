import { isHttpUrl } from '../../nodes/Messaging/api/serviceAddress';
import type { MediaSendRequest } from '../../nodes/Messaging/message/requests';
import { mediaTypes, type MediaType } from '../../nodes/Messaging/message/messageKinds';
import { refusals, type Refusal } from './refusal';

const megabyte = 1024 * 1024;

/** What can be uploaded, as Meta publishes it (API document, "Limits": not shown). */
const uploadLimits: Readonly<Record<MediaType, { readonly types: readonly string[]; readonly bytes: number }>> = {
	image: { types: ['image/jpeg', 'image/png'], bytes: 5 * megabyte },
	video: { types: ['video/mp4', 'video/3gpp'], bytes: 16 * megabyte },
	audio: {
		types: ['audio/aac', 'audio/amr', 'audio/mp4', 'audio/mpeg', 'audio/ogg'],
		bytes: 16 * megabyte,
	},
	document: {
		types: [
			'application/pdf',
			'application/msword',
			'application/vnd.ms-excel',
			'application/vnd.ms-powerpoint',
			'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
			'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
			'application/vnd.openxmlformats-officedocument.presentationml.presentation',
			'text/plain',
		],
		bytes: 100 * megabyte,
	},
};

/** The largest upload of any kind, in bytes. */
export const largestUpload = Math.max(...mediaTypes.map((kind) => uploadLimits[kind].bytes));

/** Which kind of media a MIME type (without parameters) is; undefined if it is none. */
export const mediaTypeOf = (mimeType: string): MediaType | undefined =>
	mediaTypes.find((kind) => uploadLimits[kind].types.includes(mimeType));

/** Checks the type and size of an upload; `size` in bytes. */
export function checkUpload(mimeType: string, size: number): Refusal | undefined {
	const kind = mediaTypeOf(mimeType);
	if (kind === undefined) return refusals.wrongMediaType(`"${mimeType}" can't be sent.`);
	const { bytes } = uploadLimits[kind];
	if (size > bytes) {
		return refusals.tooLarge(`The ${kind} has more than ${bytes / megabyte} MB.`);
	}
	return size === 0 ? refusals.badRequest('file: the file is empty') : undefined;
}

/** "URL of the media": absolute, over HTTP. It isn't fetched: the service asks no other host for anything. */
export function checkPublicUrl(field: string, value: string): Refusal | undefined {
	return isHttpUrl(value) ? undefined : refusals.invalidValue(`${field}: must be an absolute http or https URL`);
}

/** Longest caption, as published by Meta. */
const longestCaption = 1024;

/** Checks a media message beyond its schema. */
export function checkMedia(request: MediaSendRequest): Refusal | undefined {
	if (request.caption !== undefined && request.media_type === 'audio') {
		return refusals.invalidValue('caption: audio has no caption');
	}
	if (request.filename !== undefined && request.media_type !== 'document') {
		return refusals.invalidValue('filename: only a document has a file name');
	}
	if ((request.caption?.length ?? 0) > longestCaption) {
		return refusals.invalidValue(`caption: has more than ${longestCaption} characters`);
	}
	return checkPublicUrl('media_url', request.media_url);
}
