import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A server of bare connections, for what no HTTP server does. */
export interface RawService {
	/** With the scheme, without a slash at its end. */
	readonly url: string;
	readonly port: number;
	/** How many connections were made so far. */
	made(): number;
	/** How many of them are open. */
	open(): Promise<number>;
	close(): Promise<void>;
}

/** What a server does with a connection. */
export type Serve = (socket: Socket) => void;

/** Starts a server that does with each connection what a test says; with a certificate it speaks TLS. */
export async function startRawService(serve: Serve, scheme: 'http' | 'https' = 'http', secured?: TlsOptions): Promise<RawService> {
	let made = 0;
	const sockets = new Set<Socket>();
	const take = (socket: Socket) => {
		made++;
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		// A client that goes away is no concern of a server.
		socket.on('error', () => {});
		serve(socket);
	};
	const server = secured === undefined ? createServer(take) : createTlsServer(secured, take);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `${scheme}://127.0.0.1:${port}`,
		port,
		made: () => made,
		open: async () =>
			await new Promise((resolve, reject) => {
				server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
			}),
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

/** Does something once a whole request with a body has come. */
export function onRequest(socket: Socket, then: () => void): void {
	let received = '';
	socket.on('data', (bytes) => {
		received += bytes.toString('latin1');
		const end = received.indexOf('\r\n\r\n');
		const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
		if (end >= 0 && received.length >= end + 4 + length) {
			socket.removeAllListeners('data');
			socket.resume();
			then();
		}
	});
}
