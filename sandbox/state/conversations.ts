import { entryId, isMessage, type Entry, type Message } from './message';

/** What was said between one sending number and one recipient. */
export interface Conversation {
	readonly id: string;
	readonly phone_number_id: string;
	/** The recipient, E.164. */
	readonly contact: string;
	/** When the customer last wrote, in milliseconds; undefined while the window was never opened or was closed by hand. */
	openedAt: number | undefined;
	/** Grows with every change. */
	revision: number;
	readonly entries: Entry[];
	/** Greater than that of every conversation whose newest entry came before. Times don't tell: the clock can be set back. */
	newest: number;
}

/** How many entries (messages, replies, notes) are kept; beyond that, the oldest is dropped. */
export const keptEntries = 20_000;

/**
 * Every conversation and, across them, the newest 20,000 entries. It is the ledger of what was accepted.
 * `dropped` is called with each entry that is dropped.
 */
export function createConversations(dropped: (entry: Entry) => void) {
	const byId = new Map<string, Conversation>();
	const entries = new Map<string, Entry>();
	let count = 0;

	function dropOldest(): void {
		for (const [id, entry] of entries) {
			if (entries.size <= keptEntries) return;
			entries.delete(id);
			dropped(entry);
			const conversation = byId.get(entry.conversation_id);
			conversation?.entries.shift();
			if (conversation?.entries.length === 0) byId.delete(conversation.id);
		}
	}

	return {
		/** The conversation of a pair, made if there is none. */
		open(phoneNumberId: string, contact: string): Conversation {
			const id = `${phoneNumberId}:${contact}`;
			const made = { id, phone_number_id: phoneNumberId, contact, openedAt: undefined, revision: 0, entries: [], newest: 0 };
			return byId.get(id) ?? made;
		},
		find: (id: string) => byId.get(id),
		/** The newest conversation with a contact, from whatever number. */
		latestWith(contact: string): Conversation | undefined {
			let latest: Conversation | undefined;
			for (const one of byId.values()) {
				if (one.contact === contact && (latest === undefined || one.newest > latest.newest)) latest = one;
			}
			return latest;
		},
		all: (): Iterable<Conversation> => byId.values(),
		add(conversation: Conversation, entry: Entry): void {
			byId.set(conversation.id, conversation);
			conversation.entries.push(entry);
			conversation.newest = ++count;
			entries.set(entryId(entry), entry);
			dropOldest();
		},
		message(id: string): Message | undefined {
			const entry = entries.get(id);
			return isMessage(entry) ? entry : undefined;
		},
		/** Accepted messages, the oldest first. */
		messages: (): Message[] => [...entries.values()].filter(isMessage),
		clear(): void {
			byId.clear();
			entries.clear();
		},
	};
}

/** When the last entry came, ISO 8601; empty for a conversation without one. */
export function lastAt({ entries }: Conversation): string {
	const last = entries.at(-1);
	if (last === undefined) return '';
	return isMessage(last) ? last.accepted_at : last.at;
}
