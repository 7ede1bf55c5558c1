import { at, firstText, isObject, type JsonObject, text } from '../text/json';
import { namesReceived, namesSent, readDirection } from './direction';
import { isContentType } from './messageContent';

/** A record of a webhook that is one event, and what its envelope says about it. */
export interface StatusCandidate {
	readonly kind: 'status';
	readonly record: unknown;
	/**
	 * The `type` or `event` of the envelope, such as `message.delivered`. It names the status if the record has
	 * none. A form whose words for the statuses are others gives them here in this package's words.
	 */
	readonly type?: string | undefined;
	/** The event's own ID. */
	readonly eventId?: string | undefined;
	/** The envelope's ID. It is the event's ID only if the request holds no other event. */
	readonly envelopeId?: string | undefined;
	/** The sending number, if the envelope names it. */
	readonly phoneNumberId?: string | undefined;
}

/** A record that a person has sent, and what its envelope says about it. */
export interface MessageCandidate extends Omit<StatusCandidate, 'kind' | 'type'> {
	readonly kind: 'message';
	/** What the envelope says of the sender: name and IDs. */
	readonly contact?: unknown;
	/** The number that was written to, in digits. A record of it is what the account itself has sent. */
	readonly ownNumber?: string | undefined;
	/** When the event was made, if the record has no time. */
	readonly time?: unknown;
}

export type Candidate = StatusCandidate | MessageCandidate;

/**
 * Reads one form of webhook body (API document, "Events": not shown). Gives its records, with undefined for
 * each that can't be read. Gives undefined when the body does not have this form.
 */
type ReadForm = (body: JsonObject) => ReadonlyArray<Candidate | undefined> | undefined;

/** Tried in order. A new form is one new entry. */
const forms: readonly ReadForm[] = [flat, flatMessage, inbound, enveloped, platform, platformValue, flatWithOtherId, otherEvent];

/** `{ message_id, status, … }`, the default. */
function flat(body: JsonObject) {
	const isFlat = firstText(body.message_id) !== undefined && hasStatus(body) && !holdsMessage(body, nameOf(body));
	return isFlat ? [{ kind: 'status' as const, record: body, eventId: firstText(body.id) }] : undefined;
}

/** `{ from, message_id | message_uuid | id, type | message_type, … }` of a message, by itself. */
function flatMessage(body: JsonObject) {
	// Without a sender the name of the event may be that of an envelope.
	const holdsMore = [body.data, body.payload, body.whatsappInboundMessage, body.entry, body.messages].some((inner) => typeof inner === 'object' && inner !== null);
	if ((body.from === undefined && holdsMore) || !holdsMessage(body, nameOf(body))) return undefined;
	const eventId = firstText(body.event_id) ?? (firstText(body.message_id, body.message_uuid) === undefined ? undefined : firstText(body.id));
	return [{ kind: 'message' as const, record: body, eventId }];
}

/**
 * `{ id?, type: 'whatsapp.inbound_message.received', whatsappInboundMessage }` as YCloud's, and
 * `{ type: 'message', payload: { source, type, payload, sender } }` as Gupshup's.
 */
function inbound(body: JsonObject) {
	const isMessage = typeOf(body) === 'message' && isObject(body.payload) && !hasStatus(body.payload) && readDirection(body.payload) !== 'out';
	const record = body.whatsappInboundMessage ?? (isMessage ? body.payload : undefined);
	if (record === undefined) return undefined;
	return [{ kind: 'message' as const, record, envelopeId: firstText(body.id), time: body.createTime ?? body.timestamp }];
}

/** `{ id?, type | event?, data: { message_id, status, … } }`, or a list of them; also under `payload`, or `whatsappMessage` as YCloud's. */
function enveloped(body: JsonObject) {
	const inner = body.data ?? body.payload ?? body.whatsappMessage;
	const name = nameOf(body);
	const { type } = name;
	const envelope = {
		envelopeId: firstText(body.id),
		phoneNumberId: firstText(body.phone_number_id),
	};
	const candidateOf = (record: unknown): Candidate => {
		if (!isObject(record) || !holdsMessage(record, name)) return { kind: 'status', record, type, ...envelope };
		// What was written may stand beside the conversation that it belongs to, or beside its sender.
		const inner = isObject(record.message) && !hasStatus(record) ? record.message : undefined;
		const isBesideSender = record.from !== undefined && inner !== undefined && !['from', 'from_number', 'source', 'sender'].some((name) => Object.hasOwn(inner, name));
		const message = isBesideSender ? { ...record, ...inner } : (inner ?? record);
		const phoneNumberId = firstText(record.phone_number_id, record.phoneNumberId) ?? envelope.phoneNumberId;
		return { kind: 'message', record: message, contact: record.contact ?? record.conversation, ...envelope, phoneNumberId };
	};
	if (Array.isArray(inner)) return inner.map(candidateOf);
	const isWrapped = isObject(inner) && (reportedIn(inner) !== undefined || !hasStatus(body));
	return isWrapped ? [candidateOf(inner)] : undefined;
}

/** `{ entry: [{ changes: [{ field, value: { metadata, statuses: […], contacts, messages: […] } }] }] }`, Meta's. */
function platform(body: JsonObject) {
	if (!Array.isArray(body.entry)) return undefined;
	return body.entry.flatMap((entry: unknown): ReadonlyArray<Candidate | undefined> => {
		const changes = at(entry, 'changes');
		return Array.isArray(changes) ? changes.flatMap(change) : [isObject(entry) ? other : undefined];
	});
}

const change = (one: unknown): ReadonlyArray<Candidate | undefined> =>
	isObject(one) ? (isObject(one.value) ? platformValue(one.value) : undefined) ?? [other] : [undefined];

/** `{ metadata, contacts, messages: […], statuses: […] }`: what stands in a change of Meta's form, by itself as 360dialog's. */
function platformValue(value: JsonObject): Candidate[] | undefined {
	const { statuses, messages } = value;
	if (!Array.isArray(statuses) && !Array.isArray(messages)) return undefined;
	const phoneNumberId = firstText(at(value, 'metadata', 'phone_number_id'));
	const ownNumber = firstText(at(value, 'metadata', 'display_phone_number'))?.replace(/\D/g, '');
	const contactOf = contactsOf(value);
	return [
		...(Array.isArray(statuses) ? statuses : []).map((record: unknown): Candidate => ({ kind: 'status', record, phoneNumberId })),
		...(Array.isArray(messages) ? messages : []).map((record: unknown): Candidate =>
			isObject(record) && hasStatus(record) && record.from === undefined
				? { kind: 'status', record, phoneNumberId }
				: { kind: 'message', record, phoneNumberId, ownNumber, contact: contactOf(record) },
		),
	];
}

/** Who has sent each message of a value: the contact of its ID. If there are one of each, they belong together. */
function contactsOf({ contacts, messages }: JsonObject): (message: unknown) => unknown {
	const all: readonly unknown[] = Array.isArray(contacts) ? contacts : [];
	if (all.length === 1 && Array.isArray(messages) && messages.length === 1) return () => all[0];
	const byId = new Map<string, unknown>();
	for (const contact of all) {
		for (const id of [text(at(contact, 'wa_id')), text(at(contact, 'user_id'))]) {
			if (id !== undefined && !byId.has(id)) byId.set(id, contact);
		}
	}
	return (message) => byId.get(text(at(message, 'from')) ?? '') ?? byId.get(text(at(message, 'from_user_id')) ?? '');
}

/** An event of the service that is no status. */
const other: Candidate = { kind: 'status', record: {}, type: 'other' };

/** `{ id | messageId, status, … }` */
function flatWithOtherId(body: JsonObject) {
	return hasStatus(body) ? [{ kind: 'status' as const, record: body, type: typeOf(body) }] : undefined;
}

/** `{ event | type, … }` without a record: another event of the service. */
function otherEvent(body: JsonObject) {
	return typeOf(body) === undefined ? undefined : [{ kind: 'status' as const, record: {}, type: typeOf(body) }];
}

/** What a service calls the event. A body with such a name and without a status is another event of the service. */
const typeOf = (body: JsonObject): string | undefined => firstText(body.type, body.event);

/** What an event is called, and whether that says that it is about what the account has sent. Beside it, `type` may be that of the content. */
const nameOf = (body: JsonObject) => ({ type: typeOf(body), isOfSent: [body.type, body.event].some((name) => namesSent(text(name))) });

const hasStatus = (body: JsonObject): boolean => Object.hasOwn(body, 'status') || Object.hasOwn(body, 'message_status');

/**
 * Whether a record is what a person has sent: it says so itself, or the name of its event does. Without either it must have
 * a sender and a content of a known type, and no status. What the account itself has sent is none: its sender is the account.
 */
function holdsMessage(record: JsonObject, { type, isOfSent }: ReturnType<typeof nameOf>): boolean {
	const direction = readDirection(record) ?? readDirection(record.message);
	if (direction !== undefined) return direction === 'in';
	if (namesReceived(type)) return !hasStatus(record) || record.from !== undefined;
	if (isOfSent) return false;
	const saysType = firstText(record.message_type, record.messageType) !== undefined || isContentType(text(record.type));
	return record.from !== undefined && !hasStatus(record) && saysType;
}

/** The status in a record, in lower case. */
export const reportedIn = (record: JsonObject): string | undefined =>
	firstText(record.status, record.message_status)?.trim().toLowerCase();

/** The records of a webhook body, which may be a list of bodies. Undefined for each record that can't be read. */
export function readCandidates(body: unknown): ReadonlyArray<Candidate | undefined> {
	const bodies: readonly unknown[] = Array.isArray(body) ? body : [body];
	const readByForm = (one: JsonObject) => forms.reduce<ReturnType<ReadForm>>((found, read) => found ?? read(one), undefined);
	return bodies.flatMap((one) => (isObject(one) ? readByForm(one) : undefined) ?? [undefined]);
}
