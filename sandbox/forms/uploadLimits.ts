import type { UploadLimits } from './form';

const megabyte = 1024 * 1024;

/** What can be uploaded, as Meta publishes it (API document, "Limits": not shown). */
export const uploadLimits = {
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
} as const satisfies UploadLimits;

/** A limit in words. */
export const inMegabytes = (bytes: number): string => `${bytes / megabyte} MB`;
