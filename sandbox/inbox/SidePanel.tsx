import { useState } from 'preact/hooks';

import type { Summary } from '../views/shapes';
import { tell } from './ask';
import { ChatList } from './ChatList';
import { Dialog } from './Dialog';
import { filterChats, filterNames, type Filter } from './filter';
import { ClockIcon, SearchIcon } from './Icons';
import { dayTimeOf } from './time';
import type { Inbox } from './useInbox';

const hourMs = 60 * 60 * 1000;

const filters = ['all', 'open', 'failed'] as const;

interface SidePanelProps {
	readonly inbox: Inbox;
	readonly filter: Filter;
	readonly selected: string | undefined;
	readonly unread: (chat: Summary) => number;
	readonly now: number;
	readonly onFilter: (filter: Filter) => void;
	readonly onOpen: (id: string) => void;
	/** Opens the dialog for webhooks, if the service has them registered by hand. */
	readonly onRegister: (() => void) | undefined;
}

/** The left side: filter, chat list, and the sandbox's clock. */
export function SidePanel({ inbox, filter, selected, unread, now, onFilter, onOpen, onRegister }: SidePanelProps) {
	const shown = filterChats(inbox.conversations, filter, now);
	const total = inbox.conversations.length;
	const [clearing, setClearing] = useState(false);
	function clear(): void {
		setClearing(false);
		void tell('/reset', { keep: ['webhooks', 'settings', 'templates'] });
	}
	return (
		<nav class="side" aria-label="Conversations and clock">
			<header class="side-head">
				<span class="title" aria-hidden="true">Messaging sandbox</span>
				<span class="faint">{total === 1 ? '1 conversation' : `${total.toLocaleString()} conversations`}</span>
			</header>
			<div class="filter">
				<label class="search">
					<SearchIcon />
					<span class="hidden">Filter conversations</span>
					<input
						type="search"
						placeholder="Filter by number or text"
						value={filter.words}
						onInput={(event) => onFilter({ ...filter, words: event.currentTarget.value })}
					/>
				</label>
				<div class="chips" role="group" aria-label="Show only">
					{filters.map((only) => (
						<button
							key={only}
							type="button"
							class="chip"
							aria-pressed={filter.only === only}
							onClick={() => onFilter({ ...filter, only })}
						>
							{filterNames[only]}
						</button>
					))}
				</div>
			</div>
			{shown.length === 0 && total > 0 && <p class="nothing faint">No conversation fits the filter.</p>}
			<ChatList chats={shown} selected={selected} unread={unread} now={now} onOpen={onOpen} />
			{/* Before the first message, the button stands among the first steps. */}
			{onRegister !== undefined && total > 0 && (
				<div class="side-webhooks"><button type="button" class="small" onClick={onRegister}>Register webhook</button></div>
			)}
			<footer class="side-foot">
				<span class="clock" title="The sandbox's own clock: it can be moved to let windows close">
					<ClockIcon /> <span class="hidden">Sandbox time</span> {dayTimeOf(now)}
				</span>
				{[1, 24].map((hours) => (
					<button key={hours} type="button" class="small" onClick={() => void tell('/clock', { advance_ms: hours * hourMs })}>
						<span class="hidden">Move the clock </span>+{hours} h
					</button>
				))}
				{inbox.moved && (
					<button type="button" class="small" onClick={() => void tell('/clock', { to_now: true })}>
						<span class="hidden">Set the clock </span>Back to now
					</button>
				)}
				<button type="button" class="small clear" disabled={total === 0} onClick={() => setClearing(true)}>
					Clear…
				</button>
			</footer>
			{clearing && (
				<Dialog title="Clear the inbox?" onClose={() => setClearing(false)}>
					<p>The sandbox forgets every message, reply and played refusal. Registered webhooks, settings and templates stay.</p>
					<div class="dialog-buttons">
						<button type="button" onClick={() => setClearing(false)}>Cancel</button>
						<button type="button" class="danger" onClick={clear}>Clear the inbox</button>
					</div>
				</Dialog>
			)}
		</nav>
	);
}
