import { notSent, readSendConnectionFailure, readSendResponse } from '../../message/sendResult';
import type { Connection } from '../../service/connection';
import type { Send } from '../message';

/** The end of the chain: one request. */
export const post = (connection: Connection): Send => async (message) => {
	const content = await message.content();
	if (!content.ok) return notSent(content.error);
	const { path, body } = content.value.request;
	const { headers, timeout } = message;
	const response = await connection.request({ method: 'POST', path, body, headers, timeout });
	return response.ok ? readSendResponse(response.value, body.to, Date.now()) : readSendConnectionFailure(response.error);
};
