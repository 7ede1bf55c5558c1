import { useEffect, useRef, useState } from 'preact/hooks';

import type { Summary } from '../views/shapes';
import { ChatRow } from './ChatRow';

/** The height of a row, in pixels; the style sheet has the same. */
const rowHeight = 84;

/** Rows drawn above and below what is visible. */
const spare = 6;

interface ChatListProps {
	readonly chats: readonly Summary[];
	readonly selected: string | undefined;
	readonly unread: (chat: Summary) => number;
	readonly now: number;
	readonly onOpen: (id: string) => void;
}

/** The chat list. Only the rows in sight are in the page, however many conversations there are. */
export function ChatList({ chats, selected, unread, now, onOpen }: ChatListProps) {
	const box = useRef<HTMLUListElement>(null);
	const [view, setView] = useState({ top: 0, height: 800 });
	// After a filter has shortened the list, the scroll position that is known may be below its end.
	const top = Math.max(0, Math.min(view.top, chats.length * rowHeight - view.height));
	const first = Math.max(0, Math.floor(top / rowHeight) - spare);
	const last = Math.min(chats.length, Math.ceil((top + view.height) / rowHeight) + spare);
	const selectedAt = chats.findIndex(({ id }) => id === selected);

	useEffect(() => {
		const element = box.current;
		if (element === null) return undefined;
		const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
		const observer = new ResizeObserver(measure);
		observer.observe(element);
		element.addEventListener('scroll', measure, { passive: true });
		return () => {
			observer.disconnect();
			element.removeEventListener('scroll', measure);
		};
	}, []);

	function openAt(place: number): void {
		const chat = chats[Math.min(chats.length - 1, Math.max(0, place))];
		const element = box.current;
		if (chat === undefined || element === null) return;
		const rowTop = chats.indexOf(chat) * rowHeight;
		if (rowTop < element.scrollTop) element.scrollTop = rowTop;
		if (rowTop + rowHeight > element.scrollTop + element.clientHeight) {
			element.scrollTop = rowTop + rowHeight - element.clientHeight;
		}
		onOpen(chat.id);
	}

	function onKeyDown(event: KeyboardEvent): void {
		const perPage = Math.max(1, Math.floor(view.height / rowHeight) - 1);
		const moves: Readonly<Record<string, number>> = {
			ArrowDown: selectedAt + 1,
			ArrowUp: selectedAt - 1,
			PageDown: selectedAt + perPage,
			PageUp: selectedAt - perPage,
			Home: 0,
			End: chats.length - 1,
		};
		const place = moves[event.key];
		if (place === undefined) return;
		event.preventDefault();
		openAt(place);
	}

	const selectedIsDrawn = selectedAt >= first && selectedAt < last;
	return (
		<ul
			class="chats"
			ref={box}
			role="listbox"
			aria-label="Conversations"
			tabIndex={0}
			onKeyDown={onKeyDown}
			{...(selected !== undefined && selectedIsDrawn ? { 'aria-activedescendant': `chat-${selected}` } : {})}
		>
			<li class="chats-height" role="presentation" style={{ height: `${chats.length * rowHeight}px` }} />
			{chats.slice(first, last).map((chat, place) => (
				<ChatRow
					key={chat.id}
					chat={chat}
					position={first + place}
					count={chats.length}
					selected={chat.id === selected}
					unread={unread(chat)}
					top={(first + place) * rowHeight}
					now={now}
					onOpen={onOpen}
				/>
			))}
		</ul>
	);
}
