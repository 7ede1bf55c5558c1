import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readQuestion, type Question } from './question/question';

/*
 * The question that a node waits with, kept in the data of the execution: as text, since a webhook can only
 * read it by an expression.
 */

const name = 'question';
const nextName = 'next question';

/**
 * What the link of this run's question names it by: the same each time that n8n tries the run again, since the
 * link of an earlier try may have arrived.
 */
export function nextQuestionId(context: IExecuteFunctions): string {
	const memory = context.getContext('node');
	const run = String(context.getWorkflowDataProxy(0).$runIndex);
	const [keptRun, kept] = String(memory[nextName] ?? '').split(' ');
	const id = keptRun === run && kept !== undefined ? kept : randomUUID();
	memory[nextName] = `${run} ${id}`;
	return id;
}

/** Whether what is kept can be found again: not in a node whose name means something to n8n's expressions. */
export function canRecall(context: IExecuteFunctions): boolean {
	const kept = context.getContext('node')[nextName];
	try {
		return context.evaluateExpression(recalling(context, nextName), 0) === kept;
	} catch {
		return false;
	}
}

/** Keeps the question of this run; that of an earlier one goes. */
export function rememberQuestion(context: IExecuteFunctions, question: Question): void {
	context.getContext('node')[name] = JSON.stringify(question);
}

/** The question that the execution waits with; undefined where it has none. */
export function recallQuestion(context: IWebhookFunctions): Question | undefined {
	return readQuestion(context.evaluateExpression(recalling(context, name)));
}

/** An expression that gives what the node has kept under a name. */
const recalling = (context: IExecuteFunctions | IWebhookFunctions, kept: string): string =>
	`{{ $node[${quoted(context.getNode().name)}].context["${kept}"] }}`;

/** A name as text in an expression: what could mean something to n8n stands as its number. */
const quoted = (text: string): string =>
	`"${text.replace(/[^A-Za-z0-9 _-]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
