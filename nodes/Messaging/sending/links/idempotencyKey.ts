import { hashOf } from '../../text/hash';
import type { Link, Message, Ready } from '../message';

/**
 * The service can recognize a message that it gets twice, by a key in the header with this name, which the option
 * Idempotency Header gives. The key is the identity of the message, the same in every run; without a Message Key it is
 * made of the `seed`, which all tries of a run share, the item and its recipient.
 */
export const idempotencyKey = ({ header, seed, isByIdentity }: IdempotencyHeader): Link<Ready> => (next) => async (message) => {
	const own = isByIdentity ? message.keyed?.identity : undefined;
	const key = own ?? hashOf('hex', seed, message.index, message.request.body.to).slice(0, 32);
	return await next({ ...message, headers: { ...message.headers, [header]: key } });
};

/** By what the service recognizes a message. */
export interface IdempotencyHeader {
	readonly header: string;
	readonly seed: string;
	/** Whether a Message Key counts. Not for a question: each run asks with another link. */
	readonly isByIdentity: boolean;
}

/** What the service has sent for another run is a duplicate here, as it says. */
export const replays: Link<Message> = (next) => async (message) => {
	const sent = await next(message);
	return sent?.outcome === 'accepted' && sent.isReplay === true ? { ...sent, response: { ...sent.response, duplicate: true } } : sent;
};
