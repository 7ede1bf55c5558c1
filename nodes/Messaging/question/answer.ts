import { err, ok, type Result } from '../result/result';
import { at, type JsonObject } from '../text/json';
import type { Choice, Question } from './question';

/** How many characters of a text answer are kept: about as many as a message can have. */
export const longestAnswer = 4_000;

/** What a person has answered. */
export type Answer = { readonly approved: boolean } | { readonly text: string };

/** The fields of the page's form, and the values of its buttons. */
export const formFields = { decisions: 'answer', text: 'text' } as const;
export const decision = { approve: 'approve', decline: 'decline' } as const;

/**
 * Reads the form of the page as n8n has parsed it. Anybody can post anything, so only what the page offers counts as
 * an answer.
 */
export function readAnswer(choice: Choice, body: unknown): Result<Answer, 'no answer'> {
	if (choice.type === 'freeText') {
		const given = at(body, formFields.text);
		const text = typeof given === 'string' ? clean(given) : '';
		return text === '' ? err('no answer') : ok({ text });
	}
	const given = at(body, formFields.decisions);
	if (given === decision.approve) return ok({ approved: true });
	if (given === decision.decline && choice.decline !== undefined) return ok({ approved: false });
	return err('no answer');
}

/** Control characters: nobody types them, and databases refuse them. */
const controls = /(?![\n\t])\p{Cc}/gu;
/** Half of a character that was cut in two. */
const halfAtEnd = /[\uD800-\uDBFF]$/;

const clean = (text: string): string =>
	text.replaceAll('\r\n', '\n').replace(controls, '').trim().slice(0, longestAnswer).replace(halfAtEnd, '');

/** An answer in the words that the person has seen or written. */
export function answerWords(choice: Choice, answer: Answer): string {
	if ('text' in answer) return answer.text;
	if (choice.type === 'freeText') return '';
	return answer.approved ? choice.approve : (choice.decline ?? '');
}

/** The output for an answer, with the message that asked for it. */
export const answered = (question: Question, answer: Answer, now: Date): JsonObject =>
	output(question, { ...answer, respondedAt: now.toISOString() });

/** The output if nobody has answered. */
export const timedOut = (question: Question): JsonObject =>
	output(question, question.choice.type === 'approval' ? { approved: false, timedOut: true } : { timedOut: true });

const output = ({ messageId, to }: Question, data: JsonObject): JsonObject => ({ data, message_id: messageId, to });
