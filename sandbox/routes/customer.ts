import type { Sandbox } from '../parts/sandbox';
import { windowMs } from '../rules/window';
import type { CustomerReply, Entry } from '../state/message';

/** The customer writes, which opens the window with the number written to. */
export function customerWrites(sandbox: Sandbox, from: string, phoneNumberId: string, text: string): CustomerReply {
	const reply = change(sandbox, from, phoneNumberId, true, (rest): CustomerReply => ({
		kind: 'reply',
		reply_id: sandbox.newId(sandbox.form.idPrefixes.reply),
		text,
		...rest,
	}));
	const record = { message_id: reply.reply_id, from, text, phone_number_id: phoneNumberId, timestamp: reply.at };
	sandbox.dispatcher.report({ kind: 'reply', record });
	return reply;
}

/** Opens or closes a window by hand; the conversation keeps a note of it. */
export function setWindow(sandbox: Sandbox, contact: string, phoneNumberId: string, open: boolean): void {
	const text = open ? `Window opened by hand, for ${windowMs / 3_600_000} hours` : 'Window closed by hand';
	change(sandbox, contact, phoneNumberId, open, (rest) => ({ kind: 'note', note_id: sandbox.newId('note_'), text, ...rest }));
}

/** Opens or closes a window, with the entry that says so. */
function change<E extends Entry>(
	{ conversations, changes, clock }: Sandbox,
	contact: string,
	phoneNumberId: string,
	open: boolean,
	entryOf: (rest: { conversation_id: string; at: string }) => E,
): E {
	const conversation = conversations.open(phoneNumberId, contact);
	const now = clock.now();
	conversation.openedAt = open ? now : undefined;
	const entry = entryOf({ conversation_id: conversation.id, at: new Date(now).toISOString() });
	conversations.add(conversation, entry);
	changes.mark(conversation.id);
	return entry;
}

/** The number that a contact writes to when nobody says which: the one that wrote last, else the first. */
export const usualNumber = ({ conversations, catalogue }: Sandbox, contact: string): string =>
	conversations.latestWith(contact)?.phone_number_id ?? catalogue.phoneNumbers[0]?.id ?? '';
