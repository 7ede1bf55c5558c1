import { hashOf } from '../hash';
import { at, firstText, isObject, type JsonObject } from '../json';
import type { Mask } from '../mask/mask';
import { readCandidates, reportedIn, type Candidate } from './statusForms';
import { readTime } from './statusTime';

/** The delivery statuses of the API document ("States and transitions"). */
export const deliveryStatuses = ['sent', 'delivered', 'read', 'failed'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One delivery status as a workflow receives it; what a service does not say is null. */
export interface StatusEvent {
	/** The service's own id of the event, else one that is the same for the same message, status and time. */
	readonly event_id: string;
	readonly message_id: string;
	readonly status: DeliveryStatus;
	readonly to: string | null;
	readonly phone_number_id: string | null;
	/** ISO 8601 in UTC. */
	readonly timestamp: string | null;
	readonly error: { readonly code: string | number | null; readonly message: string | null } | null;
}

export interface StatusReading {
	/** The statuses in the order of the request, each with the record it was read from. */
	readonly statuses: ReadonlyArray<{ readonly event: StatusEvent; readonly record: unknown }>;
	/** Records that are other events of the service, or statuses other than the four. */
	readonly others: number;
	/** Records in no known form, and statuses that name no message. */
	readonly unreadable: number;
}

/** The status that the last part of an event's name says: `message.delivered`. */
export function statusNamedBy(event: string | undefined): DeliveryStatus | undefined {
	// No status is as long as what is looked at: one name may stand around many records.
	const last = event?.slice(-12).toLowerCase().split(/[^a-z]+/).at(-1);
	return deliveryStatuses.find((known) => known === last);
}

/**
 * Reads a verified and parsed webhook body. Never throws; a body in no known form counts as one
 * unreadable record, and an unreadable record doesn't spoil the others. `signedId` is the id of the event
 * that the signature covers, where it covers one: whatever else stands beside the body, anyone may have
 * written.
 */
export function readStatusEvents(body: unknown, signedId?: string): StatusReading {
	const readings = readCandidates(body).map((candidate) => ({ candidate, reading: readCandidate(candidate) }));
	const others = readings.filter(({ reading }) => reading === 'other').length;
	const unreadable = readings.filter(({ reading }) => reading === 'unreadable').length;
	// With several statuses an id around them is not the id of one: they would pass for repeats.
	const isAlone = readings.length - others === 1;

	const statuses: Array<{ event: StatusEvent; record: unknown }> = [];
	for (const { candidate, reading } of readings) {
		if (typeof reading === 'string') continue;
		const outerIds = isAlone ? [candidate?.envelopeId, firstText(signedId)] : [];
		const event = { event_id: eventId(reading, candidate?.eventId, ...outerIds), ...reading };
		statuses.push({ event, record: candidate?.record });
	}
	return { statuses, others, unreadable };
}

type Status = Omit<StatusEvent, 'event_id'>;

function readCandidate(candidate: Candidate | undefined): Status | 'other' | 'unreadable' {
	if (candidate === undefined || !isObject(candidate.record)) return 'unreadable';
	const { record, type, phoneNumberId } = candidate;
	const reported = reportedIn(record) ?? statusNamedBy(type);
	// Without a type to say what else it is, a status that is no text may be one we can't read.
	if (reported === undefined && type === undefined) return 'unreadable';
	const status = deliveryStatuses.find((known) => known === reported);
	if (status === undefined) return 'other';
	const messageId = firstText(record.message_id, record.messageId, at(record, 'message', 'id'), record.id);
	if (messageId === undefined) return 'unreadable';
	return {
		message_id: messageId,
		status,
		to: firstText(record.to, record.recipient_id) ?? null,
		phone_number_id: firstText(record.phone_number_id) ?? phoneNumberId ?? null,
		timestamp: readTime(record.timestamp),
		error: readError(record),
	};
}

/** The service's own id of the event; one that is the message's is the same for each of its statuses. */
function eventId({ message_id: messageId, status, timestamp }: Status, ...given: Array<string | undefined>): string {
	const own = given.find((id) => id !== undefined && id !== messageId);
	return own ?? hashOf('hex', messageId, status, timestamp ?? '').slice(0, 32);
}

/** What went wrong, in the forms that services say it; null where they say nothing. */
function readError(record: JsonObject): StatusEvent['error'] {
	const error = record.error ?? at(record, 'errors', 0);
	const code = [at(error, 'code'), record.errorCode].find((one) => firstText(one) !== undefined);
	const words = typeof error === 'string' ? error : undefined;
	const message = firstText(at(error, 'message'), at(error, 'title'), words, record.errorMessage) ?? null;
	const known = typeof code === 'number' || typeof code === 'string' ? code : null;
	return known === null && message === null ? null : { code: known, message };
}

/** A delivery status as a workflow receives it. Its status and its time are this package's own. */
export function maskStatusEvent(event: StatusEvent, mask: Mask): StatusEvent {
	const textOf = (value: string | null) => (value === null ? null : mask.text(value));
	return {
		...event,
		event_id: mask.text(event.event_id),
		message_id: mask.text(event.message_id),
		to: textOf(event.to),
		phone_number_id: textOf(event.phone_number_id),
		error: event.error && { code: codeOf(event.error.code, mask), message: textOf(event.error.message) },
	};
}

/** A number stays one unless it is a secret. */
function codeOf(code: string | number | null, mask: Mask): string | number | null {
	const shown = mask.text(String(code));
	return shown === String(code) ? code : shown;
}
