import type { Account } from '../api/account';
import { slashesAtEnd } from '../api/serviceAddress';

/** Where each kind of message is posted (API document, "Endpoints"). */
export const sendPath = {
	template: '/v1/messaging/send',
	text: '/v1/messaging/send/text',
	media: '/v1/messaging/send/media',
} as const;

export type MessageKind = keyof typeof sendPath;

/** Where the account posts a kind of message: the same places below its own path for templates. */
export const sendPathOf = ({ paths }: Account, kind: MessageKind): string => `${paths.send.replace(slashesAtEnd, '')}${sendPath[kind].slice(sendPath.template.length)}`;

/** The kinds of media that a media message can be (API document, "Media send request"). */
export const mediaTypes = ['image', 'video', 'audio', 'document'] as const;

export type MediaType = (typeof mediaTypes)[number];
