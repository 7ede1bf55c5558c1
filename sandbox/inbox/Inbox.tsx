import { useCallback, useEffect, useState } from 'preact/hooks';

import { Conversation } from './Conversation';
import { Details } from './Details';
import { EmptyState } from './EmptyState';
import type { Filter } from './filter';
import { Problem } from './Problem';
import { RegisterWebhook } from './RegisterWebhook';
import { SidePanel } from './SidePanel';
import { useInbox } from './useInbox';
import { useNow } from './useNow';
import { useSelection } from './useSelection';
import { useUnread } from './useUnread';

/** As wide as it must be for the chat list to stand beside a conversation, as in the style sheet. */
const isWide = () => matchMedia('(min-width: 760px)').matches;

/** The page: chat list, conversation, and the details of a message. */
export function Inbox() {
	const inbox = useInbox();
	const now = useNow(inbox?.skew ?? 0, 5000);
	const [selected, select] = useSelection();
	const [message, setMessage] = useState<string | undefined>(undefined);
	const [filter, setFilter] = useState<Filter>({ words: '', only: 'all' });

	const [registering, setRegistering] = useState(false);
	const onRegister = inbox?.service.has_dashboard === true ? () => setRegistering(true) : undefined;

	// Beside the list there is room for a conversation: the newest, until a person chooses one.
	const [automatic, setAutomatic] = useState<string | undefined>(undefined);
	const newest = inbox?.conversations[0]?.id;
	const hasAutomatic = inbox?.conversations.some(({ id }) => id === automatic);
	useEffect(() => {
		if (hasAutomatic !== true) setAutomatic(isWide() ? newest : undefined);
	}, [hasAutomatic, newest]);
	const open = inbox?.conversations.find(({ id }) => id === (selected ?? automatic));
	const unread = useUnread(inbox?.conversations, open);

	useEffect(() => setMessage(undefined), [open?.id]);

	const onDetails = useCallback(
		(messageId: string) => setMessage((before) => (before === messageId ? undefined : messageId)),
		[],
	);

	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key === 'Escape') setMessage(undefined);
		};
		addEventListener('keydown', onKeyDown);
		return () => removeEventListener('keydown', onKeyDown);
	}, []);

	if (inbox === undefined) return <p class="loading" role="status">Loading the conversations…</p>;
	return (
		<main class={`inbox${open === undefined ? '' : ' inbox-open'}${message === undefined ? '' : ' inbox-details'}`}>
			<h1 class="hidden">Messaging sandbox</h1>
			{!inbox.connected && (
				<p class="lost" role="alert">The sandbox does not answer. This page goes on as soon as it does.</p>
			)}
			<Problem />
			<SidePanel inbox={inbox} filter={filter} selected={open?.id} unread={unread} now={now} onFilter={setFilter} onOpen={select} onRegister={onRegister} />
			{open === undefined ? (
				inbox.conversations.length === 0 ? (
					<EmptyState apiKey={inbox.apiKey} sendingNumber={inbox.numbers[0]?.id ?? ''} service={inbox.service} onRegister={onRegister} />
				) : (
					<section class="empty choose" aria-label="No conversation chosen"><p class="faint">Choose a conversation.</p></section>
				)
			) : (
				<Conversation
					key={open.id}
					summary={open}
					faults={inbox.faults}
					failures={inbox.failures}
					now={now}
					selectedMessage={message}
					onDetails={onDetails}
					onBack={() => select(undefined)}
				/>
			)}
			{open !== undefined && message !== undefined && (
				<Details
					messageId={message}
					revision={open.revision}
					registrations={inbox.registrations}
					hasDashboard={inbox.service.has_dashboard}
					onClose={() => setMessage(undefined)}
				/>
			)}
			{registering && <RegisterWebhook registrations={inbox.registrations} onClose={() => setRegistering(false)} />}
		</main>
	);
}
