import { isUserId } from '../request/recipient';
import type { Category } from '../result/categories';
import { readStatusError } from '../api/errorForms';
import { at, firstText, isObject, type JsonObject, text } from '../text/json';
import type { Mask } from '../text/mask';
import { reportedIn, type StatusCandidate } from './forms';
import { readTime } from './time';

/** The delivery statuses of the API document ("States and transitions"). */
export const deliveryStatuses = ['sent', 'delivered', 'read', 'failed'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One delivery status as a workflow receives it. Values that the service does not give are null. */
export interface StatusEvent {
	/** The service's ID of the event, else a hash of message, status and time. */
	readonly event_id: string;
	readonly message_id: string;
	readonly status: DeliveryStatus;
	/** The recipient's number, as the service writes it. */
	readonly to: string | null;
	/** The platform's ID of the recipient: all that is known of a person who shows no phone number. */
	readonly user_id: string | null;
	readonly phone_number_id: string | null;
	/** ISO 8601 in UTC. */
	readonly timestamp: string | null;
	readonly error: {
		readonly code: string | number | null;
		readonly message: string | null;
		/** As for a message that is not accepted; null for an unknown code. */
		readonly category: Category | null;
		/** What to do; null for an unknown code. */
		readonly description: string | null;
	} | null;
}

/** Words that deny the status after them, as in `message.not_yet_delivered`. */
const denials: ReadonlySet<string> = new Set(['not', 'no', 'un', 'non', 'never', 'cannot']);

/** The status in the last part of an event's name, such as `message.delivered`. */
export function statusNamedBy(event: string | undefined): DeliveryStatus | undefined {
	// Only the end is read: it holds the status and what denies it, and the name may be repeated for many records.
	const words = event?.slice(-30).toLowerCase().split(/[./:]/).at(-1)?.split(/[^a-z]+/) ?? [];
	return words.some((word) => denials.has(word)) ? undefined : deliveryStatuses.find((known) => known === words.at(-1));
}

/** A status without the ID of its event. */
export type Status = Omit<StatusEvent, 'event_id'>;

/** Reads a record that may be a status: `other` if it is another event of the service. */
export function readStatus({ record, type, phoneNumberId }: StatusCandidate): Status | 'other' | 'unreadable' {
	if (!isObject(record)) return 'unreadable';
	const reported = reportedIn(record) ?? statusNamedBy(type);
	// Without a type, a record whose status is no text may be a status that this package can't read.
	if (reported === undefined && type === undefined) return 'unreadable';
	const status = deliveryStatuses.find((known) => known === reported);
	if (status === undefined) return 'other';
	const messageId = firstText(record.message_id, record.messageId, at(record, 'message', 'id'), record.id);
	if (messageId === undefined) return 'unreadable';
	return {
		message_id: messageId,
		status,
		...readRecipient(record),
		phone_number_id: firstText(record.phone_number_id) ?? phoneNumberId ?? null,
		timestamp: readTime(record.timestamp),
		error: readError(record),
	};
}

/** A field for a number may hold an ID, which is none: its digits would be the number of somebody else. */
function readRecipient(record: JsonObject): Pick<Status, 'to' | 'user_id'> {
	const numbers = [record.to, record.recipient_id, record.recipient].map(text).filter((one) => one !== undefined);
	const ids = [record.recipient_user_id, record.recipientUserId, record.user_id, record.userId, record.toUserId].map((one) => text(one) ?? '');
	return {
		to: numbers.find((one) => !isUserId(one)) ?? null,
		user_id: [...ids, ...numbers].find(isUserId) ?? null,
	};
}

/** The error of a status; null if there is none. */
function readError(record: JsonObject): StatusEvent['error'] {
	const { code, message = null, known } = readStatusError(record);
	const given = typeof code === 'number' || typeof code === 'string' ? code : null;
	if (given === null && message === null) return null;
	return { code: given, message, category: known?.category ?? null, description: known?.remedy ?? null };
}

/** A delivery status with the account's secrets masked. Status, time and what this package says of an error hold none. */
export function maskStatusEvent(event: StatusEvent, mask: Mask): JsonObject {
	const { event_id, message_id, to, user_id, phone_number_id, error } = event;
	return {
		...event,
		...mask.object({ event_id, message_id, to, user_id, phone_number_id }),
		error: error && { ...error, ...mask.object({ code: error.code, message: error.message }) },
	};
}
