import { useEffect, useRef, useState } from 'preact/hooks';

import { conversationView, type ConversationView } from '../views/shapes';
import { ask, conversationPath } from './ask';

/** Entries that are drawn at once, at most: the page stays quick however long a conversation is. */
const mostDrawn = 180;

const step = 60;

interface OpenConversation {
	readonly view: ConversationView | undefined;
	readonly hasEarlier: boolean;
	readonly hasLater: boolean;
	readonly showEarlier: () => void;
	readonly showLater: () => void;
	readonly showNewest: () => void;
}

/** Which part of a conversation is drawn: up to `end` (the newest if undefined), `limit` entries. */
interface Part {
	readonly end: number | undefined;
	readonly limit: number;
}

const newest: Part = { end: undefined, limit: step };

/** One conversation, loaded again whenever its revision changes, one request at a time. */
export function useConversation(id: string, revision: number): OpenConversation {
	const [part, setPart] = useState<Part>(newest);
	const [view, setView] = useState<ConversationView | undefined>(undefined);
	const loading = useRef({ busy: false, again: false, wanted: '' });

	const { end, limit } = part;
	const path = `${conversationPath(id)}?limit=${limit}${end === undefined ? '' : `&end=${end}`}`;

	useEffect(() => {
		loading.current.wanted = path;
		void load();

		async function load(): Promise<void> {
			const state = loading.current;
			state.again = state.busy;
			if (state.busy) return;
			state.busy = true;
			const asked = state.wanted;
			const answer = await ask(asked, conversationView).catch(() => undefined);
			state.busy = false;
			if (answer !== undefined && asked === state.wanted) setView(answer);
			if (state.again || asked !== state.wanted) void load();
		}
	}, [path, revision]);

	const total = view?.summary.total ?? 0;
	const start = view?.start ?? 0;
	return {
		view,
		hasEarlier: start > 0,
		hasLater: end !== undefined && end < total,
		showEarlier: () => {
			const more = limit + step;
			setPart(more <= mostDrawn ? { end, limit: more } : { end: start + mostDrawn - step, limit: mostDrawn });
		},
		showLater: () => {
			const next = (end ?? total) + step;
			setPart({ end: next >= total ? undefined : next, limit: mostDrawn });
		},
		showNewest: () => setPart(newest),
	};
}
