import { at, firstText, isObject, type JsonObject } from '../text/json';

/** A record that may be a status, and what its envelope says about it. */
export interface Candidate {
	readonly record: unknown;
	/**
	 * The `type` or `event` of the envelope, such as `message.delivered`. It names the status if the record has
	 * none. A form whose words for the statuses are others gives them here in this package's words.
	 */
	readonly type?: string | undefined;
	/** The event's own ID. */
	readonly eventId?: string | undefined;
	/** The envelope's ID. It is the event's ID only if the request holds no other status. */
	readonly envelopeId?: string | undefined;
	/** The sending number, if the envelope names it. */
	readonly phoneNumberId?: string | undefined;
}

/**
 * Reads one form of webhook body (API document, "Events": not shown). Gives its records, with undefined for
 * each that can't be read. Gives undefined when the body does not have this form.
 */
type ReadForm = (body: JsonObject) => ReadonlyArray<Candidate | undefined> | undefined;

/** Tried in order. A new form is one new entry. */
const forms: readonly ReadForm[] = [flat, enveloped, meta, flatWithOtherId, otherEvent];

/** `{ message_id, status, … }`, the default. */
function flat(body: JsonObject) {
	const isFlat = firstText(body.message_id) !== undefined && hasStatus(body);
	return isFlat ? [{ record: body, eventId: firstText(body.id) }] : undefined;
}

/** `{ id?, type | event?, data: { message_id, status, … } }`, or a list of them; also under `payload`, or `whatsappMessage` as YCloud's. */
function enveloped(body: JsonObject) {
	const inner = body.data ?? body.payload ?? body.whatsappMessage;
	const envelope = {
		type: typeOf(body),
		envelopeId: firstText(body.id),
		phoneNumberId: firstText(body.phone_number_id),
	};
	if (Array.isArray(inner)) return inner.map((record: unknown) => ({ record, ...envelope }));
	const isWrapped = isObject(inner) && (reportedIn(inner) !== undefined || !hasStatus(body));
	return isWrapped ? [{ record: inner, ...envelope }] : undefined;
}

/** `{ entry: [{ changes: [{ field, value: { metadata, statuses: […] } }] }] }`, Meta's. */
function meta(body: JsonObject) {
	if (!Array.isArray(body.entry)) return undefined;
	return body.entry.flatMap((entry: unknown) => {
		const changes = at(entry, 'changes');
		return Array.isArray(changes) ? changes.flatMap(metaChange) : [isObject(entry) ? other : undefined];
	});
}

function metaChange(change: unknown): ReadonlyArray<Candidate | undefined> {
	if (!isObject(change)) return [undefined];
	const statuses = at(change, 'value', 'statuses');
	if (!Array.isArray(statuses)) return [other];
	const phoneNumberId = firstText(at(change, 'value', 'metadata', 'phone_number_id'));
	return statuses.map((record: unknown) => ({ record, phoneNumberId }));
}

/** An event of the service that is no status. */
const other: Candidate = { record: {}, type: 'other' };

/** `{ id | messageId, status, … }` */
function flatWithOtherId(body: JsonObject) {
	return hasStatus(body) ? [{ record: body, type: typeOf(body) }] : undefined;
}

/** `{ event | type, … }` without a record: another event of the service. */
function otherEvent(body: JsonObject) {
	return typeOf(body) === undefined ? undefined : [{ record: {}, type: typeOf(body) }];
}

/** What a service calls the event. A body with such a name and without a status is another event of the service. */
const typeOf = (body: JsonObject): string | undefined => firstText(body.type, body.event);

const hasStatus = (body: JsonObject): boolean => Object.hasOwn(body, 'status') || Object.hasOwn(body, 'message_status');

/** The status in a record, in lower case. */
export const reportedIn = (record: JsonObject): string | undefined =>
	firstText(record.status, record.message_status)?.trim().toLowerCase();

/** The records of a webhook body, which may be a list of bodies. Undefined for each record that can't be read. */
export function readCandidates(body: unknown): ReadonlyArray<Candidate | undefined> {
	const bodies: readonly unknown[] = Array.isArray(body) ? body : [body];
	const readByForm = (one: JsonObject) => forms.reduce<ReturnType<ReadForm>>((found, read) => found ?? read(one), undefined);
	return bodies.flatMap((one) => (isObject(one) ? readByForm(one) : undefined) ?? [undefined]);
}
