import { findFreePort } from '../../scripts/n8n/ports.mts';
import { shutDown } from '../../scripts/n8n/shutdown.mts';
import type { Night, NightView } from '../../scripts/start/night.mts';
import { isStartPageOpen, openStartPage, type StartPage } from '../../scripts/start/startPage.mts';
import { rawRequest, tryToListen, type RawAnswer } from '../support/rawRequest.mts';
import { startService, type ScriptedService } from '../support/service';
import { modesOfInstance } from './support/instance.mts';

const cookie = 'n8n-auth=owner; Path=/; HttpOnly; SameSite=Lax';

let n8n: ScriptedService;
let page: StartPage;

beforeAll(async () => {
	n8n = await startService(({ method, url }) =>
		method === 'POST' && url === '/rest/login' ? { headers: { 'set-cookie': cookie }, body: {} } : { status: 404 },
	);
	page = await openStartPage(await findFreePort());
});

afterAll(async () => {
	await shutDown();
	await n8n.close();
});

beforeEach(() => {
	n8n.requests.length = 0;
});

const paths = { send: '/workflow/1', list: '/workflow/2', status: '/workflow/3', night: '/workflow/4' };

const ready = (night?: Night) =>
	page.leadTo({
		n8nUrl: n8n.url,
		inboxUrl: 'http://localhost:4010',
		ownTrigger: 'Choose Automatic.',
		owner: { email: 'owner@example.com', password: 'P-1' },
		paths,
		night,
		hint: '',
	});

const portOf = (url: string) => Number(new URL(url).port);
const tokenOf = (url: string) => new URL(url).pathname.slice(1);
const at = (path: string) => `${new URL(page.url).origin}${path}`;

const visit = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> =>
	rawRequest(url, { method, headers: { host: new URL(page.url).host, ...headers } });

function expectNothing(answer: RawAnswer): void {
	expect(answer.status).toBeGreaterThanOrEqual(400);
	expect(answer.headers).not.toHaveProperty('set-cookie');
	expect(JSON.stringify(answer)).not.toContain(tokenOf(page.url));
	expect(n8n.requests).toEqual([]);
}

const keepsToItself = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-frame-options': 'DENY' };

describe('the page that npm start prints', () => {
	it('has an address that nobody can guess, another one at every start', async () => {
		const other = await openStartPage(await findFreePort());
		for (const { url } of [page, other]) expect(url).toMatch(/^http:\/\/localhost:\d+\/[\w-]{32}$/);
		expect(tokenOf(other.url)).not.toBe(tokenOf(page.url));
		expect(await isStartPageOpen(page.url)).toBe(true);
		// The page of another clone.
		expect(await isStartPageOpen(`http://localhost:${String(portOf(other.url))}/${tokenOf(page.url)}`)).toBe(false);
	});

	it('asks for patience while n8n starts, and tells who has not the whole address where that stands', async () => {
		const [whole, other] = [await visit(page.url), await visit(at('/'))];
		expect([whole.status, other.status]).toEqual([200, 404]);
		expect(whole.text).toContain('n8n is starting');
		expect(other.text).toContain('npm start');
		expect(other.text).not.toContain('n8n is starting');
		for (const { headers } of [whole, other]) expect(headers).toMatchObject(keepsToItself);
	});

	it('has a way to each workflow that signs in whoever opens it, as often as they do, and sends them on without the token', async () => {
		ready();
		const shown = await visit(page.url);
		expect([shown.status, shown.headers['set-cookie']]).toEqual([200, undefined]);
		expect(shown.headers).toMatchObject(keepsToItself);
		expect(shown.text).toContain('Choose Automatic.');
		for (const [name, path] of Object.entries(paths).slice(0, 3)) {
			expect(shown.text).toContain(`href="/${tokenOf(page.url)}/${name}"`);
			for (const header of [{ 'sec-fetch-dest': 'document' }, {}]) {
				const answer = await visit(`${page.url}/${name}`, header);
				expect(answer.status).toBe(302);
				expect(answer.headers).toMatchObject({ ...keepsToItself, location: `${n8n.url}${path}`, 'set-cookie': [cookie] });
				expect(JSON.stringify(answer)).not.toContain(tokenOf(page.url));
			}
		}
	});

	it('begins the night for its own script alone, and says how it goes', async () => {
		const view: NightView = { state: 'to come', steps: [], accepted: 0, people: 300 };
		let begun = 0;
		ready({ begin: () => void begun++, view: () => view });
		const play = `${page.url}/play`;
		for (const header of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { host: 'rebound.example' }]) {
			expect((await visit(play, header, 'POST')).status).toBe(403);
		}
		expect((await visit(at('/play'), {}, 'POST')).status).toBe(404);
		expect(begun).toBe(0);
		expect(JSON.parse((await visit(play)).text)).toEqual(view);
		expect((await visit(play, { 'sec-fetch-site': 'same-origin' }, 'POST')).status).toBe(200);
		expect(begun).toBe(1);
		ready();
		expect((await visit(play, {}, 'POST')).status).toBe(404);
		expect((await visit(page.url)).text).not.toContain('Begin the night');
	});

	it('gives nothing to who does not have it, to another host name that was made to point here, and to a part or request of another page', async () => {
		ready();
		const [token, port] = [tokenOf(page.url), String(portOf(page.url))];
		const last = token.endsWith('A') ? 'B' : 'A';
		const near = [token.slice(0, -1), `${token}A`, token.slice(0, -1) + last, token.toLowerCase(), `${token}/`, `x/${token}`];
		const part = [`${token}/other`, `${token}/send/`, `${token.slice(0, -1)}/send`, 'send'];
		for (const path of ['', `?${token}`, ...near, ...part]) expectNothing(await visit(at(`/${path}`)));
		for (const host of [`rebound.example:${port}`, `127.0.0.1:${port}`, 'localhost', 'localhost:1', `x.localhost:${port}`, '']) {
			expectNothing(await visit(`${page.url}/send`, { host }));
		}
		for (const kind of ['image', 'iframe', 'empty', 'script']) {
			for (const url of [page.url, `${page.url}/send`]) expectNothing(await visit(url, { 'sec-fetch-dest': kind }));
		}
		expectNothing(await visit(`${page.url}/send`, {}, 'POST'));
	});

	it('leaves neither address of localhost to another program', async () => {
		const port = portOf(page.url);
		expect(await tryToListen(port, '127.0.0.1')).toBe('EADDRINUSE');
		// Without IPv6 nobody can.
		expect(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAFNOSUPPORT']).toContain(await tryToListen(port, '::1'));
		ready();
		expect((await fetch(`${page.url}/send`, { redirect: 'manual' })).status).toBe(302);
	});

	it('is not taken for another page by another start, which does not show the address to it', async () => {
		const echo = await startService(({ url }) => ({ body: url }));
		const copy = await startService(({ url }) => ({ body: `${page.url} ${url.slice(1)}` }));
		for (const port of [portOf(echo.url), portOf(copy.url), await findFreePort()]) {
			expect(await isStartPageOpen(`http://localhost:${String(port)}/${tokenOf(page.url)}`)).toBe(false);
		}
		expect(echo.requests).toHaveLength(1);
		expect(JSON.stringify([echo.requests, copy.requests])).not.toContain(tokenOf(page.url));
		await Promise.all([echo.close(), copy.close()]);
	});
});

it('no other account reads the key, the database and the log of a started n8n, or what a child of it writes', async () => {
	expect(await modesOfInstance()).toEqual({
		'': '700',
		'n8n.log': '600',
		'.n8n': '700',
		'.n8n/config': '600',
		'.n8n/database.sqlite': '600',
		'.n8n/database.sqlite-wal': '600',
		'.n8n/byAChild': '600',
	});
});
