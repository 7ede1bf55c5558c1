import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { triggerLogPrefix } from '../n8n/nodeError';
import { err, ok, type Result } from '../result/result';
import { at, readJson } from '../text/json';
import { readEvents, type ReadMessage, type ReadStatus } from '../webhook/readEvents';
import { maskReceived } from '../webhook/receivedMessage';
import { deliveryStatuses, maskStatusEvent } from '../webhook/statusEvent';
import { deduplicate } from './deduplicate';
import { readEventChoice } from './parameters';
import { verifyRequest } from './verifyRequest';
import { refuse, type WebhookRefusal } from './webhookRefusal';

/**
 * Receives one webhook: verifies its raw bytes, then parses and filters it. Responds with 401 if it is not
 * verified, 503 if it can't be verified now, 400 if it can't be read, 413 if it is too large, else
 * 200. Starts the workflow once, with one item for each chosen status and each message.
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
	const { statuses, messages, others, ...unread } = readEvents(body.value, verified.value.signedId);
	const choice = readEventChoice(this);
	// Messages that nobody asked for are other events of the service, whatever is wrong with them.
	const unreadable = unread.unreadable + (choice.takesMessages ? unread.unreadableMessages : 0);
	const readable = statuses.length + messages.length + others + (choice.takesMessages ? 0 : unread.unreadableMessages);
	if (readable === 0 && unreadable > 0) {
		const what = choice.takesMessages ? 'no delivery status and no message' : 'no delivery status';
		return refuse(this, { status: 400, reason: `${what} could be read from the body` });
	}
	if (unreadable > 0) {
		this.logger.warn(`${triggerLogPrefix(this)} could not read ${unreadable} of the ${readable + unreadable} records of a webhook`);
	}

	const chosen = [...statuses, ...messages].filter(choice.starts);
	// A test run drops no repeats and is not remembered.
	const remembers = choice.ignoreDuplicates && this.getMode() !== 'manual';
	const started = remembers ? deduplicate(this, chosen, Date.now(), verified.value.toleranceSeconds) : chosen;
	if (started.length === 0) return {};
	const { mask } = verified.value;
	const isAlone = statuses.length + (choice.takesMessages ? messages.length : 0) === 1;
	const itemOf = (one: ReadStatus | ReadMessage): INodeExecutionData => {
		// What the fields of a message can't hold is not lost.
		const addsPayload = choice.includePayload || (one.kind === 'message' && !one.isWhole);
		const payload = addsPayload ? mask.object({ payload: choice.includePayload && isAlone ? body.value : one.record }) : {};
		const event = one.kind === 'status' ? maskStatusEvent(one.event, mask) : maskReceived(one.event, mask);
		// n8n's type for parsed JSON is IDataObject.
		return { json: { ...event, ...payload } as IDataObject };
	};
	const startedStatuses = started.filter((one) => one.kind === 'status');
	// The outputs are the same whichever statuses are chosen, so that the connections in a workflow stay right.
	const outputs: Array<ReadonlyArray<ReadStatus | ReadMessage>> = choice.separateOutputs
		? deliveryStatuses.map((status) => startedStatuses.filter(({ event }) => event.status === status))
		: [startedStatuses];
	if (choice.takesMessages) outputs.push(started.filter((one) => one.kind === 'message'));
	return { workflowData: outputs.map((some) => some.map(itemOf)) };
}

/**
 * Gives the raw bytes of a webhook, and a note for the log if they can't be verified. For content types that n8n knows, it
 * has already read them; others are read with n8n's function, which decodes gzip and deflate and keeps n8n's size limit.
 * For multipart/form-data n8n keeps no bytes: the body counts as empty.
 */
async function readBody(
	request: ReturnType<IWebhookFunctions['getRequestObject']>,
): Promise<Result<{ readonly bytes: Buffer; readonly hint: string }, WebhookRefusal>> {
	if (request.rawBody === undefined && request.contentType === 'multipart/form-data') {
		const hint = ' (n8n parses multipart/form-data and keeps no bytes to verify: have the service send JSON)';
		return ok({ bytes: Buffer.alloc(0), hint });
	}
	try {
		if (request.rawBody === undefined) await request.readRawBody();
		return ok({ bytes: request.rawBody ?? Buffer.alloc(0), hint: '' });
	} catch (error) {
		// Not thrown: n8n would save a failed execution for each such webhook.
		if (at(error, 'type') === 'entity.too.large') {
			return err({ status: 413, reason: "the body is larger than n8n's N8N_PAYLOAD_SIZE_MAX" });
		}
		return err({ status: 400, reason: 'the body could not be read: it is incomplete, or not compressed as its header says' });
	}
}
