import { at, isObject, readJson } from '../text/json';
import { type PageWords, readPageWords } from './texts';

/** What a person can answer. */
export type Choice =
	| { readonly type: 'approval'; readonly approve: string; readonly decline?: string }
	| { readonly type: 'freeText' };

/**
 * A question as it was asked, with everything that its page and its output need. It is kept, because n8n would
 * evaluate the parameters again at each click, and they could then give another question.
 */
export interface Question {
	/** Its ID in the link, unique over all executions and nodes. */
	readonly id: string;
	readonly message: string;
	readonly choice: Choice;
	readonly words: PageWords;
	/** When the time to answer is over, in milliseconds since 1970; null without a limit. */
	readonly until: number | null;
	/** The service's ID of the message, and its recipient. */
	readonly messageId: string | null;
	readonly to: string | null;
}

/** Reads a question that was kept as JSON; undefined for anything else. */
export function readQuestion(kept: unknown): Question | undefined {
	const read = typeof kept === 'string' ? readJson(kept) : undefined;
	if (read?.ok !== true || !isObject(read.value)) return undefined;
	const { id, message, choice, words, until, messageId, to } = read.value;
	const known = readChoice(choice);
	if (typeof id !== 'string' || typeof message !== 'string' || known === undefined) return undefined;
	return {
		id,
		message,
		choice: known,
		words: readPageWords(words),
		until: typeof until === 'number' ? until : null,
		messageId: typeof messageId === 'string' ? messageId : null,
		to: typeof to === 'string' ? to : null,
	};
}

function readChoice(choice: unknown): Choice | undefined {
	const type = at(choice, 'type');
	const approve = at(choice, 'approve');
	const decline = at(choice, 'decline');
	if (type === 'freeText') return { type };
	if (type !== 'approval' || typeof approve !== 'string') return undefined;
	return { type, approve, ...(typeof decline === 'string' ? { decline } : {}) };
}
