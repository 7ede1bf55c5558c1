import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { triggerLogPrefix } from '../n8n/nodeError';

/** The responses to refused webhooks. They do not tell the sender why. */
const responses = { 400: 'Unknown form', 401: 'Unauthorized', 403: 'Forbidden', 413: 'Payload Too Large', 503: 'Service Unavailable' } as const;

/** Why a webhook is refused. */
export interface WebhookRefusal {
	/** The status of the response. */
	readonly status: keyof typeof responses;
	/** For n8n's log. */
	readonly reason: string;
}

/** `Retry-After` in seconds, for a webhook that n8n could not verify. */
const retryAfterSeconds = 60;

/** Refuses a webhook. The sender learns only the status code; the reason is written to n8n's log. */
export function refuse(context: IWebhookFunctions, { status, reason }: WebhookRefusal): IWebhookResponseData {
	context.logger.warn(`${triggerLogPrefix(context)} answered ${status} to a ${status === 403 ? 'question for its URL' : 'webhook'}: ${reason}`);
	context
		.getResponseObject()
		.writeHead(status, {
			'content-type': 'application/json',
			...(status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}),
		})
		.end(JSON.stringify({ message: responses[status] }));
	return { noWebhookResponse: true };
}
