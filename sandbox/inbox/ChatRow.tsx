import type { Summary } from '../views/shapes';
import { Avatar } from './Avatar';
import { Ticks } from './Ticks';
import { timeOf } from './time';

interface ChatRowProps {
	readonly chat: Summary;
	readonly position: number;
	readonly count: number;
	readonly selected: boolean;
	/** Entries that came since the conversation was last looked at. */
	readonly unread: number;
	readonly top: number;
	readonly now: number;
	readonly onOpen: (id: string) => void;
}

/** A conversation in the chat list. */
export function ChatRow({ chat, position, count, selected, unread, top, now, onOpen }: ChatRowProps) {
	const { id, contact, sender, preview, last_at: at, last_kind: kind, last_status: status, closes_at: closesAt } = chat;
	const isOpen = closesAt !== null && Date.parse(closesAt) > now;
	return (
		<li
			id={`chat-${id}`}
			class={`chat${selected ? ' chat-selected' : ''}`}
			role="option"
			aria-selected={selected}
			aria-posinset={position + 1}
			aria-setsize={count}
			style={{ top: `${top}px` }}
			onClick={() => onOpen(id)}
		>
			<Avatar contact={contact} />
			<span class="chat-top">
				<strong>{contact}</strong>
				<time dateTime={at}>{timeOf(at)}</time>
			</span>
			<span class="chat-preview">
				{kind === 'reply' && <span class="faint">They: </span>}
				{status !== null && <Ticks status={status} label />}
				{preview}
			</span>
			<span class="chat-bottom">
				<span class="faint">{sender}</span>
				{isOpen && <span class="chat-open">Window open</span>}
				{unread > 0 && <span class="unread">{unread > 99 ? '99+' : unread}<span class="hidden"> new</span></span>}
			</span>
		</li>
	);
}
