import type { WebhookEvent } from '../../nodes/Messaging/webhook/registration';
import type { StatusRecord } from './forms';

/** What a customer wrote, or the button that was pressed. */
export interface ReplyRecord {
	readonly message_id: string;
	/** The customer's number, E.164. */
	readonly from: string;
	readonly from_name: string;
	readonly type: 'text' | 'button';
	readonly text: string;
	/** What the button stands for: its own text, since a message can't give another one. */
	readonly button_id?: string;
	/** The message with the button. */
	readonly reply_to?: string;
	readonly phone_number_id: string;
	/** ISO 8601. */
	readonly timestamp: string;
}

/** What a webhook can report. */
export type Reported =
	| { readonly kind: 'status'; readonly record: StatusRecord }
	| { readonly kind: 'reply'; readonly record: ReplyRecord };

/** What is reported, and the id of its event. */
export type Report = Reported & { readonly event_id: string };

export const eventOf = (reported: Reported): WebhookEvent =>
	reported.kind === 'status' ? reported.record.status : 'received';
