import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readSignature, secretsOf } from '../contract/account';
import type { Headers } from '../contract/headers';
import { readJson } from '../contract/json';
import { maskFor } from '../contract/mask';
import { verifySignature, type Verdict } from '../contract/signature';
import { readStatusEvents } from '../contract/statusEvent';
import { isChosen, readChoice } from './choice';
import { toOutputs } from './items';
import { onlyNew } from './onlyNew';
import { trace } from './trace';

/**
 * Takes one webhook: verified over its raw bytes first, parsed after, filtered last. Answers 401 to
 * what is not proven, 400 to what can't be read, 200 to the rest; starts the workflow once, with one
 * item per chosen status.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = this.getRequestObject();
	const rawBody = request.rawBody ?? Buffer.alloc(0);
	const credential = await readCredential(this);
	const verdict = verify(credential, request.headers, rawBody);
	if (verdict !== 'verified') return refuse(this, 401, 'Unauthorized', verdict);

	const body = readJson(rawBody.toString('utf8'));
	if (!body.ok) return refuse(this, 400, 'Unknown form', 'the body is not JSON');
	const { statuses, others, unreadable } = readStatusEvents(body.value, request.headers);
	const readable = statuses.length + others;
	if (readable === 0 && unreadable > 0) {
		return refuse(this, 400, 'Unknown form', 'no delivery status could be read from the body');
	}
	if (unreadable > 0) {
		this.logger.warn(`${trace(this)} could not read ${unreadable} of the ${readable + unreadable} records of a webhook`);
	}

	const choice = readChoice(this);
	const chosen = statuses.filter(({ event }) => isChosen(choice, event));
	// A test run shows whatever comes, and leaves no trace in what production remembers.
	const remembers = choice.ignoreDuplicates && this.getMode() !== 'manual';
	const started = remembers ? onlyNew(this, chosen, Date.now()) : chosen;
	if (started.length === 0) return {};
	const payloadOf = statuses.length === 1 ? () => body.value : ({ record }: { record: unknown }) => record;
	return { workflowData: toOutputs(started, choice, payloadOf, maskFor(secretsOf(credential))) };
}

/** The credential, undefined where it can't be read. */
async function readCredential(context: IWebhookFunctions): Promise<unknown> {
	try {
		return await context.getCredentials('messagingApi');
	} catch {
		return undefined;
	}
}

/** Fails closed: where the credential can't be read, nothing is proven either. */
function verify(
	credential: unknown,
	headers: Headers,
	rawBody: Buffer,
): Verdict | 'the credential could not be read' {
	if (credential === undefined) return 'the credential could not be read';
	const { scheme, settings } = readSignature(credential);
	return verifySignature(scheme, settings, headers, rawBody, Date.now());
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
