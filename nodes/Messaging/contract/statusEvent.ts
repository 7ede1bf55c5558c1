import { createHash } from 'node:crypto';

import { headerValue, type Headers } from './headers';
import { at, firstText, isObject, type JsonObject } from './json';

/** The delivery statuses of the API document ("States and transitions"). */
export const deliveryStatuses = ['sent', 'delivered', 'read', 'failed'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One delivery report as a workflow receives it; what a service does not say is null. */
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

/** A record that may be a status, and what its envelope says of it. */
interface Candidate {
	readonly record: unknown;
	/** The `type` or `event` of the envelope, such as `message.delivered`. */
	readonly type?: string | undefined;
	/** The event's own id. */
	readonly eventId?: string | undefined;
	/** The envelope's id: the event's own only where the envelope holds nothing else. */
	readonly envelopeId?: string | undefined;
}

/**
 * A form that a webhook body may have. Gives the records that it holds, or undefined when the body
 * isn't of this form. Tried in order; a new provider's form is one new entry.
 */
type Dialect = (body: JsonObject) => readonly Candidate[] | undefined;

const dialects: readonly Dialect[] = [
	// { message_id, status, … }, the default
	(body) =>
		firstText(body.message_id) !== undefined && Object.hasOwn(body, 'status')
			? [{ record: body, eventId: firstText(body.id) }]
			: undefined,
	// { id?, type | event?, data: { message_id, status, … } }, or a list of them; also under payload
	(body) => {
		const inner = body.data ?? body.payload;
		const envelope = { type: typeOf(body), envelopeId: firstText(body.id) };
		if (Array.isArray(inner)) return inner.map((record: unknown) => ({ record, ...envelope }));
		const isWrapped = isObject(inner) && (reportedIn(inner) !== undefined || !Object.hasOwn(body, 'status'));
		return isWrapped ? [{ record: inner, ...envelope }] : undefined;
	},
	// { id | messageId, status, … }
	(body) => (Object.hasOwn(body, 'status') ? [{ record: body, type: typeOf(body) }] : undefined),
	// { event | type, … } without a record: another event of the service
	(body) => (typeOf(body) === undefined ? undefined : [{ record: {}, type: typeOf(body) }]),
];

const typeOf = (body: JsonObject): string | undefined => firstText(body.type, body.event);

const reportedIn = (record: JsonObject): string | undefined =>
	firstText(record.status, record.message_status)?.trim().toLowerCase();

/** The status that the last part of a type names: `message.delivered`. */
function reportedByType(type: string | undefined): DeliveryStatus | undefined {
	const last = type?.toLowerCase().split(/[^a-z]+/).at(-1);
	return deliveryStatuses.find((known) => known === last);
}

/**
 * Reads a verified and parsed webhook body. Never throws; a body in no known form counts as one
 * unreadable record, and an unreadable record doesn't spoil the others.
 */
export function readStatusEvents(body: unknown, headers: Headers): StatusReading {
	const bodies: readonly unknown[] = Array.isArray(body) ? body : [body];
	const candidates = bodies.flatMap((one): ReadonlyArray<Candidate | undefined> =>
		isObject(one) ? (readDialect(one) ?? [undefined]) : [undefined],
	);
	const webhookId = headerValue(headers, 'webhook-id');

	const statuses: Array<{ event: StatusEvent; record: unknown }> = [];
	let others = 0;
	let unreadable = 0;
	for (const candidate of candidates) {
		// With several statuses an id around them is not the id of one: they would pass for repeats.
		const outerId = candidates.length === 1 ? (candidate?.envelopeId ?? webhookId) : undefined;
		const reading = readCandidate(candidate, outerId);
		if (reading === 'other') others++;
		else if (reading === 'unreadable') unreadable++;
		else statuses.push({ event: reading, record: candidate?.record });
	}
	return { statuses, others, unreadable };
}

function readDialect(body: JsonObject): readonly Candidate[] | undefined {
	for (const dialect of dialects) {
		const candidates = dialect(body);
		if (candidates !== undefined) return candidates;
	}
	return undefined;
}

function readCandidate(
	candidate: Candidate | undefined,
	outerId: string | undefined,
): StatusEvent | 'other' | 'unreadable' {
	if (candidate === undefined || !isObject(candidate.record)) return 'unreadable';
	const { record, type, eventId } = candidate;
	const reported = reportedIn(record) ?? reportedByType(type);
	// Without a type to say what else it is, a status that is no text may be one we can't read.
	if (reported === undefined && type === undefined) return 'unreadable';
	const status = deliveryStatuses.find((known) => known === reported);
	if (status === undefined) return 'other';
	const messageId = firstText(record.message_id, record.messageId, at(record, 'message', 'id'), record.id);
	if (messageId === undefined) return 'unreadable';
	const timestamp = readTime(record.timestamp);
	// An id that is the message's own is the same for each of its statuses.
	const ownId = [eventId, outerId].find((id) => id !== undefined && id !== messageId);
	return {
		event_id: ownId ?? hash(messageId, status, timestamp ?? ''),
		message_id: messageId,
		status,
		to: firstText(record.to, record.recipient_id) ?? null,
		phone_number_id: firstText(record.phone_number_id) ?? null,
		timestamp,
		error: readError(record),
	};
}

/** The same for the same message, status and time, and short enough to read. */
function hash(...parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Unix seconds, milliseconds (each also as string) or ISO 8601, as ISO 8601 in UTC; else null. */
function readTime(value: unknown): string | null {
	const given = firstText(value)?.trim() ?? '';
	const date = new Date(/^\d+(\.\d+)?$/.test(given) ? readUnixTime(Number(given)) : readIsoTime(given));
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Milliseconds since 1973 have at least twelve digits, seconds until the year 5138 at most eleven. */
const readUnixTime = (time: number): number => (time < 1e11 ? time * 1000 : time);

/** A day, a time and a zone; nothing else, since Date.parse makes up a time from nearly any text. */
const isoForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** Without a zone it is UTC, wherever n8n runs. */
function readIsoTime(given: string): number {
	const [matched, day = '', time = '00:00', zone = 'Z'] = isoForm.exec(given) ?? [];
	return matched === undefined ? NaN : Date.parse(`${day}T${time}${zone.toUpperCase()}`);
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
