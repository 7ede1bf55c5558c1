import type { Failure } from '../../contract/failure';
import { hashOf } from '../../contract/hash';
import { sendPath } from '../../contract/message/messageKinds';
import type { SendRequest } from '../../contract/message/requests';
import { readSendConnectionFailure, readSendResponse, type SendResult } from '../../contract/message/sendResult';
import { ok, type Result } from '../../contract/result';
import type { Parameters } from '../../n8n/parameters';
import type { Connection } from '../../transport/connection';
import type { BuiltMessage, MessageOperation } from '../operation';
import type { Run } from '../run';
import { buildMessage } from './buildMessage';
import { readTimeout } from './options';

/** A message that is ready to be sent. */
interface PreparedMessage {
	readonly request: SendRequest;
	/** Milliseconds. */
	readonly timeout: number;
}

/**
 * Builds a message and uploads its header's file; the message itself is not sent yet. A file whose upload can't
 * start by `notAfter`, in milliseconds since 1970, is not uploaded.
 */
export async function prepareMessage(
	parameters: Parameters,
	operation: MessageOperation,
	run: Run,
	notAfter: number,
): Promise<Result<PreparedMessage, Failure>> {
	const prepared = await buildMessage(parameters, operation, run);
	if (!prepared.ok) return prepared;
	const timeout = readTimeout(parameters);
	if (!timeout.ok) return timeout;
	const request = await withHeaderFile(prepared.value, run, notAfter);
	return request.ok ? ok({ request: request.value, timeout: timeout.value }) : request;
}

/** A hash that differs between different messages: of the request, and of the file that is uploaded before it. */
export const fingerprint = ({ request, headerFile }: BuiltMessage): string =>
	hashOf('hex', request, headerFile?.identity ?? null);

/** The request as it is sent: a header's file is uploaded first, and the request names it by its ID. */
async function withHeaderFile(
	{ request, headerFile }: BuiltMessage,
	run: Run,
	notAfter: number,
): Promise<Result<SendRequest, Failure>> {
	if (headerFile === undefined || request.path !== sendPath.template) return ok(request);
	const uploaded = await run.upload(headerFile, request.body.phone_number_id, notAfter);
	if (!uploaded.ok) return uploaded;
	return ok({ ...request, body: { ...request.body, media_id: uploaded.value.mediaId } });
}

/**
 * The key by which a service recognizes a message that it gets twice. It is the same for every try of a run, which
 * share the `seed`, and differs for every item, and for an item whose recipient has changed since.
 */
export const idempotencyKey = (seed: string, itemIndex: number, to: string): string =>
	hashOf('hex', seed, itemIndex, to).slice(0, 32);

/** Sends a message once. Never throws: every failure becomes an outcome. */
export async function sendOne(
	connection: Connection,
	{ path, body }: SendRequest,
	headers: Readonly<Record<string, string>>,
	timeout: number,
): Promise<SendResult> {
	const response = await connection.request({ method: 'POST', path, body, headers, timeout });
	return response.ok
		? readSendResponse(response.value, body.to, Date.now())
		: readSendConnectionFailure(response.error);
}
