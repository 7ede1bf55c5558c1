import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readJson } from '../contract/json';
import { readStatusEvents } from '../contract/webhook/statusEvent';
import { deduplicate } from './deduplicate';
import { passesFilter, readEventFilter } from './filter';
import { toOutputs } from './items';
import { triggerLogPrefix } from '../n8n/logPrefix';
import { readBody } from './readBody';
import { verifyRequest } from './verifyRequest';
import { refuse } from './webhookRefusal';

/**
 * Receives one webhook: verifies its raw bytes, then parses and filters it. Responds with 401 where it is not
 * verified, 503 where it can't be verified now, 400 where it can't be read, 413 where it is too large, else
 * 200. Starts the workflow once, with one item for each chosen status.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = this.getRequestObject();
	const raw = await readBody(request);
	if (!raw.ok) return refuse(this, raw.error);
	const { bytes, hint } = raw.value;
	const verified = await verifyRequest(this, request.headers, bytes);
	if (!verified.ok) return refuse(this, { ...verified.error, reason: verified.error.reason + hint });

	const body = readJson(bytes.toString('utf8'));
	if (!body.ok) return refuse(this, { status: 400, reason: `the body is not JSON${hint}` });
	const { statuses, others, unreadable } = readStatusEvents(body.value, verified.value.signedId);
	const readable = statuses.length + others;
	if (readable === 0 && unreadable > 0) {
		return refuse(this, { status: 400, reason: 'no delivery status could be read from the body' });
	}
	if (unreadable > 0) {
		this.logger.warn(`${triggerLogPrefix(this)} could not read ${unreadable} of the ${readable + unreadable} records of a webhook`);
	}

	const choice = readEventFilter(this);
	const chosen = statuses.filter(({ event }) => passesFilter(choice, event));
	// A test run drops no repeats and is not remembered.
	const remembers = choice.ignoreDuplicates && this.getMode() !== 'manual';
	const started = remembers ? deduplicate(this, chosen, Date.now(), verified.value.toleranceSeconds) : chosen;
	if (started.length === 0) return {};
	const payloadOf = statuses.length === 1 ? () => body.value : ({ record }: { record: unknown }) => record;
	return { workflowData: toOutputs(started, choice, payloadOf, verified.value.mask) };
}
