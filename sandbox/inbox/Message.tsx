import { memo } from 'preact/compat';

import type { EntryView, MessageEntry } from '../views/shapes';
import { Buttons } from './Buttons';
import { Carousel } from './Carousel';
import { Header } from './Media';
import { RichText } from './RichText';
import { statusNames, Ticks } from './Ticks';
import { timeOf } from './time';

export interface MessageActions {
	/** Writes as the customer. */
	readonly onReply: (text: string) => void;
	/** Presses a quick reply of a message, as the customer. */
	readonly onPress: (messageId: string, button: string) => void;
	readonly onRead: (messageId: string) => void;
	/** Asks why, and lets the message fail. */
	readonly onFail: (messageId: string) => void;
	readonly onDetails: (messageId: string) => void;
}

/** Pictures and maps have one width, cards that of the row, words as much as they need. */
const widthOf = ({ header, cards }: MessageEntry['bubble']): string => {
	if (cards.length > 0) return ' bubble-wide';
	return header !== null && ['image', 'video', 'location'].includes(header.kind) ? ' bubble-media' : '';
};

function Bubble({ entry, onPress }: { entry: MessageEntry; onPress: (button: string) => void }) {
	const { header, text, footer, buttons, cards, quoted, link } = entry.bubble;
	return (
		<div class={`bubble bubble-in${widthOf(entry.bubble)}`}>
			{quoted !== null && <blockquote class="quoted">{quoted}</blockquote>}
			{header !== null && <Header header={header} />}
			{link !== null && <div class="link-preview"><strong>{new URL(link).host}</strong><span>{link}</span></div>}
			{text !== '' && <p class="bubble-text"><RichText text={text} /></p>}
			{footer !== null && <p class="bubble-footer">{footer}</p>}
			<Buttons buttons={buttons} onPress={onPress} />
			{cards.length > 0 && <Carousel cards={cards} onPress={onPress} />}
		</div>
	);
}

/** In which colours the count of webhooks is shown: all taken, some on their way, or none there. */
const webhookState = ({ total, delivered, waiting }: MessageEntry['webhooks']): string =>
	total === 0 ? 'none' : waiting > 0 ? 'waiting' : delivered === total ? 'taken' : 'lost';

function MessageRow({ entry, selected, actions }: { entry: MessageEntry; selected: boolean; actions: MessageActions }) {
	const { id, status, at, error, note, template, webhooks } = entry;
	const isOver = status === 'failed' || status === 'read';
	return (
		<li class={`row row-in${selected ? ' row-selected' : ''}${entry.bubble.cards.length > 0 ? ' row-wide' : ''}`} data-entry={id}>
			{template !== null && <span class="row-template">{template}</span>}
			<Bubble entry={entry} onPress={(button) => actions.onPress(id, button)} />
			<div class="row-meta">
				<time dateTime={at}>{timeOf(at)}</time>
				<span class={`status status-${status}`}>
					<Ticks status={status} /> {statusNames[status]}
					{error !== null && `: ${error.message} (${error.code})`}
					{note !== null && ` · ${note}`}
				</span>
				{!isOver && (
					<>
						<button type="button" class="small" onClick={() => actions.onRead(id)}>Mark as read</button>
						<button type="button" class="small" onClick={() => actions.onFail(id)}>Fail…</button>
					</>
				)}
				<button
					type="button"
					class={`small webhooks webhooks-${webhookState(webhooks)}`}
					aria-pressed={selected}
					onClick={() => actions.onDetails(id)}
				>
					{webhooks.total === 0 ? 'Details' : `Webhooks ${webhooks.delivered}/${webhooks.total}`}
				</button>
			</div>
		</li>
	);
}

interface EntryProps {
	readonly entry: EntryView;
	readonly selected: boolean;
	readonly actions: MessageActions;
}

/** One entry of a conversation. The business writes on the left, the customer, whose phone this is, on the right. */
export const Entry = memo(function Entry({ entry, selected, actions }: EntryProps) {
	switch (entry.type) {
		case 'message':
			return <MessageRow entry={entry} selected={selected} actions={actions} />;
		case 'reply':
			return (
				<li class="row row-out" data-entry={entry.id}>
					<div class="bubble bubble-out"><p class="bubble-text"><RichText text={entry.text} /></p></div>
					<div class="row-meta"><time dateTime={entry.at}>{timeOf(entry.at)}</time></div>
				</li>
			);
		case 'note':
			return (
				<li class="row row-note" data-entry={entry.id}>
					<span>{entry.text} · <time dateTime={entry.at}>{timeOf(entry.at)}</time></span>
				</li>
			);
	}
}, (before, after) =>
	before.selected === after.selected &&
	before.actions === after.actions &&
	JSON.stringify(before.entry) === JSON.stringify(after.entry));
