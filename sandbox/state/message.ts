import { z } from 'zod';

import { sendPath, type MessageKind } from '../../nodes/Messaging/request/messageKinds';
import type { SendBody } from '../../nodes/Messaging/request/requests';
import type { DeliveryStatus } from '../../nodes/Messaging/webhook/statusEvent';

/** Why a message failed, as webhooks report it. */
export const deliveryError = z.object({ code: z.number().int(), message: z.string() }).strict();

export type DeliveryError = z.infer<typeof deliveryError>;

/** One step that a message has made. */
export interface Step {
	readonly status: DeliveryStatus;
	/** ISO 8601. */
	readonly at: string;
}

export const messageKinds = Object.keys(sendPath) as [MessageKind, ...MessageKind[]];

/** What was asked for, by the kind of message. */
export type Request = {
	[Kind in MessageKind]: { readonly kind: Kind; readonly body: SendBody<Kind> };
}[MessageKind];

/** A message that the service has accepted. */
export type Message = Request & {
	readonly message_id: string;
	readonly conversation_id: string;
	readonly to: string;
	readonly phone_number_id: string;
	readonly idempotency_key: string | null;
	/** ISO 8601. */
	readonly accepted_at: string;
	/** Set while the platform holds the message until it has judged the template: it may never be sent. */
	readonly message_status?: 'held_for_quality_assessment';
	/** Set for a person who shows no number: how statuses name them. */
	readonly recipient_user_id?: string;
	/** How often a request with the message's key was answered with this message. */
	attempts: number;
	status: 'accepted' | DeliveryStatus;
	steps: readonly Step[];
	error: DeliveryError | null;
};

/** A message that the recipient wrote, or the press on a button of a template. */
export interface CustomerReply {
	readonly kind: 'reply';
	readonly reply_id: string;
	readonly conversation_id: string;
	readonly text: string;
	/** The message whose button was pressed. */
	readonly pressed_in?: string;
	/** ISO 8601. */
	readonly at: string;
}

/** Something that happened to a conversation without a message, such as a window closed by hand. */
interface Note {
	readonly kind: 'note';
	readonly note_id: string;
	readonly conversation_id: string;
	readonly text: string;
	/** ISO 8601. */
	readonly at: string;
}

export type Entry = Message | CustomerReply | Note;

export const entryId = (entry: Entry): string =>
	entry.kind === 'reply' ? entry.reply_id : entry.kind === 'note' ? entry.note_id : entry.message_id;

export const isMessage = (entry: Entry | undefined): entry is Message =>
	entry !== undefined && entry.kind !== 'reply' && entry.kind !== 'note';
