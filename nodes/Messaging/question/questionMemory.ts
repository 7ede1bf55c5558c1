import { randomBytes } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { type Question, readQuestion } from './question';

/*
 * Keeps the question of a waiting node in the data of the execution. It is kept as text, because a webhook can only
 * read it with an expression.
 */

const name = 'question';
const nextName = 'next question';

/** The ID only tells questions of the same execution and node apart, also after a database was restored: n8n signs the link. */
const idBytes = 6;

/**
 * The ID of this run's question in its link. It stays the same when n8n tries the run again, because the link of an
 * earlier try may have arrived.
 */
export function nextQuestionId(context: IExecuteFunctions): string {
	const memory = context.getContext('node');
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const [keptRun, kept] = String(memory[nextName] ?? '').split(' ');
	const id = keptRun === run && kept !== undefined ? kept : randomBytes(idBytes).toString('base64url');
	memory[nextName] = `${run} ${id}`;
	return id;
}

/** Whether a kept question can be read again. It can't in a node whose name has a meaning in n8n's expressions. */
export function canRecall(context: IExecuteFunctions): boolean {
	const kept = context.getContext('node')[nextName];
	try {
		return context.evaluateExpression(recalling(context, nextName), 0) === kept;
	} catch {
		return false;
	}
}

/** Keeps the question of this run in place of an earlier run's. */
export function rememberQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node')[name] = JSON.stringify(question);
}

/** The question that the execution waits for; undefined if there is none. */
export function recallQuestion(context: IWebhookFunctions): Question | undefined {
	return readQuestion(context.evaluateExpression(recalling(context, name)));
}

/** An expression that reads what the node has kept under a name. */
const recalling = (context: IExecuteFunctions | IWebhookFunctions, kept: string): string =>
	`{{ $node[${quoted(context.getNode().name)}].context["${kept}"] }}`;

/** Escapes a node name for an expression: special characters become \\uXXXX. */
const quoted = (text: string): string =>
	`"${text.replace(/[^A-Za-z0-9 _-]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
