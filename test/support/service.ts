import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

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
	// Node's own server: hundreds of tests start one, and a framework's start takes longer than most of them.
	const server = createServer((request, response) => {
		void respond(request, response);
	});
	const respond = async (request: IncomingMessage, response: ServerResponse) => {
		const { method = '', url = '', headers } = request;
		const received = { method, url, headers, body: await readBody(request) };
		requests.push(received);
		const given = await answer(received);
		if (given === 'reset') return response.destroy();
		const isText = typeof given.body === 'string' || given.body === undefined;
		const type = `${isText ? 'text/plain' : 'application/json'}; charset=utf-8`;
		response.writeHead(given.status ?? 200, { 'content-type': type, ...given.headers });
		return response.end(isText ? given.body : JSON.stringify(given.body));
	};
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		url: `http://127.0.0.1:${String(Reflect.get(Object(server.address()), 'port'))}`,
		requests,
		async close() {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

/** JSON as what it says; anything else as bytes, of which a test reads the form itself. */
async function readBody(request: IncomingMessage): Promise<unknown> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part);
	const bytes = Buffer.concat(parts);
	if (bytes.length === 0) return undefined;
	return request.headers['content-type']?.startsWith('application/json') === true ? JSON.parse(bytes.toString()) : bytes;
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
