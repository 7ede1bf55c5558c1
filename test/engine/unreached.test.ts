import { readConnectionError } from '../../nodes/Messaging/service/connectionError';
import { maskFor } from '../../nodes/Messaging/text/mask';
import { createCertificate, trustCertificate } from '../support/certificate.mts';
import { useClosing } from '../support/closing';
import { textParameters } from '../support/messages';
import { startNeverAccepting } from '../support/neverAccepts.mts';
import { giveTwoAddresses, useProxy } from '../support/networkConditions.mts';
import { onRequest, startRawService, type Serve } from '../support/rawService.mts';
import { startTlsFront } from '../support/tlsFront.mts';
import { to, useService } from '../support/useService';

const service = useService();
const closing = useClosing();
afterEach(() => jest.restoreAllMocks());

/** Sends one text to an address and gives what the node says of it. */
async function send(baseUrl: string, options = {}) {
	const parameters = textParameters({ options: { maxAttempts: 1, ...options } });
	return (await service.output(parameters, undefined, { credential: service.credential({ baseUrl }) }))[0];
}

const serving = async (serve: Serve, scheme?: 'http' | 'https') => closing(await startRawService(serve, scheme));

/** A port where nobody listens, also none of the servers of other tests, which get a higher one. */
const closedPort = 9;

/** The service behind TLS with a certificate. */
const secured = async (certificate: string, greets: (connection: number) => string | undefined = () => undefined) =>
	closing(await startTlsFront({ certificate, target: service.url, breaksOff: () => undefined, greets }));

const notSent = (more: object = {}) => ({ error: { outcome: 'not_sent', category: 'network', message: 'The service could not be reached', to, ...more } });

describe('a message that got no connection is not sent', () => {
	test.each(['http', 'https'])('%s on a port where nobody listens', async (scheme) => {
		expect(await send(`${scheme}://127.0.0.1:${closedPort}`)).toMatchObject(notSent({ code: 'ECONNREFUSED' }));
	});

	test('a host with two addresses, and nobody listens at either', async () => {
		giveTwoAddresses();
		expect(await send(`http://two.example:${closedPort}`)).toMatchObject(notSent({ code: expect.stringMatching(/^(ECONNREFUSED|ETIMEDOUT)$/) }));
	});

	test('a host that is not known', async () => {
		expect(await send('https://nowhere.invalid')).toMatchObject(notSent({ code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) }));
	});

	test.each(['http', 'https'])('%s to a host that lets nobody in, when the time is over', async (scheme) => {
		const server = closing(await startNeverAccepting());
		const description = expect.stringMatching(/no connection within 400 ms.*'Base URL'.*'Timeout'/);
		expect(await send(`${scheme}://127.0.0.1:${server.port}`, { timeout: 400 })).toMatchObject(notSent({ code: 'ETIMEDOUT', description }));
	});
});

describe('a message whose TLS handshake was not done is not sent', () => {
	test.each<[string, () => string, boolean, string]>([
		['a certificate that nobody vouches for', createCertificate, false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
		["another host's certificate", () => createCertificate('192.0.2.1'), true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
	])('%s', async (_whose, create, isTrusted, code) => {
		const certificate = create();
		if (isTrusted) trustCertificate(certificate);
		expect(await send((await secured(certificate)).url)).toMatchObject(notSent({ code }));
		expect(service.requests).toEqual([]);
	});

	test('https in the base URL of a service that speaks plain HTTP', async () => {
		expect(await send(service.url.replace('http:', 'https:'))).toMatchObject(notSent());
		expect(service.requests).toEqual([]);
	});

	test.each<[string, Serve]>([
		['is reset', (socket) => socket.once('data', () => socket.resetAndDestroy())],
		['is ended', (socket) => socket.once('data', () => socket.end())],
		['is answered with other bytes', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
		['is refused by an alert', (socket) => socket.once('data', () => socket.end(Buffer.from('15030300020228', 'hex')))],
		['is never answered', () => {}],
	])('a handshake that %s', async (_name, serve) => {
		expect(await send((await serving(serve, 'https')).url, { timeout: 400 })).toMatchObject(notSent());
	});

	test('and it is tried again until it is accepted, once', async () => {
		const certificate = createCertificate();
		trustCertificate(certificate);
		const front = await secured(certificate, (connection) => (connection === 0 ? 'HTTP/1.1 502 Bad Gateway\r\n\r\n' : undefined));
		expect(await send(front.url, { maxAttempts: 3 })).toMatchObject({ success: true });
		expect(service.requests).toHaveLength(1);
		// No connection is used for a second request, so what its socket tells is about this one alone.
		expect(front.made()).toBe(2);
	});
});

describe('behind a proxy', () => {
	afterEach(() => useProxy(undefined));

	test.each(['http', 'https'])('%s: a proxy that is down leaves the message not sent', async (scheme) => {
		useProxy(`http://127.0.0.1:${closedPort}`);
		expect(await send(`${scheme}://service.example`)).toMatchObject(notSent({ code: 'ECONNREFUSED' }));
	});

	/** A tunnel without TLS at its end. */
	const openAndBreakOff: Serve = (socket) =>
		onRequest(socket, () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			socket.once('data', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
		});

	test.each<[string, Serve, string, object]>([
		['never opens the tunnel leaves it not sent', () => {}, 'https', notSent({ code: 'ETIMEDOUT' })],
		['opens a tunnel without TLS at its end leaves it not sent', openAndBreakOff, 'https', notSent()],
		[
			'took the message and broke off leaves it unknown',
			(socket) => onRequest(socket, () => socket.resetAndDestroy()),
			'http',
			{ error: { outcome: 'unknown', category: 'network' } },
		],
	])('a proxy that %s', async (_what, serve, scheme, expected) => {
		useProxy((await serving(serve)).url);
		expect(await send(`${scheme}://service.example`, { timeout: 400 })).toMatchObject(expected);
	});
});

/* What proves that nothing has left, of errors as n8n throws them. */

const mask = maskFor([]);

/** As n8n throws it: its own error over that of its HTTP library, which knows the request, over Node's. */
function isUnsent(node: object, request: object): boolean {
	const ofLibrary = Object.assign(new Error('library', { cause: Object.assign(new Error('node'), node) }), { request });
	return readConnectionError(new Error('n8n', { cause: ofLibrary }), mask).isUnsent;
}

// Codes that were once taken for "never connected" by their name.
test.each(['ECONNREFUSED', 'EPROTO', 'CERT_HAS_EXPIRED', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_INVALID_CHAR'])('%s alone proves nothing', (code) => {
	for (const request of [{}, { socket: undefined }, { socket: {} }, { socket: { secureConnecting: false, _bytesDispatched: 1 } }]) {
		for (const syscall of ['read', 'write', undefined]) expect(isUnsent({ code, syscall }, request)).toBe(false);
	}
});

test('of several addresses, each has to have failed to connect', () => {
	const failed = { code: 'ECONNREFUSED', syscall: 'connect' };
	expect(isUnsent({ code: 'ECONNREFUSED', errors: [failed, failed] }, {})).toBe(true);
	expect(isUnsent({ code: 'ECONNREFUSED', errors: [failed, { code: 'ECONNRESET', syscall: 'read' }] }, {})).toBe(false);
});

test.each(['ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS', 'ERR_INVALID_URL'])('%s without a request: there was none', (code) => {
	expect(readConnectionError(new Error('n8n', { cause: Object.assign(new TypeError('node'), { code }) }), mask).isUnsent).toBe(true);
});

test('an error that goes round in a circle, and one that is none, are read', () => {
	const circle = new Error('round');
	circle.cause = circle;
	expect(readConnectionError(circle, mask)).toMatchObject({ isUnsent: false, message: 'round' });
	expect(readConnectionError('key-12345 refused', maskFor(['key-12345']))).toEqual({ code: undefined, isUnsent: false, message: '*** refused' });
	expect(readConnectionError(undefined, mask)).toMatchObject({ isUnsent: false });
});
