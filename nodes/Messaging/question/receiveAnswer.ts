import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { responseItem } from '../n8n/items';
import { nodeLogPrefix } from '../n8n/nodeError';
import { messageOf } from '../text/wording';
import { answered, readAnswer } from './answer';
import { checkLink } from './link';
import { noticePage, pageHeaders, questionPage, recordedPage } from './page';
import { recallQuestion } from './questionMemory';
import { notices, type PageWords } from './texts';

/**
 * Answers a click on a question's link. GET shows the page and changes nothing, because programs open links too.
 * POST takes the answer. Never throws: n8n would then end the wait.
 */
export async function receiveAnswer(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return receive(this, Date.now());
	} catch (error) {
		this.logger.error(`${nodeLogPrefix(this)} could not handle an answer: ${messageOf(error)}`);
		return show(this, notices.failed.status, noticePage('failed'));
	}
}

function receive(context: IWebhookFunctions, now: number): IWebhookResponseData {
	const request = context.getRequestObject();
	const question = recallQuestion(context);
	const clicked = new URL(request.url, 'http://n8n').searchParams;
	const problem =
		question === undefined ? 'old' : checkLink(clicked, question.id, (parameters) => context.getSignedResumeUrl(parameters));
	if (question === undefined || problem !== undefined) return showNotice(context, problem ?? 'old', question?.words);
	// n8n checks only once a minute whether the time is over.
	if (question.until !== null && now >= question.until) return showNotice(context, 'late', question.words);
	if (request.method !== 'POST') return show(context, 200, questionPage(question));

	const body: unknown = request.body;
	const answer = readAnswer(question.choice, body);
	if (!answer.ok) return show(context, 422, questionPage(question, true));
	setHeaders(context);
	return {
		// n8n responds with it when the execution continues: of several clicks at once, only the one that counts gets it.
		webhookResponse: recordedPage(question, answer.value),
		workflowData: [[responseItem(answered(question, answer.value, new Date(now)), 0)]],
	};
}

const showNotice = (context: IWebhookFunctions, name: keyof typeof notices, words?: PageWords): IWebhookResponseData =>
	show(context, notices[name].status, noticePage(name, words));

/** Shows a page; the execution keeps waiting. */
function show(context: IWebhookFunctions, status: number, page: string): IWebhookResponseData {
	setHeaders(context);
	const response = context.getResponseObject();
	response.statusCode = status;
	response.end(page);
	return { noWebhookResponse: true };
}

function setHeaders(context: IWebhookFunctions): void {
	const response = context.getResponseObject();
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
}

const atTheLink = {
	name: 'default',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
} as const satisfies Partial<IWebhookDescription>;

/** The webhooks that a question's link leads to while its execution waits: GET shows the page, POST takes the answer. */
export const answerWebhooks: IWebhookDescription[] = [
	{ ...atTheLink, httpMethod: 'GET' },
	{ ...atTheLink, httpMethod: 'POST' },
];
