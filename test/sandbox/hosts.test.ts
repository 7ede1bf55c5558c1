import { at } from '../../nodes/Messaging/text/json';
import { rawRequest, type RawRequest } from '../support/rawRequest.mts';
import { start, type Client } from './support/sandbox';

/**
 * A page of the internet can have its own host name point to 127.0.0.1 (DNS rebinding) and then reads what the
 * sandbox answers to that name. So it answers to the names that it is known by, and to no other.
 */

let client: Client;
let port: string;

beforeAll(async () => {
	client = await start();
	({ port } = new URL(client.sandbox.url));
});

afterAll(() => client.sandbox.close());

const ask = (path: string, host: string, { headers, ...more }: RawRequest = {}) =>
	rawRequest(`${client.sandbox.url}${path}`, { ...more, headers: { authorization: `Bearer ${client.sandbox.apiKey}`, ...headers, host } });

const post = (body: object, headers: Record<string, string> = {}) => ({
	method: 'POST',
	headers: { 'content-type': 'application/json', ...headers },
	body: JSON.stringify(body),
});

const settings = '/_sandbox/settings';

it('answers to no name but its own, and nothing that was asked for has happened', async () => {
	for (const [path, request] of [
		['/', {}],
		['/_sandbox/events', {}],
		[settings, post({ latency_ms: 1 })],
		['/v1/messaging/webhooks', post({ url: 'http://127.0.0.1:9/admin', events: ['sent'] })],
		['/nothing', {}],
	] as const) {
		const answer = await ask(path, `rebound.example:${port}`, request);
		expect(answer.status).toBe(421);
		expect(JSON.parse(answer.text)).toMatchObject({
			error: { details: `"rebound.example:${port}" is none of its own. Call it by its address, or start it with --allow-host rebound.example` },
		});
		expect(answer.text).not.toContain(client.sandbox.apiKey);
	}
	expect(at(await client.show('/webhooks'), 'registrations')).toEqual([]);
	expect(await client.show('/settings')).toMatchObject({ latency_ms: 0 });
	expect(at(await client.show('/requests'), 'requests')).toEqual([]);
});

it('answers to the names of this machine, with its own port', async () => {
	for (const name of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
		expect((await ask(settings, `${name}:${port}`)).status).toBe(200);
		for (const other of ['', ':', ':1', `:${port}1`, `:0${port}`, `:${port}:${port}`]) {
			expect((await ask(settings, name + other)).status).toBe(421);
		}
	}
	expect((await ask('/_sandbox/events', `localhost:${port}`, { wholeAnswer: false })).status).toBe(200);
});

it('does not take what looks like one of them', async () => {
	for (const name of ['localhost.', 'x.localhost', '127.0.0.2', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]', '::1', 'user@localhost', 'localhost.example']) {
		expect([name, (await ask(settings, `${name}:${port}`)).status]).toEqual([name, 421]);
	}
});

describe('a request of a page of another origin that changes something is refused', () => {
	const refused = [403, 'Requests from pages of another origin are not taken'];

	it.each(['/_sandbox/reset', '/v1/messaging/webhooks'])('at %s, by what a browser says of where it is from', async (path) => {
		const origins = ['https://example.com', 'null', `http://localhost:${port}`, 'http://127.0.0.1:1'].map((origin) => ({ origin }));
		for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, ...origins]) {
			const { status, text } = await ask(path, `127.0.0.1:${port}`, post({}, headers));
			expect([status, at(JSON.parse(text), 'error', 'message')]).toEqual(refused);
		}
	});

	it('while one of its own page, and a link to the inbox, are taken', async () => {
		for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: client.sandbox.url }]) {
			expect((await ask('/_sandbox/reset', `127.0.0.1:${port}`, post({}, headers))).status).toBe(200);
		}
		expect((await ask('/', `127.0.0.1:${port}`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
	});
});

describe('names that it is told to answer to', () => {
	it('work with any port, and with one if it is named, and no others do', async () => {
		const own = await start({ allowHosts: ['host.docker.internal', 'Sandbox.example:8443'] });
		const status = async (host: string) => (await rawRequest(`${own.sandbox.url}${settings}`, { headers: { host } })).status;
		const known = ['host.docker.internal', 'host.docker.internal:4010', 'sandbox.example:8443', `127.0.0.1:${new URL(own.sandbox.url).port}`];
		for (const host of known) expect(await status(host)).toBe(200);
		for (const host of ['sandbox.example', 'x.host.docker.internal']) expect(await status(host)).toBe(421);
		await own.sandbox.close();
	});

	it('also answers to the address that a connection came in at, and to the one it was bound to', async () => {
		const own = await start({ host: '0.0.0.0' });
		const { port: ownPort } = new URL(own.sandbox.url);
		const status = async (name: string) =>
			(await rawRequest(`http://127.0.0.1:${ownPort}${settings}`, { headers: { host: `${name}:${ownPort}` } })).status;
		for (const name of ['127.0.0.1', 'localhost', '0.0.0.0']) expect(await status(name)).toBe(200);
		for (const name of ['192.0.2.1', 'rebound.example']) expect(await status(name)).toBe(421);
		await own.sandbox.close();
	});

	it('are refused at the start if they are none', async () => {
		for (const name of ['', 'sandbox.example/', '*']) {
			await expect(start({ allowHosts: [name] })).rejects.toThrow(`--allow-host takes a host name, with or without a port, not "${name}"`);
		}
	});
});
