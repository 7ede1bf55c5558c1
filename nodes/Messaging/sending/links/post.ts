import { addressRemedy } from '../../api/account';
import { sendPathBelow } from '../../request/messageKinds';
import { readSendConnectionFailure, readSendResponse } from '../../request/sendResult';
import type { Connection } from '../../service/connection';
import type { Ready, Send } from '../message';

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
