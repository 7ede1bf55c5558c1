import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readSignature } from '../contract/account';
import { readJson } from '../contract/json';
import { verifySignature } from '../contract/signature';
import { readStatusEvents, type StatusEvent } from '../contract/statusEvent';

/**
 * Takes one webhook: verified over its raw bytes first, parsed after, filtered last. Answers 401 to
 * what is not proven, 400 to what can't be read, 200 to the rest; starts the workflow once, with one
 * item per chosen status.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = this.getRequestObject();
	const rawBody = request.rawBody ?? Buffer.alloc(0);
	const { scheme, settings } = readSignature(await this.getCredentials('messagingApi'));
	const verdict = verifySignature(scheme, settings, request.headers, rawBody, Date.now());
	if (verdict !== 'verified') return refuse(this, 401, 'Unauthorized', verdict);

	const body = readJson(rawBody.toString('utf8'));
	if (!body.ok) return refuse(this, 400, 'Unknown form', 'the body is not JSON');
	const { statuses, unreadable } = readStatusEvents(body.value, request.headers);
	if (statuses.length === 0 && unreadable > 0) {
		return refuse(this, 400, 'Unknown form', 'no delivery status could be read from the body');
	}
	if (unreadable > 0) {
		this.logger.warn(`${trace(this)} left out ${unreadable} records of a webhook that it could not read`);
	}

	const chosen = chosenStatuses(this.getNodeParameter('events', []));
	const items = statuses.filter(({ event }) => chosen.has(event.status)).map(({ event }) => toItem(event));
	return items.length === 0 ? {} : { workflowData: [items] };
}

/** The sender learns the status code; why a request was refused stands in n8n's log alone. */
function refuse(
	context: IWebhookFunctions,
	status: 400 | 401,
	answer: string,
	reason: string,
): IWebhookResponseData {
	context.logger.warn(`${trace(context)} answered ${status} to a webhook: ${reason}`);
	context
		.getResponseObject()
		.writeHead(status, { 'content-type': 'application/json' })
		.end(JSON.stringify({ message: answer }));
	return { noWebhookResponse: true };
}

const trace = (context: IWebhookFunctions): string =>
	`Messaging Trigger "${context.getNode().name}" of workflow ${context.getWorkflow().id}`;

const chosenStatuses = (events: unknown): ReadonlySet<unknown> =>
	new Set(Array.isArray(events) ? events : []);

const toItem = (event: StatusEvent): INodeExecutionData => {
	const json: IDataObject = { ...event };
	return { json };
};
