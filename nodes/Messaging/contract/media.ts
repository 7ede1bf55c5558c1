import { at, firstText } from './json';

/** The id of an uploaded file in the forms that services give it (API document: not shown). */
export const mediaIdOf = (body: unknown): string | undefined =>
	firstText(
		at(body, 'media_id'),
		at(body, 'id'),
		at(body, 'data', 'id'),
		at(body, 'data', 'media_id'),
		at(body, 'media', 'id'),
		at(body, 'file_id'),
	);
