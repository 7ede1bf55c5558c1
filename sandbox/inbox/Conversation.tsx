import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { InboxView, Summary } from '../views/shapes';
import { tell } from './ask';
import { Avatar } from './Avatar';
import { Composer } from './Composer';
import { Failures } from './Failures';
import { BackIcon } from './Icons';
import { Entry, type MessageActions } from './Message';
import { Plays } from './Plays';
import { dayOf } from './time';
import { useConversation } from './useConversation';
import { WindowState } from './WindowState';

/** How near the end, in pixels, counts as reading the newest. */
const nearEnd = 80;

interface ConversationProps {
	readonly summary: Summary;
	readonly faults: InboxView['faults'];
	readonly failures: InboxView['failures'];
	readonly now: number;
	readonly selectedMessage: string | undefined;
	readonly onDetails: (messageId: string) => void;
	readonly onBack: () => void;
}

/** One conversation as the recipient's phone shows it. */
export function Conversation({ summary, faults, failures, now, selectedMessage, onDetails, onBack }: ConversationProps) {
	const { id, contact, sender, phone_number_id: phoneNumberId, revision } = summary;
	const conversation = useConversation(id, revision);
	const { view, hasEarlier, hasLater, showEarlier, showLater, showNewest } = conversation;
	const entries = view?.entries ?? [];

	/** The message that is to fail, while the reason is asked for. */
	const [failing, setFailing] = useState<string | undefined>(undefined);

	const actions = useMemo<MessageActions>(
		() => ({
			onReply: (text) => void tell('/reply', { from: contact, to: phoneNumberId, text }),
			onPress: (messageId, button) => void tell(`/messages/${messageId}/press`, { button }),
			onRead: (messageId) => void tell(`/messages/${messageId}/status`, { status: 'read' }),
			onFail: setFailing,
			onDetails,
		}),
		[contact, phoneNumberId, onDetails],
	);

	const log = useRef<HTMLDivElement>(null);
	const { isAtEnd, unseen } = useScrollPosition(log, entries.at(-1)?.id, hasLater);

	return (
		<section class="conversation" aria-label={`Conversation with ${contact}`}>
			<header class="conversation-head">
				<button type="button" class="round back" aria-label="Back to the conversations" onClick={onBack}>
					<BackIcon />
				</button>
				<Avatar contact={contact} />
				<div class="conversation-names">
					<h2>{contact}</h2>
					<span class="faint">{sender} · {phoneNumberId}</span>
				</div>
				<WindowState summary={summary} now={now} />
			</header>
			<Plays summary={summary} faults={faults} />

			<div class="log" ref={log} tabIndex={0} role="group" aria-label="Messages">
				{hasEarlier && <button type="button" class="more" onClick={showEarlier}>Earlier messages</button>}
				<ol class="rows">
					{entries.map((entry, place) => (
						<>
							{dayOf(entry.at) !== dayOf(entries[place - 1]?.at ?? '1970-01-01') && (
								<li class="row row-day" key={`day-${entry.id}`}><span>{dayOf(entry.at)}</span></li>
							)}
							<Entry key={entry.id} entry={entry} selected={entry.id === selectedMessage} actions={actions} />
						</>
					))}
				</ol>
				{hasLater && <button type="button" class="more" onClick={showLater}>Later messages</button>}
			</div>
			{(hasLater || (unseen && !isAtEnd)) && (
				<button
					type="button"
					class="newest"
					onClick={() => {
						showNewest();
						if (log.current !== null) log.current.scrollTop = log.current.scrollHeight;
					}}
				>
					Newest messages ↓
				</button>
			)}

			{failing !== undefined && (
				<Failures
					failures={failures}
					onClose={() => setFailing(undefined)}
					onChoose={(code) => {
						setFailing(undefined);
						void tell(`/messages/${failing}/status`, { status: 'failed', error: { code } });
					}}
				/>
			)}

			<Composer contact={contact} sender={sender} onReply={actions.onReply} />
		</section>
	);
}

/**
 * Follows the newest entry while the reader is at the end. Elsewhere, it keeps the visible entries in place,
 * also when earlier entries are added above them.
 */
function useScrollPosition(
	log: { readonly current: HTMLDivElement | null },
	newestId: string | undefined,
	hasLater: boolean,
) {
	const follows = useRef(true);
	const anchor = useRef<{ readonly id: string; readonly top: number } | undefined>(undefined);
	const [isAtEnd, setAtEnd] = useState(true);
	const seen = useRef(newestId);
	if (isAtEnd && !hasLater) seen.current = newestId;

	useLayoutEffect(() => {
		const element = log.current;
		if (element === null) return;
		if (follows.current && !hasLater) element.scrollTop = element.scrollHeight;
		else if (anchor.current !== undefined) {
			const { id, top } = anchor.current;
			const kept = element.querySelector(`[data-entry="${CSS.escape(id)}"]`);
			if (kept !== null) element.scrollTop += kept.getBoundingClientRect().top - top;
		}
	});

	useLayoutEffect(() => {
		const element = log.current;
		if (element === null) return undefined;
		const remember = () => {
			const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
			follows.current = atEnd;
			setAtEnd(atEnd);
			anchor.current = firstVisible(element);
		};
		element.addEventListener('scroll', remember, { passive: true });
		return () => element.removeEventListener('scroll', remember);
	}, []);

	return { isAtEnd, unseen: seen.current !== newestId };
}

/** The first entry that is in sight, and where. */
function firstVisible(log: HTMLElement): { id: string; top: number } | undefined {
	const edge = log.getBoundingClientRect().top;
	for (const row of log.querySelectorAll<HTMLElement>('[data-entry]')) {
		const { top, bottom } = row.getBoundingClientRect();
		if (bottom > edge && row.dataset.entry !== undefined) return { id: row.dataset.entry, top };
	}
	return undefined;
}
