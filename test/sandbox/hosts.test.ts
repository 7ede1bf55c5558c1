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
	rawRequest(`${client.sandbox.url}${path}`, {
		...more,
		headers: { authorization: `Bearer ${client.sandbox.apiKey}`, ...headers, host },
	});

const post = (body: object) => ({
	method: 'POST',
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

const webhook = post({ url: 'http://127.0.0.1:9/admin', events: ['sent'] });

const routes: Array<{ path: string } & RawRequest> = [
	{ path: '/' },
	{ path: '/_sandbox/views/inbox' },
	{ path: '/_sandbox/events' },
	{ path: '/_sandbox/media/media_1' },
	{ path: '/_sandbox/settings', ...post({ latency_ms: 1 }) },
	{ path: '/_sandbox/reset', ...post({}) },
	{ path: '/openapi.json' },
	{ path: '/v1/messaging/webhooks', ...webhook },
	{ path: '/v1/messaging/send', ...post({}) },
	{ path: '/v1/messaging/media', method: 'POST' },
	{ path: '/nothing' },
	{ path: '/_sandbox/reset', method: 'OPTIONS' },
];

it.each(routes.map((route) => ({ method: 'GET', ...route })))('$method $path answers to no name but its own', async ({ path, ...request }) => {
	const answer = await ask(path, `rebound.example:${port}`, request);
	expect(answer.status).toBe(421);
	expect(JSON.parse(answer.text)).toEqual({
		error: {
			message: 'The sandbox is not known by this host name',
			code: 100,
			details: `"rebound.example:${port}" is none of its own. Call it by its address, or start it with --allow-host rebound.example`,
		},
		request_id: expect.stringMatching(/^req_/),
	});
	expect(answer.text).not.toContain(client.sandbox.apiKey);
});

it('nothing that was asked for by another name has happened', async () => {
	expect(at(await client.show('/webhooks'), 'registrations')).toEqual([]);
	expect(await client.show('/settings')).toMatchObject({ latency_ms: 0 });
	expect(at(await client.show('/requests'), 'requests')).toEqual([]);
});

it('answers to the names of this machine, with its own port', async () => {
	for (const name of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
		expect((await ask('/_sandbox/views/inbox', `${name}:${port}`)).status).toBe(200);
		for (const other of ['', ':', ':1', `:${port}1`, `:0${port}`, `:${port}:${port}`]) {
			expect((await ask('/_sandbox/views/inbox', name + other)).status).toBe(421);
		}
	}
	expect((await ask('/_sandbox/events', `localhost:${port}`, { wholeAnswer: false })).status).toBe(200);
});

it.each(['localhost.', 'x.localhost', '127.0.0.2', '127.1', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]', '2130706433', '::1', 'user@localhost', 'rebound.example#localhost', 'localhost.rebound.example'])(
	'does not take %s for one of them',
	async (name) => {
		expect((await ask('/_sandbox/views/inbox', `${name}:${port}`)).status).toBe(421);
	},
);

describe('a request of a page of another origin that changes something is refused', () => {
	it.each(['cross-site', 'same-site'])('by what a browser says of where it is from: %s', async (site) => {
		for (const [path, request] of [['/_sandbox/reset', post({})], ['/v1/messaging/webhooks', webhook]] as const) {
			const answer = await ask(path, `127.0.0.1:${port}`, { ...request, headers: { ...request.headers, 'sec-fetch-site': site } });
			expect([answer.status, at(JSON.parse(answer.text), 'error', 'message')]).toEqual([
				403,
				'Requests from pages of another origin are not taken',
			]);
		}
	});

	it('while one of its own page, and a link to the inbox, are taken', async () => {
		for (const site of ['same-origin', 'none']) {
			const { headers, ...request } = post({});
			expect((await ask('/_sandbox/reset', `127.0.0.1:${port}`, { ...request, headers: { ...headers, 'sec-fetch-site': site } })).status).toBe(200);
		}
		expect((await ask('/', `127.0.0.1:${port}`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
	});
});

describe('names that it is told to answer to', () => {
	it('work with any port, and with one where it is named, and no others do', async () => {
		const own = await start({ allowHosts: ['host.docker.internal', 'Sandbox.example:8443'] });
		const status = async (host: string) => (await rawRequest(`${own.sandbox.url}/_sandbox/settings`, { headers: { host } })).status;
		expect(await status('host.docker.internal')).toBe(200);
		expect(await status('host.docker.internal:4010')).toBe(200);
		expect(await status('sandbox.example:8443')).toBe(200);
		expect(await status('sandbox.example')).toBe(421);
		expect(await status('x.host.docker.internal')).toBe(421);
		expect(await status(`127.0.0.1:${new URL(own.sandbox.url).port}`)).toBe(200);
		await own.sandbox.close();
	});

	it('also answers to the address that a connection came in at, and to the one it was bound to', async () => {
		const own = await start({ host: '0.0.0.0' });
		const { port: ownPort } = new URL(own.sandbox.url);
		const status = async (host: string) => (await rawRequest(`http://127.0.0.1:${ownPort}/_sandbox/settings`, { headers: { host } })).status;
		expect(await status(`127.0.0.1:${ownPort}`)).toBe(200);
		expect(await status(`localhost:${ownPort}`)).toBe(200);
		expect(await status(`0.0.0.0:${ownPort}`)).toBe(200);
		expect(await status(`192.0.2.1:${ownPort}`)).toBe(421);
		expect(await status(`rebound.example:${ownPort}`)).toBe(421);
		await own.sandbox.close();
	});

	it('a name that is none is refused at the start', async () => {
		for (const name of ['', 'sandbox.example/', '*']) {
			await expect(start({ allowHosts: [name] })).rejects.toThrow(`--allow-host takes a host name, with or without a port, not "${name}"`);
		}
	});
});
