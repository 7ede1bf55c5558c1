import { outputOf, runMessaging } from '../support/engine';
import { createCertificate, trustCertificate } from '../support/certificate.mts';
import { startNeverAccepting } from '../support/neverAccepts.mts';
import { errorOf, recipients, textParameters } from '../support/messages';
import { onRequest, startRawService, type RawService, type Serve } from '../support/rawService.mts';
import { accepting, startService } from '../support/service';
import { giveTwoAddresses, useProxy } from '../support/networkConditions.mts';
import { startTlsFront } from '../support/tlsFront.mts';

const to = '+12015550123';
const opened: Array<{ close(): unknown }> = [];

afterEach(async () => {
	jest.restoreAllMocks();
	for (const one of opened.splice(0)) await one.close();
});

/** Sends one text in n8n's engine and gives its output item. */
async function send(baseUrl: string, options = {}) {
	const run = await runMessaging(
		{
			credential: { baseUrl, apiKey: 'key-12345' },
			parameters: textParameters({ options: { maxAttempts: 1, ...options } }),
			onError: 'continueRegularOutput',
		},
		recipients(to),
	);
	return outputOf(run)[0];
}

async function serving(serve: Serve, scheme?: 'http' | 'https'): Promise<RawService> {
	const service = await startRawService(serve, scheme);
	opened.push(service);
	return service;
}

/** A service behind TLS with a certificate, whose messages are counted. */
async function secured(certificate: string) {
	const service = await startService(accepting);
	const front = await startTlsFront({ certificate, target: service.url, breaksOff: () => undefined });
	opened.push(front, service);
	return { url: front.url, requests: service.requests };
}

const notSent = { outcome: 'not_sent', category: 'network', message: 'The service could not be reached', to };

describe('a message that got no connection is not sent', () => {
	test.each(['http', 'https'])('%s on a port where nobody listens', async (scheme) => {
		const service = await serving(() => {});
		await service.close();
		expect(errorOf(await send(`${scheme}://127.0.0.1:${service.port}`))).toMatchObject({ ...notSent, code: 'ECONNREFUSED' });
	});

	test('a host with two addresses, and nobody listens at either', async () => {
		const service = await serving(() => {});
		await service.close();
		giveTwoAddresses();
		expect(errorOf(await send(`http://two.example:${service.port}`))).toMatchObject({ ...notSent, code: expect.stringMatching(/^(ECONNREFUSED|ETIMEDOUT)$/) });
	});

	test('a host that is not known', async () => {
		const error = errorOf(await send('https://nowhere.invalid'));
		expect(error).toMatchObject({ ...notSent, code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) });
	});

	test.each(['http', 'https'])('%s to a host that lets nobody in, when the time is over', async (scheme) => {
		const server = await startNeverAccepting();
		opened.push(server);
		const error = errorOf(await send(`${scheme}://127.0.0.1:${server.port}`, { timeout: 400 }));
		expect(error).toMatchObject({ ...notSent, code: 'ETIMEDOUT' });
		expect(error.description).toMatch(/no connection within 400 ms.*'Base URL'.*'Timeout'/);
	});
});

describe('a message whose TLS handshake was not done is not sent', () => {
	test('a certificate that nobody vouches for', async () => {
		const { url, requests } = await secured(createCertificate());
		expect(errorOf(await send(url))).toMatchObject({ ...notSent, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
		expect(requests).toEqual([]);
	});

	test("another host's certificate", async () => {
		const certificate = createCertificate('192.0.2.1');
		trustCertificate(certificate);
		const { url, requests } = await secured(certificate);
		expect(errorOf(await send(url))).toMatchObject({ ...notSent, code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
		expect(requests).toEqual([]);
	});

	test('https in the base URL of a service that speaks plain HTTP', async () => {
		const service = await startService(accepting);
		opened.push(service);
		expect(errorOf(await send(service.url.replace('http:', 'https:')))).toMatchObject(notSent);
		expect(service.requests).toEqual([]);
	});

	test.each<[string, Serve]>([
		['is reset', (socket) => socket.once('data', () => socket.resetAndDestroy())],
		['is ended', (socket) => socket.once('data', () => socket.end())],
		['is answered with other bytes', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
		['is refused by an alert', (socket) => socket.once('data', () => socket.end(Buffer.from('15030300020228', 'hex')))],
		['is never answered', () => {}],
	])('a handshake that %s', async (_name, serve) => {
		const service = await serving(serve, 'https');
		expect(errorOf(await send(service.url, { timeout: 400 }))).toMatchObject(notSent);
	});

	test('and it is tried again until it is accepted, once', async () => {
		const certificate = createCertificate();
		trustCertificate(certificate);
		const service = await startService(accepting);
		const front = await startTlsFront({
			certificate,
			target: service.url,
			greets: (connection) => (connection === 0 ? 'HTTP/1.1 502 Bad Gateway\r\n\r\n' : undefined),
			breaksOff: () => undefined,
		});
		opened.push(front, service);
		expect((await send(front.url, { maxAttempts: 3 }))?.json).toMatchObject({ success: true });
		expect(service.requests).toHaveLength(1);
		// No connection is used for a second request, so what its socket tells is about this one alone.
		expect(front.made()).toBe(2);
	});
});

describe('behind a proxy', () => {
	afterEach(() => useProxy(undefined));

	test.each(['http', 'https'])('%s: a proxy that is down leaves the message not sent', async (scheme) => {
		const proxy = await serving(() => {});
		await proxy.close();
		useProxy(proxy.url);
		expect(errorOf(await send(`${scheme}://service.example`))).toMatchObject({ ...notSent, code: 'ECONNREFUSED' });
	});

	test('a proxy that never opens the tunnel leaves it not sent', async () => {
		const proxy = await serving(() => {});
		useProxy(proxy.url);
		expect(errorOf(await send('https://service.example', { timeout: 400 }))).toMatchObject({ ...notSent, code: 'ETIMEDOUT' });
	});

	test('a tunnel without TLS at its end leaves it not sent', async () => {
		const proxy = await serving((socket) =>
			onRequest(socket, () => {
				socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
				socket.once('data', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
			}),
		);
		useProxy(proxy.url);
		expect(errorOf(await send('https://service.example'))).toMatchObject(notSent);
	});

	test('a proxy that took the message and broke off leaves it unknown', async () => {
		const proxy = await serving((socket) => onRequest(socket, () => socket.resetAndDestroy()));
		useProxy(proxy.url);
		expect(errorOf(await send('http://service.example'))).toMatchObject({ outcome: 'unknown', category: 'network' });
	});
});
