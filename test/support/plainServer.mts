import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

/** A request with its body: JSON if it says so, else bytes, of which a test reads a form itself. */
export interface PlainRequest {
	readonly method: string;
	/** With the query. */
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: unknown;
}

/** Node's own HTTP server: hundreds of tests start one, and a framework's start takes longer than most of them. */
export async function startPlainServer(respond: (request: PlainRequest, response: ServerResponse) => Promise<unknown>) {
	const server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		void request.toArray().then(async (parts: Buffer[]) => {
			const bytes = Buffer.concat(parts);
			const isJson = headers['content-type']?.startsWith('application/json') === true;
			const body: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes;
			return await respond({ method, url, headers, body: bytes.length === 0 ? undefined : body }, response);
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return {
		url: `http://127.0.0.1:${String(address.port)}`,
		async close(): Promise<void> {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
