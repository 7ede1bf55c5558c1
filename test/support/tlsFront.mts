import { connect, type Socket } from 'node:net';

import { startRawService, type RawService } from './rawService.mts';

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

type Break = keyof typeof breaks;

export const breakNames = Object.keys(breaks) as readonly Break[];

interface TlsFrontSettings {
	/** Key and certificate in PEM. */
	readonly certificate: string;
	/** The service behind, over plain HTTP. */
	readonly target: string;
	readonly version?: 'TLSv1.2' | 'TLSv1.3';
	/** Written at once to a connection, which ends its handshake; the number counts connections from 0. */
	greets?(connection: number): string | undefined;
	/** What comes in the place of the answer to this request, headers and body; undefined leaves the answer. */
	breaksOff(request: string): Break | undefined;
}

/**
 * Stands in front of a service and offers it over TLS: a server that speaks TLS, and before it a
 * listener that passes bytes on and writes bytes of its own among them, as a proxy does that fails.
 */
export async function startTlsFront(settings: TlsFrontSettings): Promise<RawService> {
	const { certificate, target, version } = settings;
	/** The clients' connections, by the port of the one that passes their bytes on. */
	const clients = new Map<number | undefined, Socket>();
	const versions = version === undefined ? {} : { minVersion: version, maxVersion: version };
	const inner = await startRawService((secure) => {
		const behind = connect(Number(new URL(target).port), '127.0.0.1');
		let request = '';
		secure.on('data', (bytes: Buffer) => {
			request += bytes.toString('utf8');
			behind.write(bytes);
		});
		// The first byte of an answer says that the service has taken the request.
		behind.once('data', (first: Buffer) => {
			const broken = settings.breaksOff(request);
			const client = clients.get(secure.remotePort);
			if (broken !== undefined && client !== undefined) {
				breaks[broken](client);
				return;
			}
			secure.write(first);
			behind.pipe(secure);
		});
		behind.once('close', () => secure.end());
		secure.once('close', () => behind.destroy());
		behind.on('error', () => behind.destroy());
	}, 'https', { key: certificate, cert: certificate, ...versions });

	const front = await startRawService((client) => {
		const greeting = settings.greets?.(front.made() - 1);
		if (greeting !== undefined) {
			client.end(greeting);
			return;
		}
		const passed = connect(inner.port, '127.0.0.1');
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
			await inner.close();
		},
	};
}
