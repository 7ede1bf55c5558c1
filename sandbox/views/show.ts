import type { Sandbox } from '../parts/sandbox';
import { closesAt } from '../rules/window';
import { lastAt, type Conversation } from '../state/conversations';
import { entryId, isMessage, type Entry, type Message } from '../state/message';
import { draw, preview } from './draw';
import type { EntryView, Summary } from './shapes';

/** A conversation as a row of the chat list. */
export function summarize(conversation: Conversation, sandbox: Sandbox): Summary {
	const { id, phone_number_id, contact, openedAt, revision, entries, newest } = conversation;
	const number = sandbox.catalogue.phoneNumbers.find((one) => one.id === phone_number_id);
	const last = lastSaid(entries);
	const closes = closesAt(openedAt, sandbox.clock.now());
	let failed = 0;
	let template: string | null = null;
	for (const entry of entries) {
		if (isMessage(entry) && entry.status === 'failed') failed++;
		if (entry.kind === 'template') template = entry.body.template_name;
	}
	return {
		id,
		phone_number_id,
		contact,
		sender: number?.verified_name ?? phone_number_id,
		preview: last === undefined ? '' : preview(last, sandbox),
		last_at: lastAt(conversation),
		newest,
		last_kind: last === undefined ? 'note' : isMessage(last) ? 'message' : last.kind,
		last_status: isMessage(last) ? last.status : null,
		failed,
		total: entries.length,
		template,
		closes_at: closes === undefined ? null : new Date(closes).toISOString(),
		revision,
	};
}

/** The newest entry that somebody wrote; the newest of all if nobody did. */
function lastSaid(entries: readonly Entry[]): Entry | undefined {
	for (let place = entries.length - 1; place >= 0; place--) {
		const entry = entries[place];
		if (entry?.kind !== 'note') return entry;
	}
	return entries.at(-1);
}

function noteOf({ status, message_status: messageStatus, recipient_user_id: userId }: Message): string | null {
	return messageStatus !== undefined && status === 'accepted' ? 'held' : (userId ?? null);
}

/** An entry as it stands in a conversation. `host` is where the page came from. */
export function showEntry(entry: Entry, sandbox: Sandbox, host: string): EntryView {
	if (!isMessage(entry)) return { type: entry.kind, id: entryId(entry), at: entry.at, text: entry.text };
	const deliveries = sandbox.dispatcher.deliveriesOf(entry.message_id);
	return {
		type: 'message',
		id: entry.message_id,
		kind: entry.kind,
		template: entry.kind === 'template' ? `${entry.body.template_name} · ${entry.body.language_code}` : null,
		status: entry.status,
		at: entry.accepted_at,
		steps: entry.steps,
		error: entry.error,
		note: noteOf(entry),
		bubble: draw(entry, sandbox, host),
		webhooks: {
			total: deliveries.length,
			delivered: deliveries.filter(({ state }) => state === 'delivered').length,
			waiting: deliveries.filter(({ state }) => state === 'waiting' || state === 'retrying').length,
		},
	};
}
