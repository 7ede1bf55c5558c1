import { notSent } from '../../message/sendResult';
import type { Link } from '../message';
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
