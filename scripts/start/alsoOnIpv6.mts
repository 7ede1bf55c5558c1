import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { beforeShutdown } from '../n8n/shutdown.mts';

/**
 * Takes a port of ::1 and passes its connections on to the same port of 127.0.0.1. A browser looks for `localhost`
 * at both: a port that is taken at one only leaves the other to any account of this machine, and what the browser
 * has for `localhost`, n8n's cookie among it, goes there.
 * @throws when another program has the port; a machine without IPv6 has nothing to take
 */
export async function alsoOnIpv6(port: number): Promise<void> {
	const open = new Set<Socket>();
	const server = createServer((from) => {
		const to = connect(port, '127.0.0.1');
		for (const socket of [from, to]) {
			open.add(socket);
			socket.once('close', () => open.delete(socket));
		}
		// When one end closes, the other is closed too.
		pipeline(from, to, from, () => [from, to].forEach((socket) => socket.destroy()));
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', (cause: NodeJS.ErrnoException) => {
			if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'EAFNOSUPPORT') resolve();
			else reject(cause);
		});
		server.listen({ port, host: '::1', exclusive: true }, resolve);
	});
	beforeShutdown(() => {
		server.close();
		for (const socket of open) socket.destroy();
	});
}
