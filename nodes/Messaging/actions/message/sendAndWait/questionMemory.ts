import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readQuestion, type Question } from './question/question';

/*
 * The question that a node waits with, kept in the data of the execution: as text, since a webhook can only
 * read it by an expression.
 */

const name = 'question';

/** Keeps the question of this run; that of an earlier one goes. */
export function rememberQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node')[name] = JSON.stringify(question);
}

/** The question that the execution waits with; undefined where it has none. */
export function recallQuestion(context: IWebhookFunctions): Question | undefined {
	const node = quoted(context.getNode().name);
	return readQuestion(context.evaluateExpression(`{{ $node[${node}].context["${name}"] }}`));
}

/** A name as text in an expression: what could mean something to n8n stands as its number. */
const quoted = (text: string): string =>
	`"${text.replace(/[^A-Za-z0-9 _-]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
