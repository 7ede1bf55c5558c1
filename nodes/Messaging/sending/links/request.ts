import { addressRemedy, explainVersion } from '../../api/account';
import { ok } from '../../api/failure';
import { sendPathOf } from '../../message/messageKinds';
import { notSent, readSendConnectionFailure, readSendResponse } from '../../message/sendResult';
import type { Connection } from '../../service/connection';
import type { Run } from '../../service/run';
import type { Link, Send } from '../message';
import { readTimeout } from '../options';

/** A message is built once, before its first attempt. If its item is invalid, nothing of it leaves. */
export const build = (signal: AbortSignal): Link => (next) => async (message) => {
	const content = await message.content();
	// Building can wait for a list that a stopped run does not read any more.
	if (signal.aborted) return undefined;
	if (!content.ok) return notSent(content.error);
	const timeout = readTimeout(message.parameters);
	return timeout.ok ? await next({ ...message, timeout: timeout.value }) : notSent(timeout.error);
};

/** The file of a template's header is uploaded before the message, which names it by its ID. */
export const upload = (run: Run, signal: AbortSignal): Link => (next) => async (message) => {
	const content = await message.content();
	if (!content.ok) return notSent(content.error);
	const { request, headerFile, templateId } = content.value;
	if (headerFile === undefined || request.kind !== 'template') return await next(message);
	const ids = { phone_number_id: request.body.phone_number_id, template_id: templateId };
	const uploaded = await run.upload(headerFile, ids, message.notAfter);
	if (uploaded.ok) {
		const body = { ...request.body, media_id: uploaded.value.mediaId };
		return await next({ ...message, content: async () => ok({ ...content.value, request: { ...request, body } }) });
	}
	return signal.aborted ? undefined : notSent(uploaded.error);
};

/** The end of the chain: one request. */
export const post = (connection: Connection): Send => async (message) => {
	const content = await message.content();
	if (!content.ok) return notSent(content.error);
	const { account } = connection;
	const { kind, body } = content.value.request;
	const { headers, timeout } = message;
	const path = sendPathOf(account, kind);
	const response = await connection.request({ method: 'POST', path, body, headers, timeout });
	if (!response.ok) return readSendConnectionFailure(response.error);
	const hasKey = Object.keys(headers).length > 0;
	const sent = readSendResponse(response.value, body.to, Date.now(), hasKey);
	if (sent.outcome !== 'rejected' || sent.failure.httpStatus !== 404 || sent.failure.code !== undefined) return sent;
	// Nobody knows whether the service lacks the template or the whole address.
	const perhaps = `If nothing is found at all, the service may take messages at another address than ${path}. ${addressRemedy('send')}.`;
	return { ...sent, failure: { ...sent.failure, description: `${sent.failure.description} ${perhaps}`, ...explainVersion(account.baseUrl) } };
};
