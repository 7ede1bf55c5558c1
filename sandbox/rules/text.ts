import type { TextSendRequest } from '../../nodes/Messaging/message/requests';
import { entryId, type Entry } from '../state/message';
import { refusals, type Refusal } from './refusal';

/** Longest text, as published by Meta. */
const longestText = 4096;

/** Checks a text message beyond its schema; `entries` is the conversation that it belongs to. */
export function checkText(request: TextSendRequest, entries: readonly Entry[]): Refusal | undefined {
	if (request.text.trim() === '') return refusals.invalidValue('text: must not be blank');
	if (request.text.length > longestText) {
		return refusals.invalidValue(`text: has more than ${longestText} characters`);
	}
	const quoted = request.reply_to_message_id;
	if (quoted === undefined || entries.some((entry) => entryId(entry) === quoted)) return undefined;
	return refusals.invalidValue('reply_to_message_id: no such message in this conversation');
}
