import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';

/** Where workflows leave what they have handled, as a customer's own system would be told. @returns its address */
export async function startReceiver(take: (path: string, body: unknown) => void): Promise<string> {
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			take(request.url ?? '/', body);
			response.end('{}');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	beforeShutdown(() => void server.close().closeAllConnections());
	return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** Counts one more of something. */
export const countIn = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
