import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { N8nRefusal, Session, type Owner } from '../n8n/session.mts';
import { beforeShutdown } from '../n8n/shutdown.mts';
import { alsoOnIpv6 } from './alsoOnIpv6.mts';
import type { Night } from './night.mts';
import { notice } from './notice.mts';
import { isSameSecret, newToken, proofOf } from './pageToken.mts';
import { wayNames, waysPage, type WayName } from './ways.mts';

/** Where the page leads once n8n is up. */
interface Destination {
	n8nUrl: string;
	inboxUrl: string;
	/** How a trigger of the person's own hears from the service. */
	ownTrigger: string;
	owner: Owner;
	/** Paths in n8n's editor. */
	paths: Record<WayName, string>;
	/** Undefined if n8n doesn't let us in. */
	night: Night | undefined;
	/** Where a person finds out what is wrong when signing in fails. */
	hint: string;
}

export interface StartPage {
	/** The address with its token: who has it is signed in as n8n's owner. */
	url: string;
	/** Says that n8n is ready; until then the page asks for patience. */
	leadTo(destination: Destination): void;
}

/**
 * A page with ways to begin. Each signs its visitor in to n8n and sends them on. Cookies don't know ports, so n8n's own
 * cookie, set here, counts for n8n on the same host name.
 *
 * Every account of this machine can reach the page, so it answers only to who has its address, with a token of
 * this start in it. The token is good until the start ends, not for one visit: a person opens the page again when
 * n8n has signed them out or in another browser, a browser may load it ahead of them, and the password that is
 * printed beside it lasts as long.
 */
export async function openStartPage(port: number): Promise<StartPage> {
	let destination: Destination | undefined;
	const host = `localhost:${String(port)}`;
	const token = newToken();
	const server = createServer((request, response) => {
		void answer(request, response, { host, token, destination });
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	beforeShutdown(() => {
		server.close();
		server.closeAllConnections();
	});
	await alsoOnIpv6(port);
	return { url: `http://${host}/${token}`, leadTo: (to) => (destination = to) };
}

/** Whether the page of an earlier start still answers at its address. */
export async function isStartPageOpen(url: string): Promise<boolean> {
	const { origin, pathname } = new URL(url);
	const { path, answer } = proofOf(pathname.slice(1));
	// Another program may have the port by now, and may not answer at all.
	const signal = AbortSignal.timeout(2_000);
	const given = await fetch(`${origin}/${path}`, { signal, redirect: 'manual' }).then((found) => found.text(), () => '');
	return isSameSecret(given, answer);
}

interface Situation {
	host: string;
	token: string;
	destination: Destination | undefined;
}

// No page learns this one's address from a visitor, and no cache keeps the cookie.
const always = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' };

async function answer(request: IncomingMessage, response: ServerResponse, situation: Situation): Promise<void> {
	const { host, token, destination } = situation;
	const send = (status: number, headers: Record<string, string | string[]>, body = '') => {
		response.writeHead(status, { ...always, ...headers }).end(body);
	};
	const show = (status: number, page: string) => send(status, { 'content-type': 'text/html; charset=utf-8' }, page);

	// Any other name is a foreign page that had its name point here.
	if (request.headers.host !== host) return send(403, {});
	const isPost = request.method === 'POST';
	if (!isPost && request.method !== 'GET') return send(405, { allow: 'GET, POST' });
	const [path = ''] = (request.url ?? '').slice(1).split('?');
	const proof = proofOf(token);
	if (isSameSecret(path, proof.path)) return send(200, { 'content-type': 'text/plain' }, proof.answer);
	const [given = '', ...rest] = path.split('/');
	const part = rest.join('/');
	if (!isSameSecret(given, token) || (rest.length > 0 && part !== 'play' && !isWay(part))) {
		return show(404, notice('This is not the whole address', 'Open the one that "npm start" has printed, to its last character.'));
	}
	if (part === 'play') return playNight(request, destination?.night, isPost, send);
	if (isPost) return send(405, { allow: 'GET' });
	// Only a person who opens the page is signed in, not a picture or a frame of another page.
	if ((request.headers['sec-fetch-dest'] ?? 'document') !== 'document') return send(403, {});
	if (!destination) return show(200, notice('n8n is starting', 'This page goes on by itself in a moment.', { reload: true }));
	const { n8nUrl, inboxUrl, ownTrigger, owner, paths, night, hint } = destination;
	if (!isWay(part)) return show(200, waysPage({ path: `/${token}`, inboxUrl, ownTrigger, hasNight: night !== undefined }));

	try {
		const session = await Session.signIn(n8nUrl, owner);
		send(302, { location: n8nUrl + paths[part], 'set-cookie': session.setCookies });
	} catch (cause) {
		const link = { href: n8nUrl, text: 'Open n8n' };
		if (cause instanceof N8nRefusal && cause.status === 401) {
			return show(200, notice('n8n did not accept the password', hint, { link }));
		}
		const isNight = night?.view().state === 'under way';
		const why = isNight ? 'The night has killed it, and it starts again in a moment.' : `${String(cause)}. Is "npm start" still running?`;
		show(502, notice('n8n did not answer', why, { link, reload: isNight }));
	}
}

const isWay = (name: string): name is WayName => wayNames.some((way) => way === name);

type Send = (status: number, headers: Record<string, string>, body?: string) => void;

/** Begins the night, or says how it goes: to the page's own script alone. */
function playNight(request: IncomingMessage, night: Night | undefined, begins: boolean, send: Send): void {
	if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return send(403, {});
	if (night === undefined) return send(404, {});
	if (begins) night.begin();
	send(200, { 'content-type': 'application/json' }, JSON.stringify(night.view()));
}
