import type { IWebhookFunctions } from 'n8n-workflow';

import { at } from '../contract/json';
import { err, ok, type Result } from '../contract/result';

/** The bytes of a webhook, and what the log must say of them where they prove nothing. */
export interface RawBody {
	readonly bytes: Buffer;
	readonly hint: string;
}

/** Why the bytes could not be read, for the log, and what the sender is answered. */
export interface WebhookRefusal {
	readonly status: 400 | 413;
	readonly reason: string;
}

/**
 * Gives the raw bytes of a webhook. n8n has read them where it knows the content type, and leaves the rest
 * to triggers of version 1.1; its own way to read them unzips gzip and deflate, and keeps to n8n's limit of
 * size. A form in parts is the one thing n8n keeps no bytes of: it counts as empty.
 */
export async function readBody(
	request: ReturnType<IWebhookFunctions['getRequestObject']>,
): Promise<Result<RawBody, WebhookRefusal>> {
	if (request.rawBody === undefined && request.contentType === 'multipart/form-data') {
		const hint = ' (n8n takes multipart/form-data apart and keeps no bytes to check: have the service send JSON)';
		return ok({ bytes: Buffer.alloc(0), hint });
	}
	try {
		if (request.rawBody === undefined) await request.readRawBody();
		return ok({ bytes: request.rawBody ?? Buffer.alloc(0), hint: '' });
	} catch (error) {
		// An error here would be taken for one of the workflow: n8n would save a failed execution for each.
		if (at(error, 'type') === 'entity.too.large') return err({ status: 413, reason: "the body is larger than n8n's N8N_PAYLOAD_SIZE_MAX" });
		return err({ status: 400, reason: 'the body could not be read: it was cut off, or is not compressed as it says' });
	}
}
