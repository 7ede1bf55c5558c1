import { notSent } from '../../request/sendResult';
import type { Message, Ready, Send } from '../message';

/**
 * The joint of the chain: what an item may say is read here, once for all attempts, and what leaves goes on. If its item
 * is invalid, nothing of it leaves.
 */
export const build =
	(signal: AbortSignal) =>
	(next: Send<Ready>): Send<Message> =>
	async (message) => {
		const content = await message.content();
		// Building can wait for a list that a stopped run does not read any more.
		if (signal.aborted) return undefined;
		if (!content.ok) return notSent(content.error);
		const [identity, timeout] = [message.identity(), message.timeout()];
		if (!identity.ok) return notSent(identity.error);
		if (!timeout.ok) return notSent(timeout.error);
		const fingerprint = identity.value === undefined ? undefined : await message.fingerprint();
		if (fingerprint?.ok === false) return notSent(fingerprint.error);
		const keyed = identity.value !== undefined && fingerprint !== undefined ? { identity: identity.value, fingerprint: fingerprint.value } : undefined;
		const { index, notAfter } = message;
		return await next({ ...content.value, index, keyed, headers: {}, timeout: timeout.value, notAfter });
	};
