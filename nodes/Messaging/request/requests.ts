import { z } from 'zod';

import type { JsonObject } from '../text/json';
import { mediaTypes, type MessageKind } from './messageKinds';

/*
 * The exact request bodies of the API document ("Resources and their fields"). The node writes them and
 * the sandbox accepts nothing else. The published package imports only the types, so that it does not
 * need zod.
 */

/** "Recipient phone number in E.164 format": a plus sign and at most fifteen digits. */
export const e164 = z.string().regex(/^\+[1-9]\d{1,14}$/, 'must be a phone number in E.164 format');

const nonEmpty = z.string().min(1, 'must not be empty');

/** "Each section's object maps every param_name of that section to its string value." */
const sectionValues = z.record(z.string(), z.string());

/** A carousel card: sections of values, and its media or product as plain strings. */
const cardValues = z.record(z.string(), z.union([z.string(), sectionValues]));

/** The variables object. Sections that this package does not know are kept. */
export const variables: z.ZodType<JsonObject> = z
	.object({
		header: sectionValues.optional(),
		body: sectionValues.optional(),
		buttons: sectionValues.optional(),
		cards: z.record(z.string(), cardValues).optional(),
	})
	.catchall(z.unknown());

/** The location of a location header. */
export const location = z
	.object({
		latitude: z.number().min(-90).max(90),
		longitude: z.number().min(-180).max(180),
		name: nonEmpty.optional(),
		address: nonEmpty.optional(),
	})
	.strict();

export const templateSendRequest = z
	.object({
		to: e164,
		phone_number_id: nonEmpty,
		template_name: nonEmpty,
		language_code: nonEmpty,
		variables: variables.optional(),
		media_url: nonEmpty.optional(),
		media_id: nonEmpty.optional(),
		catalog_id: nonEmpty.optional(),
		location: location.optional(),
	})
	.strict();

export const textSendRequest = z
	.object({
		to: e164,
		phone_number_id: nonEmpty,
		text: nonEmpty,
		preview_url: z.boolean().optional(),
		reply_to_message_id: nonEmpty.optional(),
	})
	.strict();

export const mediaType = z.enum(mediaTypes);

export const mediaSendRequest = z
	.object({
		to: e164,
		phone_number_id: nonEmpty,
		media_type: mediaType,
		media_url: nonEmpty,
		caption: nonEmpty.optional(),
		filename: nonEmpty.optional(),
	})
	.strict();

/** The body of each kind of message. */
export const sendRequests = {
	template: templateSendRequest,
	text: textSendRequest,
	media: mediaSendRequest,
} as const satisfies Record<MessageKind, z.ZodTypeAny>;

export type Location = z.infer<typeof location>;
export type TemplateSendRequest = z.infer<typeof templateSendRequest>;
export type TextSendRequest = z.infer<typeof textSendRequest>;
export type MediaSendRequest = z.infer<typeof mediaSendRequest>;

/** The body of a message of this kind. */
export type SendBody<Kind extends MessageKind> = z.infer<(typeof sendRequests)[Kind]>;

/** A message that is ready to leave. */
export type SendRequest = {
	[Kind in MessageKind]: { readonly kind: Kind; readonly body: SendBody<Kind> };
}[MessageKind];
