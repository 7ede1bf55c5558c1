import { defaultPaths } from '../../nodes/Messaging/api/account';
import { sendingNumberId } from './messages';
import { startPlainServer, type PlainRequest } from './plainServer.mts';

export type ReceivedRequest = PlainRequest;

/** What the service answers; `reset` breaks the connection instead. */
export type ScriptedAnswer =
	| { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
	| 'reset';

export interface ScriptedService {
	readonly url: string;
	/** In the order of arrival. */
	readonly requests: ReceivedRequest[];
	close(): Promise<void>;
}

/**
 * A real HTTP server that answers as a test says, for answers that no well-behaved service gives.
 * A string body goes out as it is, anything else as JSON.
 */
export async function startService(
	answer: (request: ReceivedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>,
): Promise<ScriptedService> {
	const requests: ReceivedRequest[] = [];
	const { url, close } = await startPlainServer(async (received, response) => {
		requests.push(received);
		const given = await answer(received);
		if (given === 'reset') return response.destroy();
		const isText = typeof given.body === 'string' || given.body === undefined;
		const type = `${isText ? 'text/plain' : 'application/json'}; charset=utf-8`;
		response.writeHead(given.status ?? 200, { 'content-type': type, ...given.headers });
		return response.end(isText ? given.body : JSON.stringify(given.body));
	});
	return { url, requests, close };
}

/** A service with one template and one number, which accepts every message. */
export function accepting({ method, url, body }: ReceivedRequest): ScriptedAnswer {
	if (url.startsWith(defaultPaths.templates)) return { body: { data: [orderUpdate] } };
	if (url.startsWith(defaultPaths.phoneNumbers)) {
		return { body: { data: [{ id: sendingNumberId, verified_name: 'Example Shop' }] } };
	}
	if (method !== 'POST') return { status: 404, body: { error: { message: 'nothing here' } } };
	const to = typeof body === 'object' && body !== null && 'to' in body ? body.to : undefined;
	return { body: { success: true, message_id: `m-${String(to)}`, to } };
}

export const orderUpdate = {
	template_name: 'order_update',
	language_code: 'en_US',
	status: 'APPROVED',
	expected_variables: {
		header: [{ param_name: 'order_id', example: 'A-1001' }],
		body: [{ param_name: 'first_name', example: 'Ada' }, { param_name: 'status', example: 'on its way' }],
	},
};
