import { addressRemedy } from '../../api/account';
import { sendPathBelow } from '../../request/messageKinds';
import { notSent, readSendConnectionFailure, readSendResponse } from '../../request/sendResult';
import type { Connection } from '../../service/connection';
import type { Run } from '../../service/run';
import type { Link, Ready, Send } from '../message';

/** The file of a template's header is uploaded before the message, which names it by its ID. */
export const upload = (run: Run, signal: AbortSignal): Link<Ready> => (next) => async (message) => {
	const { request, headerFile, templateId } = message;
	if (headerFile === undefined || request.kind !== 'template') return await next(message);
	const ids = { phone_number_id: request.body.phone_number_id, template_id: templateId };
	const uploaded = await run.upload(headerFile, ids, message.notAfter);
	if (uploaded.ok) {
		const body = { ...request.body, media_id: uploaded.value.mediaId };
		return await next({ ...message, request: { ...request, body } });
	}
	return signal.aborted ? undefined : notSent(uploaded.error);
};

/** The end of the chain: one request. */
export const post = (connection: Connection): Send<Ready> => async ({ request: { kind, body }, headers, timeout }) => {
	const { account } = connection;
	const path = sendPathBelow(account.paths.send, kind);
	const response = await connection.request({ method: 'POST', path, body, headers, timeout });
	if (!response.ok) return readSendConnectionFailure(response.error);
	const hasKey = Object.keys(headers).length > 0;
	const sent = readSendResponse(response.value, body.to, Date.now(), hasKey);
	if (sent.outcome !== 'rejected' || sent.failure.httpStatus !== 404 || sent.failure.code !== undefined) return sent;
	// Nobody knows whether the service lacks the template or the whole address.
	const perhaps = `If nothing is found at all, the service may take messages at another address than ${path}. ${addressRemedy('send')}.`;
	return { ...sent, failure: { ...sent.failure, description: `${sent.failure.description} ${perhaps}` } };
};
