import { sendPath } from '../../message/messageKinds';
import { notSent } from '../../message/sendResult';
import { ok } from '../../api/failure';
import type { Run } from '../../service/run';
import type { Link } from '../message';

/** The file of a template's header is uploaded before the message, which names it by its ID. */
export const upload = (run: Run, signal: AbortSignal): Link => (next) => async (message) => {
	const content = await message.content();
	if (!content.ok) return notSent(content.error);
	const { request, headerFile } = content.value;
	if (headerFile === undefined || request.path !== sendPath.template) return await next(message);
	const uploaded = await run.upload(headerFile, request.body.phone_number_id, message.notAfter);
	if (uploaded.ok) {
		const body = { ...request.body, media_id: uploaded.value.mediaId };
		return await next({ ...message, content: async () => ok({ ...content.value, request: { ...request, body } }) });
	}
	return signal.aborted ? undefined : notSent(uploaded.error);
};
