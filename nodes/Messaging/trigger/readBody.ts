import type { IWebhookFunctions } from 'n8n-workflow';

import { at } from '../contract/json';
import { err, ok, type Result } from '../contract/result';
import type { WebhookRefusal } from './webhookRefusal';

/** The bytes of a webhook, and a note for the log where they can't be verified. */
export interface RawBody {
	readonly bytes: Buffer;
	readonly hint: string;
}

/**
 * Gives the raw bytes of a webhook. For content types that n8n knows, it has already read them; for others a
 * trigger of version 1.1 reads them with n8n's function, which decodes gzip and deflate and keeps n8n's size
 * limit. For multipart/form-data n8n keeps no bytes: the body counts as empty.
 */
export async function readBody(
	request: ReturnType<IWebhookFunctions['getRequestObject']>,
): Promise<Result<RawBody, WebhookRefusal>> {
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
