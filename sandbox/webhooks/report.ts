import type { DeliveryStatus } from '../../nodes/Messaging/webhook/statusEvent';
import type { StatusRecord } from './forms';

/** What a customer wrote. */
export interface ReplyRecord {
	readonly message_id: string;
	/** The customer's number, E.164. */
	readonly from: string;
	readonly text: string;
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

/** What a registration asks for. */
export type ReportedEvent = DeliveryStatus | 'reply';

export const eventOf = (reported: Reported): ReportedEvent =>
	reported.kind === 'status' ? reported.record.status : reported.kind;
