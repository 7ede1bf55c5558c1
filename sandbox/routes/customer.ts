import type { Sandbox } from '../parts/sandbox';
import { windowMs } from '../rules/window';
import type { CustomerReply, Entry, Message } from '../state/message';
import { draw } from '../views/draw';
import type { ReplyRecord } from '../webhooks/report';

/** The customer writes, or presses a button of a message; either opens the window with the number written to. */
export function customerWrites(sandbox: Sandbox, from: string, phoneNumberId: string, text: string, pressedIn?: string): CustomerReply {
	const reply = change(sandbox, from, phoneNumberId, true, (rest): CustomerReply => ({
		kind: 'reply',
		reply_id: sandbox.newId(sandbox.form.idPrefixes.reply),
		text,
		...(pressedIn === undefined ? {} : { pressed_in: pressedIn }),
		...rest,
	}));
	const record: ReplyRecord = {
		message_id: reply.reply_id,
		from,
		from_name: `Customer ${from.slice(-4)}`,
		type: pressedIn === undefined ? 'text' : 'button',
		text,
		...(pressedIn === undefined ? {} : { button_id: text, reply_to: pressedIn }),
		phone_number_id: phoneNumberId,
		timestamp: reply.at,
	};
	sandbox.dispatcher.report({ kind: 'reply', record });
	return reply;
}

/** The quick replies of a message, those of its cards too. */
export function quickReplies(sandbox: Sandbox, message: Message): string[] {
	const { buttons, cards } = draw(message, sandbox, '');
	return [buttons, ...cards.map((card) => card.buttons)].flat().flatMap(({ kind, label }) => (kind === 'reply' ? [label] : []));
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
