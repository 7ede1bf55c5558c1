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

/** A record that may be a status, with the id that its envelope gives the event. */
interface Candidate {
	readonly record: JsonObject;
	readonly eventId?: string | undefined;
}

/**
 * A form that a webhook body may have. Gives the records that it holds, or undefined when the body
 * isn't of this form. Tried in order; a new provider's form is one new entry.
 */
type Dialect = (body: JsonObject) => readonly Candidate[] | undefined;

const dialects: readonly Dialect[] = [
	// { id?, data: { message_id, status, … } }
	(body) =>
		isObject(body.data) && Object.hasOwn(body.data, 'status')
			? [{ record: body.data, eventId: firstText(body.id) }]
			: undefined,
	// { message_id, status, … }, the default
	(body) =>
		Object.hasOwn(body, 'status')
			? [{ record: body, eventId: at(body, 'message_id') === undefined ? undefined : firstText(body.id) }]
			: undefined,
	// { event | type, … } without a status: another event of the service
	(body) => (firstText(body.type, body.event) === undefined ? undefined : [{ record: {} }]),
];

/**
 * Reads a verified and parsed webhook body. Never throws; a body in no known form counts as one
 * unreadable record, and an unreadable record doesn't spoil the others.
 */
export function readStatusEvents(body: unknown, headers: Headers): StatusReading {
	const bodies = Array.isArray(body) ? body : [body];
	const candidates = bodies.map((one) => (isObject(one) ? readDialect(one) : undefined));
	const single = candidates.flat().length === 1;
	const webhookId = single ? headerValue(headers, 'webhook-id') : undefined;

	const statuses: Array<{ event: StatusEvent; record: unknown }> = [];
	let others = 0;
	let unreadable = 0;
	for (const candidate of candidates.flat()) {
		if (candidate === undefined) {
			unreadable++;
			continue;
		}
		const reading = readRecord(candidate.record, candidate.eventId ?? webhookId);
		if (reading === 'other') others++;
		else if (reading === 'unreadable') unreadable++;
		else statuses.push({ event: reading, record: candidate.record });
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

function readRecord(
	record: JsonObject,
	eventId: string | undefined,
): StatusEvent | 'other' | 'unreadable' {
	const reported = firstText(record.status)?.toLowerCase();
	const status = deliveryStatuses.find((known) => known === reported);
	if (status === undefined) return 'other';
	const messageId = firstText(record.message_id, record.messageId, record.id);
	if (messageId === undefined) return 'unreadable';
	const timestamp = readTime(record.timestamp);
	return {
		event_id: eventId ?? hash(messageId, status, timestamp ?? ''),
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
	const given = firstText(value);
	if (given === undefined) return null;
	const number = Number(given);
	// Milliseconds since 1973 have at least twelve digits, seconds until the year 5138 at most eleven.
	const time = Number.isNaN(number) ? Date.parse(given) : number * (number < 1e11 ? 1000 : 1);
	const date = new Date(time);
	return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function readError(record: JsonObject): StatusEvent['error'] {
	const error = record.error ?? at(record, 'errors', 0);
	if (error === undefined || error === null || error === '') return null;
	if (!isObject(error)) return { code: null, message: firstText(error) ?? null };
	const { code } = error;
	return {
		code: typeof code === 'number' || typeof code === 'string' ? code : null,
		message: firstText(error.message, error.title) ?? null,
	};
}
