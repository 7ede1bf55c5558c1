import { once } from 'node:events';
import { createServer as createPlainServer, connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { listen } from './rawService.mts';

/** A proxy that opens a tunnel to wherever it is asked to, and is itself spoken to over TLS if it has a certificate. */
export async function startTunnelProxy(certificate?: string): Promise<{ readonly url: string; close(): Promise<void> }> {
	const sockets = new Set<Socket>();
	const serve = (client: Socket) => {
		client.once('data', (asked: Buffer) => {
			const [, host = '', port = ''] = /^CONNECT ([^:]+):(\d+) /.exec(asked.toString('latin1')) ?? [];
			const target = connect(Number(port), host);
			for (const socket of [client, target]) {
				sockets.add(socket);
				socket.on('error', () => socket.destroy());
			}
			target.once('connect', () => {
				client.write('HTTP/1.1 200 Connection established\r\n\r\n');
				client.pipe(target);
				target.pipe(client);
			});
			target.once('close', () => client.destroy());
			client.once('close', () => target.destroy());
		});
	};
	const server = certificate === undefined ? createPlainServer(serve) : createTlsServer({ key: certificate, cert: certificate }, serve);
	const port = await listen(server);
	return {
		url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
