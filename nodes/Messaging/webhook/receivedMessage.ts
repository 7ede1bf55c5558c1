import { isUserId } from '../request/recipient';
import { at, firstText, isObject, type JsonObject, text } from '../text/json';
import type { Mask } from '../text/mask';
import { namesReceived, readDirection } from './direction';
import type { MessageCandidate } from './forms';
import { type Location, type Media, readContent, typeHeldBy } from './messageContent';
import { readTime } from './time';

/** A message that a person has sent, as a workflow receives it. Values that the service does not give are null. */
export interface ReceivedMessage {
	/** The service's ID of the event, else a hash of message and sender. */
	readonly event_id: string;
	readonly message_id: string;
	/** The sender's number in E.164. Null for a person who shows none. */
	readonly from: string | null;
	/** The platform's ID of the sender. */
	readonly user_id: string | null;
	/** The name that the sender has chosen. */
	readonly name: string | null;
	/** The number that was written to. */
	readonly phone_number_id: string | null;
	/** ISO 8601 in UTC. */
	readonly timestamp: string | null;
	/** As the service writes it. */
	readonly type: string | null;
	readonly text: string | null;
	readonly button_id: string | null;
	/** The message that is answered. */
	readonly reply_to: string | null;
	readonly media: Media | null;
	readonly location: Location | null;
}

/** A message without the ID of its event. */
export type Message = Omit<ReceivedMessage, 'event_id'>;

/**
 * Reads a record of what was sent: `other` if the account itself has sent it, `unreadable` without a message ID or a sender.
 * Who has sent it is read from the record; from its contact only if the record names nobody.
 */
export function readReceived({ record, contact, phoneNumberId, ownNumber, time }: MessageCandidate): { readonly message: Message; readonly isWhole: boolean } | 'other' | 'unreadable' {
	if (!isObject(record)) return 'unreadable';
	if (readDirection(record) === 'out') return 'other';
	const messageId = firstText(record.message_id, record.messageId, record.message_uuid, record.id, record.wamid);
	const sender = readSender(record, contact);
	if (messageId === undefined || sender === undefined) return 'unreadable';
	if (sender.from !== null && sender.from === readNumber(ownNumber)) return 'other';
	const type = firstText(record.message_type, record.messageType, namesReceived(text(record.type)) ? undefined : record.type) ?? typeHeldBy(record);
	const { isWhole, ...content } = readContent(record, type);
	const message = {
		message_id: messageId,
		...sender,
		name: readName(record, contact),
		phone_number_id: firstText(record.phone_number_id, record.phoneNumberId) ?? phoneNumberId ?? null,
		timestamp: readTime(record.timestamp ?? record.sendTime ?? record.created_at ?? time),
		type: type ?? null,
		text: content.text ?? null,
		button_id: content.buttonId ?? null,
		reply_to: content.reactsTo ?? answered(record) ?? null,
		media: content.media ?? null,
		location: content.location ?? null,
	};
	return { message, isWhole };
}

/** A number or an ID of the sender; the record's own before that of its contact. */
function readSender(record: JsonObject, contact: unknown): Pick<Message, 'from' | 'user_id'> | undefined {
	const own = [record.from, record.from_number, record.source, at(record, 'sender', 'phone'), at(record, 'sender', 'phone_number'), record.sender];
	const ownIds = [record.from_user_id, record.fromUserId, record.user_id, at(record, 'sender', 'user_id')];
	const given = senderOf(own, ownIds);
	if (given !== undefined) {
		// The contact is that of the record: it may know the ID too.
		return { ...given, user_id: given.user_id ?? idAmong([at(contact, 'user_id')]) };
	}
	// A number that can't be read is not replaced by another one.
	if (own.some((one) => text(one) !== undefined)) return undefined;
	return senderOf([at(contact, 'wa_id'), at(contact, 'phone_number'), at(contact, 'phoneNumber')], [at(contact, 'user_id')]);
}

function senderOf(numbers: readonly unknown[], ids: readonly unknown[]): Pick<Message, 'from' | 'user_id'> | undefined {
	const [first] = numbers.map(text).filter((one) => one !== undefined && !isUserId(one));
	const from = readNumber(first) ?? null;
	const userId = idAmong([...ids, ...numbers]);
	// The ID of somebody is no reason to overlook a number that can't be read: it might be that of somebody else.
	if (first !== undefined && from === null) return undefined;
	return from === null && userId === null ? undefined : { from, user_id: userId };
}

const idAmong = (ids: readonly unknown[]): string | null => ids.map((one) => text(one) ?? '').find(isUserId) ?? null;

/** Formatting, and characters that nobody sees. No dot: of `447400123456.0` it would make the number of somebody else. */
const formatting = /[\s()\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<=\d)-/g;

/**
 * A sender's number in E.164; undefined if it is none. Services write it with and without a plus sign, never in national
 * form. Mexican mobiles had a 1 behind the country code, and the platform still writes it: without it they are the numbers
 * that people know and that lists hold.
 */
export function readNumber(given: unknown): string | undefined {
	const written = text(given)?.trim() ?? '';
	if (written.length > 100) return undefined;
	const bare = written.normalize('NFKC').replace(/^(whatsapp|tel):\s*/i, '').replace(/@(c\.us|s\.whatsapp\.net)$/i, '').replace(formatting, '');
	const digits = /^(?:\+|00)?([1-9]\d{6,14})$/.exec(bare)?.[1];
	return digits === undefined ? undefined : `+${digits.replace(/^521(?=\d{10}$)/, '52')}`;
}

function readName(record: JsonObject, contact: unknown): string | null {
	const { profile, customerProfile, sender } = record;
	return firstText(at(contact, 'profile', 'name'), at(contact, 'name'), at(profile, 'name'), at(customerProfile, 'name'), at(sender, 'name'), record.from_name, record.contact_name) ?? null;
}

function answered(record: JsonObject): string | undefined {
	const { context } = record;
	return firstText(record.reply_to, record.replyTo, at(context, 'message_id'), at(context, 'gsId'), at(context, 'message_uuid'), at(context, 'id'));
}

/** A message with the account's secrets masked: somebody may have pasted one. */
export const maskReceived = (message: ReceivedMessage, mask: Mask): JsonObject => mask.object({ ...message });
