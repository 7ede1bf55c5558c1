import Fastify from 'fastify';

export interface ReceivedRequest {
	readonly method: string;
	/** With the query. */
	readonly url: string;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: unknown;
}

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
	const server = Fastify({ forceCloseConnections: true });
	// Files arrive as bytes; a test reads the form itself.
	server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
	server.all('*', async (request, reply) => {
		const { method, url, headers, body } = request;
		const received = { method, url, headers, body };
		requests.push(received);
		const given = await answer(received);
		if (given === 'reset') {
			reply.hijack();
			reply.raw.destroy();
			return;
		}
		void reply.status(given.status ?? 200).headers(given.headers ?? {});
		const isText = typeof given.body === 'string' || given.body === undefined;
		return await reply.send(isText ? (given.body ?? '') : given.body);
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url, requests, close: async () => await server.close() };
}

/** A service with one template and one number, which accepts every message. */
export function accepting({ method, url, body }: ReceivedRequest): ScriptedAnswer {
	if (url.startsWith('/v1/messaging/templates')) return { body: { data: [orderUpdate] } };
	if (url.startsWith('/v1/messaging/phone_numbers')) {
		return { body: { data: [{ id: '200000000000002', verified_name: 'Example Shop' }] } };
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
		body: [
			{ param_name: 'first_name', example: 'Ada' },
			{ param_name: 'status', example: 'on its way' },
		],
	},
};
