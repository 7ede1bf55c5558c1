import { isUserId } from '../message/recipient';
import type { Category } from '../api/categories';
import { readStatusError } from '../api/errorForms';
import { groupBy } from '../text/groupBy';
import { hashOf } from '../text/hash';
import { at, firstText, isObject, type JsonObject, text } from '../text/json';
import type { Mask } from '../text/mask';
import { type Candidate, readCandidates, reportedIn } from './statusForms';

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

export interface ReadStatus {
	readonly event: StatusEvent;
	/** What the service sent of it. */
	readonly record: unknown;
}

export interface StatusReading {
	/** In the order of the request. */
	readonly statuses: readonly ReadStatus[];
	/** How many records are other events of the service, or other statuses than the four. */
	readonly others: number;
	/** How many records are in no known form, or are statuses without a message ID. */
	readonly unreadable: number;
}

/** Words that deny the status after them, as in `message.not_yet_delivered`. */
const denials: ReadonlySet<string> = new Set(['not', 'no', 'un', 'non', 'never', 'cannot']);

/** The status in the last part of an event's name, such as `message.delivered`. */
export function statusNamedBy(event: string | undefined): DeliveryStatus | undefined {
	// Only the end is read: it holds the status and what denies it, and the name may be repeated for many records.
	const words = event?.slice(-30).toLowerCase().split(/[./:]/).at(-1)?.split(/[^a-z]+/) ?? [];
	return words.some((word) => denials.has(word)) ? undefined : deliveryStatuses.find((known) => known === words.at(-1));
}

/**
 * Reads a verified and parsed webhook body. Never throws: a body in no known form counts as one unreadable
 * record, and the other records are still read. `signedId` is the event ID that the signature covers, if
 * it covers one. Other headers are not trusted: anyone could have changed them.
 */
export function readStatusEvents(body: unknown, signedId?: string): StatusReading {
	const readings = readCandidates(body).map((candidate) => ({ candidate, reading: readCandidate(candidate) }));
	const own = readings.filter(({ reading }) => reading !== 'other');
	const others = readings.length - own.length;
	const unreadable = own.filter(({ reading }) => reading === 'unreadable').length;
	// An ID that several statuses share is no event ID: all would look like repeats.
	const sharing = groupBy(own, ({ candidate }) => candidate?.envelopeId ?? '');
	const outerIds = ({ envelopeId }: Candidate) => [
		sharing.get(envelopeId ?? '')?.length === 1 ? envelopeId : undefined,
		own.length === 1 ? firstText(signedId) : undefined,
	];

	const statuses = own.flatMap(({ candidate, reading }): ReadStatus[] => {
		if (candidate === undefined || typeof reading === 'string') return [];
		const event = { event_id: eventId(reading, candidate.eventId, ...outerIds(candidate)), ...reading };
		return [{ event, record: candidate.record }];
	});
	return { statuses, others, unreadable };
}

type Status = Omit<StatusEvent, 'event_id'>;

function readCandidate(candidate: Candidate | undefined): Status | 'other' | 'unreadable' {
	if (candidate === undefined || !isObject(candidate.record)) return 'unreadable';
	const { record, type, phoneNumberId } = candidate;
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

/** The service's event ID. One that equals the message ID is not used: each status of the message would have it. */
function eventId({ message_id: messageId, status, timestamp }: Status, ...given: Array<string | undefined>): string {
	const own = given.find((id) => id !== undefined && id !== messageId);
	return own ?? hashOf('hex', messageId, status, timestamp ?? '').slice(0, 32);
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

/** Reads Unix seconds, milliseconds (numbers or strings) or ISO 8601. Gives ISO 8601 in UTC, or null. */
export function readTime(value: unknown): string | null {
	const given = firstText(value)?.trim() ?? '';
	const date = new Date(/^\d+(\.\d+)?$/.test(given) ? readUnixTime(Number(given)) : readIsoTime(given));
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Milliseconds since 1973 have at least twelve digits, seconds until the year 5138 at most eleven. More than fourteen are neither. */
const readUnixTime = (time: number): number => (time < 1e11 ? time * 1000 : time < 1e14 ? time : NaN);

/** A date, optionally with a time and a zone. Anything else is refused: Date.parse reads a time from nearly any text. */
const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A time without a zone is UTC, not the zone of n8n's machine. */
function readIsoTime(given: string): number {
	const [matched, day = '', time = '00:00', zone = 'Z'] = isoForm.exec(given) ?? [];
	return matched === undefined ? NaN : Date.parse(`${day}T${time}${zone.toUpperCase()}`);
}
