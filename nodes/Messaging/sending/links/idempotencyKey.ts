import { notSent } from '../../message/sendResult';
import { hashOf } from '../../text/hash';
import type { Link } from '../message';

/**
 * The service can recognize a message that it gets twice, by a key in the header with this name. The key is the
 * identity of the message, the same in every run; without a Message Key it is made of the `seed`, which all tries of a
 * run share, the item and its recipient. A question's is always made so: each run asks with another link.
 */
export const idempotencyKey = (header: string, seed: string, isQuestion: boolean): Link => (next) => async (message) => {
	const [identity, to] = [message.identity(), message.to()];
	if (!identity.ok) return notSent(identity.error);
	if (!to.ok) return notSent(to.error);
	const own = isQuestion ? undefined : identity.value;
	const key = own ?? hashOf('hex', seed, message.index, to.value).slice(0, 32);
	return await next({ ...message, headers: { ...message.headers, [header]: key } });
};

/** What the service has sent for another run is a duplicate here, as it says. */
export const replays: Link = (next) => async (message) => {
	const sent = await next(message);
	return sent?.outcome === 'accepted' && sent.isReplay === true ? { ...sent, response: { ...sent.response, duplicate: true } } : sent;
};
