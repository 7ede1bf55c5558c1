import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';

import { listen, startRawService, type RawService } from './rawService';

/** What can come in the place of an answer, after the service behind has taken the request. */
const breaks = {
	'a plain HTTP answer': (socket) => socket.write('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'),
	'a record of a wrong version': (socket) => socket.write(Buffer.from('1709090005aabbccddee', 'hex')),
	'a record that cannot be decrypted': (socket) => socket.write(Buffer.from(`1703030040${'5a'.repeat(64)}`, 'hex')),
	'a handshake alert in plain text': (socket) => socket.write(Buffer.from('15030300020228', 'hex')),
	'a protocol version alert in plain text': (socket) => socket.write(Buffer.from('15030300020246', 'hex')),
	'another handshake': (socket) => socket.write(Buffer.from('160303000400000000', 'hex')),
	'bytes of no kind': (socket) => socket.write(Buffer.alloc(64, 0xff)),
	'a reset': (socket) => socket.resetAndDestroy(),
	'the end of the connection': (socket) => socket.end(),
} as const satisfies Record<string, (socket: Socket) => unknown>;

export type Break = keyof typeof breaks;

export const breakNames = Object.keys(breaks) as readonly Break[];

export interface TlsFront extends Pick<RawService, 'url' | 'made' | 'open' | 'close'> {}

export interface TlsFrontSettings {
	/** Key and certificate in PEM. */
	readonly certificate: string;
	/** The service behind, over plain HTTP. */
	readonly target: string;
	readonly version?: 'TLSv1.2' | 'TLSv1.3';
	/** Written at once to a connection, which ends its handshake; the number counts connections from 0. */
	greets?(connection: number): string | undefined;
	/** What comes in the place of the answer to a request with this body; undefined leaves the answer. */
	breaksOff(body: string): Break | undefined;
}

/**
 * Stands in front of a service and offers it over TLS: a server that speaks TLS, and before it a
 * listener that passes bytes on and writes bytes of its own among them, as a proxy does that fails.
 */
export async function startTlsFront({ certificate, target, version, greets, breaksOff }: TlsFrontSettings): Promise<TlsFront> {
	/** The clients' connections, by the port of the one that passes their bytes on. */
	const clients = new Map<number | undefined, Socket>();
	const versions = version === undefined ? {} : { minVersion: version, maxVersion: version };
	const inner = createServer({ key: certificate, cert: certificate, ...versions }, (request, response) => {
		void passOn(request, response);
	});
	inner.on('tlsClientError', () => {});
	const innerPort = await listen(inner);

	async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk));
		const body = Buffer.concat(chunks).toString('utf8');
		const { authorization = '', 'idempotency-key': key } = request.headers;
		const given = await fetch(`${target}${request.url ?? ''}`, {
			method: request.method ?? 'GET',
			headers: {
				authorization,
				...(body === '' ? {} : { 'content-type': 'application/json' }),
				...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
			},
			...(body === '' ? {} : { body }),
		});
		const text = await given.text();
		const broken = request.method === 'POST' ? breaksOff(body) : undefined;
		const client = clients.get(request.socket.remotePort);
		if (broken === undefined || client === undefined) response.writeHead(given.status).end(text);
		else breaks[broken](client);
	}

	const front = await startRawService((client) => {
		const greeting = greets?.(front.made() - 1);
		if (greeting !== undefined) {
			client.end(greeting);
			return;
		}
		const passed = connect(innerPort, '127.0.0.1');
		passed.on('error', () => client.destroy());
		passed.once('connect', () => {
			const { localPort } = passed;
			clients.set(localPort, client);
			passed.once('close', () => clients.delete(localPort));
			client.pipe(passed);
			passed.pipe(client);
		});
		client.once('close', () => passed.destroy());
	}, 'https');

	return {
		...front,
		async close() {
			await front.close();
			inner.closeAllConnections();
			inner.close();
			await once(inner, 'close');
		},
	};
}
