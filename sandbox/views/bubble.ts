import { z } from 'zod';

import { mediaTypes } from '../../nodes/Messaging/request/messageKinds';

/* A message as a phone draws it. The service writes it and the page reads it. */

const media = z.object({
	kind: z.enum(mediaTypes),
	/** A path on this service that shows it; null for media elsewhere, which the page doesn't load. */
	src: z.string().nullable(),
	/** The URL or the media id that was given, or that the media is the template's own. */
	source: z.string(),
	name: z.string(),
});

const header = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('text'), text: z.string() }),
	media,
	z.object({
		kind: z.literal('location'),
		latitude: z.number(),
		longitude: z.number(),
		name: z.string().nullable(),
		address: z.string().nullable(),
	}),
	z.object({ kind: z.literal('product'), product: z.string(), catalog: z.string() }),
]);

const button = z.object({
	kind: z.enum(['url', 'reply', 'phone', 'code', 'product']),
	label: z.string(),
	/** What it opens, dials or copies. */
	target: z.string().nullable(),
});

const card = z.object({
	header: header.nullable(),
	text: z.string(),
	buttons: z.array(button),
});

export const bubble = card.extend({
	footer: z.string().nullable(),
	cards: z.array(card),
	/** What the message replies to. */
	quoted: z.string().nullable(),
	/** The link that a preview is shown of. */
	link: z.string().nullable(),
});

export type Bubble = z.infer<typeof bubble>;
export type BubbleCard = z.infer<typeof card>;
export type BubbleHeader = z.infer<typeof header>;
export type BubbleMedia = z.infer<typeof media>;
export type BubbleButton = z.infer<typeof button>;
