import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** A thread that listens and never takes a connection. */
const listener = `
	const { parentPort } = require('node:worker_threads');
	const server = require('node:net').createServer();
	server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
		parentPort.postMessage(server.address().port);
		setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
	});
`;

/** More connections than the listener's backlog holds, so that the next one never connects. */
const waiting = 4;

/** A port of this machine to which connecting never ends, as behind a firewall that drops what comes. */
export async function startNeverAccepting(): Promise<{ readonly port: number; close(): Promise<void> }> {
	const worker = new Worker(listener, { eval: true });
	const [port] = (await once(worker, 'message')) as [number];
	const sockets: Socket[] = [];
	for (let count = 0; count < waiting; count++) {
		const socket = connect(port, '127.0.0.1');
		socket.on('error', () => {});
		sockets.push(socket);
	}
	await Promise.all(sockets.slice(0, 2).map(async (socket) => void (await once(socket, 'connect'))));
	return {
		port,
		async close() {
			for (const socket of sockets) socket.destroy();
			await worker.terminate();
		},
	};
}
