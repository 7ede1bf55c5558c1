import { notSent } from '../../request/sendResult';
import type { Run } from '../../service/run';
import type { Link, Ready } from '../message';

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
