import type { ReceivedRequest, ScriptedAnswer } from './service';

/** The fields of a credential for a service whose templates belong to a sending number, and whose files belong to a template. */
export const byNumber = {
	customizeEndpoints: true,
	sendPath: '/v1/whatsapp/send',
	templatesPath: '/v1/whatsapp/phone_numbers/:phone_number_id/templates',
	phoneNumbersPath: '/v1/whatsapp/phone_numbers',
	mediaPath: '/v1/whatsapp/phone_numbers/{phone_number_id}/templates/{template_id}/media',
};

/** What such a service answers to a request for its lists, and to an upload; undefined for everything else. Lists are bare. */
export function answeringByNumber(templates: Readonly<Record<string, readonly object[]>>) {
	return ({ method, url }: ReceivedRequest): ScriptedAnswer | undefined => {
		const [path = ''] = url.split('?');
		if (path === byNumber.phoneNumbersPath) return { body: Object.keys(templates).map((id) => ({ id, display_name: `Shop ${id}` })) };
		const [, number = ''] = /^\/v1\/whatsapp\/phone_numbers\/([^/]+)\/templates$/.exec(path) ?? [];
		if (method === 'GET' && templates[number] !== undefined) return { body: templates[number] };
		if (path.endsWith('/media')) return { body: { media_id: `media of ${path.split('/').slice(-2)[0] ?? ''}` } };
		return path.startsWith(byNumber.sendPath) ? undefined : { status: 404, body: { message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 } };
	};
}
