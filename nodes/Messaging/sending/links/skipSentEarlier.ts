import { isOutOfTime } from '../../request/notAfter';
import type { Link, Message } from '../message';
import { keepUnknown } from '../retry';
import type { RunMemory } from '../runMemory';

/**
 * What an earlier try of this run has sent is not sent again. If its outcome is unknown, it is sent again only with an
 * idempotency key, and stays unknown unless it is accepted then.
 */
export const skipSentEarlier = (memory: Pick<RunMemory, 'isEmpty' | 'recall'>, mayRepeat: boolean): Link<Message> => (next) => {
	if (memory.isEmpty) return next;
	return async (message) => {
		const earlier = memory.recall(message);
		if (earlier === undefined) return await next(message);
		if (earlier.outcome === 'accepted' || !mayRepeat) return earlier;
		const sent = await next(message);
		// It did not leave in this try, which says nothing about the earlier one.
		if (sent?.outcome === 'not_sent' && isOutOfTime(sent.failure)) return earlier;
		return sent && { ...keepUnknown(sent), isReplay: false };
	};
};
