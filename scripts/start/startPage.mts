import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { N8nRefusal, Session, type Owner } from '../n8n/session.mts';
import { beforeShutdown } from '../n8n/shutdown.mts';
import { notice } from './notice.mts';

/** Where the page sends a browser once n8n is up. */
export interface Destination {
	n8nUrl: string;
	owner: Owner;
	/** Path in n8n's editor. */
	path: string;
	/** Where a person finds out what is wrong when signing in fails. */
	hint: string;
}

export interface StartPage {
	url: string;
	/** Says that n8n is ready; until then the page asks for patience. */
	leadTo(destination: Destination): void;
}

/**
 * A page that signs its visitor in to n8n and sends them on. Cookies don't know ports, so n8n's own cookie, set
 * by this page, counts for n8n on the same host name.
 * @param identity what `/identity` answers, by which another start recognises this one
 */
export async function openStartPage(port: number, identity: string): Promise<StartPage> {
	let destination: Destination | undefined;
	const own = `localhost:${String(port)}`;
	const server = createServer((request, response) => {
		void answer(request, response, { own, identity, destination });
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	beforeShutdown(() => {
		server.close();
		server.closeAllConnections();
	});
	return { url: `http://${own}`, leadTo: (to) => (destination = to) };
}

interface Situation {
	own: string;
	identity: string;
	destination: Destination | undefined;
}

async function answer(request: IncomingMessage, response: ServerResponse, situation: Situation): Promise<void> {
	const { own, identity, destination } = situation;
	const send = (status: number, headers: Record<string, string | string[]>, body = '') => {
		response.writeHead(status, { 'cache-control': 'no-store', 'x-frame-options': 'DENY', ...headers }).end(body);
	};
	const show = (status: number, page: string) => send(status, { 'content-type': 'text/html; charset=utf-8' }, page);

	if (request.headers.host === own.replace('localhost', '127.0.0.1')) return send(302, { location: `http://${own}/` });
	// Any other name is a foreign page that had its name point here.
	if (request.headers.host !== own) return send(403, {});
	if (request.method !== 'GET') return send(405, { allow: 'GET' });
	if (request.url === '/identity') return send(200, { 'content-type': 'text/plain' }, identity);
	if (request.url !== '/') return send(404, {});
	// Only a person who opens the page is signed in, not a picture or a frame of another page.
	if ((request.headers['sec-fetch-dest'] ?? 'document') !== 'document') return send(403, {});
	if (!destination) return show(200, notice('n8n is starting', 'This page goes on by itself in a moment.', { reload: true }));

	try {
		const session = await Session.signIn(destination.n8nUrl, destination.owner);
		send(302, { location: destination.n8nUrl + destination.path, 'set-cookie': session.setCookies });
	} catch (cause) {
		const link = { href: destination.n8nUrl, text: 'Open n8n' };
		if (cause instanceof N8nRefusal && cause.status === 401) {
			return show(200, notice('n8n did not accept the password', destination.hint, { link }));
		}
		show(502, notice('n8n did not answer', `${String(cause)}. Is "npm start" still running?`, { link }));
	}
}
