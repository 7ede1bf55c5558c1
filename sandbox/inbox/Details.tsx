import { useEffect, useRef, useState } from 'preact/hooks';

import { messageView, type MessageEntry, type MessageView } from '../views/shapes';
import { ask } from './ask';
import { CloseIcon } from './Icons';
import { statusNames, Ticks } from './Ticks';
import { exactTimeOf } from './time';
import { Webhook } from './Webhook';

interface DetailsProps {
	readonly messageId: string;
	/** Loaded again whenever this changes. */
	readonly revision: number;
	readonly registrations: number;
	/** Whether webhooks are registered on this page. */
	readonly hasDashboard: boolean;
	readonly onClose: () => void;
}

/** Everything about one message: its steps, the request that made it, and its webhooks. */
export function Details({ messageId, revision, registrations, hasDashboard, onClose }: DetailsProps) {
	const [view, setView] = useState<MessageView | undefined>(undefined);
	const heading = useRef<HTMLHeadingElement>(null);

	useEffect(() => {
		let isCurrent = true;
		void ask(`/views/messages/${encodeURIComponent(messageId)}`, messageView)
			.then((answer) => isCurrent && setView(answer))
			.catch(() => isCurrent && setView(undefined));
		return () => {
			isCurrent = false;
		};
	}, [messageId, revision]);

	// Closing the details gives the focus back to what opened them.
	useEffect(() => {
		const opener = document.activeElement;
		heading.current?.focus();
		return () => {
			if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
		};
	}, [messageId]);

	return (
		<aside class="details" aria-label="Message details">
			<header class="details-head">
				<h2 ref={heading} tabIndex={-1}>Message</h2>
				<button type="button" class="round" aria-label="Close the details" onClick={onClose}><CloseIcon /></button>
			</header>
			{view !== undefined && (
				<div class="details-body">
					<Facts view={view} />
					<h3>Steps</h3>
					<Steps steps={view.steps} acceptedAt={view.accepted_at} />
					<h3>Webhooks</h3>
					{view.webhooks.length === 0 && <NoWebhooks registrations={registrations} hasDashboard={hasDashboard} />}
					<ol class="webhook-list">
						{view.webhooks.map((webhook) => <Webhook key={webhook.delivery_id} webhook={webhook} />)}
					</ol>
					<details>
						<summary>Request that sent it</summary>
						<pre tabIndex={0}>{JSON.stringify(view.request, null, 2)}</pre>
					</details>
				</div>
			)}
		</aside>
	);
}

function Facts({ view }: { view: MessageView }) {
	return (
		<dl class="facts">
			<dt>Id</dt>
			<dd><code>{view.message_id}</code></dd>
			{view.idempotency_key !== null && (
				<>
					<dt>Idempotency key</dt>
					<dd><code>{view.idempotency_key}</code>{view.attempts > 1 && ` (asked for ${view.attempts} times)`}</dd>
				</>
			)}
		</dl>
	);
}

function Steps({ steps, acceptedAt }: { steps: MessageEntry['steps']; acceptedAt: string }) {
	const all = [{ status: 'accepted' as const, at: acceptedAt }, ...steps];
	return (
		<ol class="steps">
			{all.map(({ status, at }) => (
				<li key={status}>
					<span class={`status status-${status}`}><Ticks status={status} /> {statusNames[status]}</span>
					<time dateTime={at}>{exactTimeOf(at)}</time>
				</li>
			))}
		</ol>
	);
}

function NoWebhooks({ registrations, hasDashboard }: Pick<DetailsProps, 'registrations' | 'hasDashboard'>) {
	const way = hasDashboard
		? 'In n8n, publish a workflow with the Messaging Trigger, and enter its URL at Register webhook, below the conversations.'
		: 'In n8n, publish a workflow with the Messaging Trigger and its registration set to Automatic, or register a URL by POST /v1/messaging/webhooks.';
	return (
		<p class="faint">
			{registrations === 0
				? `Nobody has registered for webhooks. ${way}`
				: 'None yet: a webhook follows with each step that somebody registered for.'}
		</p>
	);
}
