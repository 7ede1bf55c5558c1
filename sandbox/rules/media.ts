import { isHttpUrl } from '../../nodes/Messaging/api/serviceAddress';
import type { MediaSendRequest } from '../../nodes/Messaging/request/requests';
import { mediaTypes, type MediaType } from '../../nodes/Messaging/request/messageKinds';
import type { UploadForm, UploadLimits } from '../forms/form';
import { refusals, type Refusal } from '../forms/refusal';
import { inMegabytes, uploadLimits } from '../forms/uploadLimits';

/** The largest upload of any kind and in any form, in bytes. */
export const largestUpload = Math.max(...mediaTypes.map((kind) => uploadLimits[kind].bytes));

/** Which kind of media a MIME type (without parameters) is; undefined if it is none. */
export const mediaTypeOf = (mimeType: string, limits: UploadLimits = uploadLimits): MediaType | undefined =>
	mediaTypes.find((kind) => limits[kind]?.types.includes(mimeType));

/** Checks the type and size of an upload; `size` in bytes. */
export function checkUpload(mimeType: string, size: number, { limits, wrongType }: UploadForm): Refusal | undefined {
	const kind = mediaTypeOf(mimeType, limits);
	const limit = kind && limits[kind];
	if (kind === undefined || limit === undefined) return refusals.wrongMediaType(wrongType(mimeType));
	if (size > limit.bytes) return refusals.tooLarge(`The ${kind} has more than ${inMegabytes(limit.bytes)}.`);
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
