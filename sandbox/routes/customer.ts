import type { Sandbox } from '../parts/sandbox';
import { windowMs } from '../rules/window';
import type { CustomerReply } from '../state/message';

/** The customer writes, which opens the window with the number written to. */
export function customerWrites(
	sandbox: Sandbox,
	from: string,
	phoneNumberId: string,
	text: string,
): CustomerReply {
	const { conversations, changes, clock } = sandbox;
	const conversation = conversations.open(phoneNumberId, from);
	const now = clock.now();
	const reply: CustomerReply = {
		kind: 'reply',
		reply_id: sandbox.newId('rep'),
		conversation_id: conversation.id,
		text,
		at: new Date(now).toISOString(),
	};
	conversation.openedAt = now;
	conversations.add(conversation, reply);
	changes.mark(conversation.id);
	return reply;
}

/** Opens or closes a window by hand; the conversation keeps a note of it. */
export function setWindow(sandbox: Sandbox, contact: string, phoneNumberId: string, open: boolean): void {
	const { conversations, changes, clock } = sandbox;
	const conversation = conversations.open(phoneNumberId, contact);
	const now = clock.now();
	conversation.openedAt = open ? now : undefined;
	conversations.add(conversation, {
		kind: 'note',
		note_id: sandbox.newId('note'),
		conversation_id: conversation.id,
		text: open ? `Window opened by hand, for ${windowMs / 3_600_000} hours` : 'Window closed by hand',
		at: new Date(now).toISOString(),
	});
	changes.mark(conversation.id);
}

/** The number that a contact writes to when nobody says which: the one that wrote last, else the first. */
export const usualNumber = ({ conversations, catalogue }: Sandbox, contact: string): string =>
	conversations.latestWith(contact)?.phone_number_id ?? catalogue.phoneNumbers[0]?.id ?? '';
