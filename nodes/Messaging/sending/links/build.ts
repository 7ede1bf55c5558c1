import { notSent } from '../../request/sendResult';
import { readAll } from '../../result/result';
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
		const read = readAll({ identity: () => message.identity(), timeout: () => message.timeout() });
		if (!read.ok) return notSent(read.error);
		const { identity, timeout } = read.value;
		const fingerprint = identity === undefined ? undefined : await message.fingerprint();
		if (fingerprint?.ok === false) return notSent(fingerprint.error);
		const keyed = identity !== undefined && fingerprint !== undefined ? { identity, fingerprint: fingerprint.value } : undefined;
		const { index, notAfter } = message;
		return await next({ ...content.value, index, keyed, headers: {}, timeout, notAfter });
	};
