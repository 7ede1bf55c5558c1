import { slashesAtEnd } from '../api/serviceAddress';

/** Where each kind of message is posted (API document, "Endpoints"). */
export const sendPath = {
	template: '/v1/messaging/send',
	text: '/v1/messaging/send/text',
	media: '/v1/messaging/send/media',
} as const;

export type MessageKind = keyof typeof sendPath;

/** Where a service with a path of its own for templates takes a kind of message: at the same place below it. */
export const sendPathBelow = (own: string, kind: MessageKind): string => `${own.replace(slashesAtEnd, '')}${sendPath[kind].slice(sendPath.template.length)}`;

/** The kinds of media that a media message can be (API document, "Media send request"). */
export const mediaTypes = ['image', 'video', 'audio', 'document'] as const;

export type MediaType = (typeof mediaTypes)[number];
