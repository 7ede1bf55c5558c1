import { groupBy } from '../text/groupBy';
import { hashOf } from '../text/hash';
import { firstText } from '../text/json';
import { type Candidate, readCandidates } from './forms';
import { readReceived, type Message, type ReceivedMessage } from './receivedMessage';
import { readStatus, type Status, type StatusEvent } from './statusEvent';

/** A delivery status, and what the service sent of it. */
export interface ReadStatus {
	readonly kind: 'status';
	readonly event: StatusEvent;
	readonly record: unknown;
}

/** A message that a person has sent, and what the service sent of it. */
export interface ReadMessage {
	readonly kind: 'message';
	readonly event: ReceivedMessage;
	readonly record: unknown;
	/** Whether the event holds all that was sent. */
	readonly isWhole: boolean;
}

export interface Reading {
	/** In the order of the request. */
	readonly statuses: readonly ReadStatus[];
	/** In the order of the request. */
	readonly messages: readonly ReadMessage[];
	/** How many records are other events of the service, or other statuses than the four. */
	readonly others: number;
	/** How many records are in no known form, or are statuses without a message ID. */
	readonly unreadable: number;
	/** How many messages have no ID or no sender. */
	readonly unreadableMessages: number;
}

/**
 * Reads a verified and parsed webhook body. Never throws: a body in no known form counts as one unreadable
 * record, and the other records are still read. `signedId` is the event ID that the signature covers, if
 * it covers one. Other headers are not trusted: anyone could have changed them.
 */
export function readEvents(body: unknown, signedId?: string): Reading {
	const readings = readCandidates(body).map(readCandidate);
	const own = readings.filter(({ read }) => read !== 'other');
	// An ID that several events share is no event ID: all would look like repeats.
	const sharing = groupBy(own, ({ candidate }) => candidate?.envelopeId ?? '');
	const idOf = (candidate: Candidate, messageId: string, ...identity: string[]): string => {
		const { eventId, envelopeId } = candidate;
		const given = [
			eventId,
			sharing.get(envelopeId ?? '')?.length === 1 ? envelopeId : undefined,
			own.length === 1 ? firstText(signedId) : undefined,
		];
		// One that equals the message ID is not used: each event of the message would have it.
		return given.find((id) => id !== undefined && id !== messageId) ?? hashOf('hex', messageId, ...identity).slice(0, 32);
	};

	const statuses: ReadStatus[] = [];
	const messages: ReadMessage[] = [];
	for (const { candidate, read } of own) {
		if (read === 'unreadable' || read === 'other' || candidate === undefined) continue;
		const { record } = candidate;
		if ('status' in read) {
			const event_id = idOf(candidate, read.status.message_id, read.status.status, read.status.timestamp ?? '');
			statuses.push({ kind: 'status', event: { event_id, ...read.status }, record });
		} else {
			const { message, isWhole } = read;
			const event_id = idOf(candidate, message.message_id, 'received', senderOf(message));
			messages.push({ kind: 'message', event: { event_id, ...message }, record, isWhole });
		}
	}
	const unread = own.filter(({ read }) => read === 'unreadable');
	const unreadableMessages = unread.filter(({ candidate }) => candidate?.kind === 'message').length;
	return { statuses, messages, others: readings.length - own.length, unreadable: unread.length - unreadableMessages, unreadableMessages };
}

interface ReadCandidate {
	readonly candidate: Candidate | undefined;
	readonly read: { readonly status: Status } | { readonly message: Message; readonly isWhole: boolean } | 'other' | 'unreadable';
}

function readCandidate(candidate: Candidate | undefined): ReadCandidate {
	if (candidate === undefined) return { candidate, read: 'unreadable' };
	if (candidate.kind === 'message') return { candidate, read: readReceived(candidate) };
	const status = readStatus(candidate);
	return { candidate, read: typeof status === 'string' ? status : { status } };
}

/** What makes an event the same when it comes again: a message by itself, whatever its event is called then. */
export const repeatKey = ({ kind, event }: ReadStatus | ReadMessage): string[] =>
	kind === 'status' ? [event.event_id, event.message_id, event.status] : ['received', event.message_id, senderOf(event)];

const senderOf = ({ from, user_id: userId }: Message): string => from ?? userId ?? '';
