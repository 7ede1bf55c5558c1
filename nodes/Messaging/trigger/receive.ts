import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readJson } from '../contract/json';
import { readStatusEvents } from '../contract/webhook/statusEvent';
import { deduplicate } from './deduplicate';
import { passesFilter, readEventFilter } from './filter';
import { toOutputs } from './items';
import { logPrefix } from './logPrefix';
import { readBody } from './readBody';
import { verifyRequest } from './verifyRequest';

/** Seconds after which a service that heeds it tries again what n8n could not check. */
const retryAfterSeconds = 60;

/**
 * Takes one webhook: verified over its raw bytes first, parsed after, filtered last. Answers 401 to
 * what is not proven, 503 while that can't be checked, 400 to what can't be read, 413 to what is too large,
 * 200 to the rest; starts the workflow once, with one item per chosen status.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = this.getRequestObject();
	const raw = await readBody(request);
	if (!raw.ok) return refuse(this, raw.error.status, raw.error.reason);
	const { bytes, hint } = raw.value;
	const verified = await verifyRequest(this, request.headers, bytes);
	if (!verified.ok) return refuse(this, verified.error.status, verified.error.reason + hint);

	const body = readJson(bytes.toString('utf8'));
	if (!body.ok) return refuse(this, 400, `the body is not JSON${hint}`);
	const { statuses, others, unreadable } = readStatusEvents(body.value, verified.value.signedId);
	const readable = statuses.length + others;
	if (readable === 0 && unreadable > 0) {
		return refuse(this, 400, 'no delivery status could be read from the body');
	}
	if (unreadable > 0) {
		this.logger.warn(`${logPrefix(this)} could not read ${unreadable} of the ${readable + unreadable} records of a webhook`);
	}

	const choice = readEventFilter(this);
	const chosen = statuses.filter(({ event }) => passesFilter(choice, event));
	// A test run shows whatever comes, and leaves no trace in what production remembers.
	const remembers = choice.ignoreDuplicates && this.getMode() !== 'manual';
	const started = remembers ? deduplicate(this, chosen, Date.now(), verified.value.toleranceSeconds) : chosen;
	if (started.length === 0) return {};
	const payloadOf = statuses.length === 1 ? () => body.value : ({ record }: { record: unknown }) => record;
	return { workflowData: toOutputs(started, choice, payloadOf, verified.value.mask) };
}

const answers = { 400: 'Unknown form', 401: 'Unauthorized', 413: 'Payload Too Large', 503: 'Service Unavailable' } as const;

/** The sender learns the status code; why a request was refused stands in n8n's log alone. */
function refuse(context: IWebhookFunctions, status: keyof typeof answers, reason: string): IWebhookResponseData {
	context.logger.warn(`${logPrefix(context)} answered ${status} to a webhook: ${reason}`);
	context
		.getResponseObject()
		.writeHead(status, {
			'content-type': 'application/json',
			...(status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}),
		})
		.end(JSON.stringify({ message: answers[status] }));
	return { noWebhookResponse: true };
}
