import type { FastifyInstance } from 'fastify';

import { refusals } from './refusal';
import { refuse, singleValue } from './routes/answers';

/** The names, beside its addresses, that the service answers to. */
export interface KnownNames {
	/** What it was told to listen on, as it stands in an address. */
	readonly boundTo?: string | undefined;
	/** Names that lead to it from elsewhere: with a port where only that one is meant. */
	readonly allowed?: readonly string[] | undefined;
}

/** The service's own end of a connection; a request that was injected has none. */
interface OwnEnd {
	readonly localAddress?: string | undefined;
	readonly localPort?: number | undefined;
}

const hostName = /^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?)(:\d{1,5})?$/i;

/** A host name to answer to, as given by a person. Throws where it is none. */
export function readHostName(given: string): string {
	if (hostName.test(given)) return given.toLowerCase();
	throw new Error(`--allow-host takes a host name, with or without a port, not "${given}".`);
}

/** An address as it stands in a URL. */
export const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** Refuses the requests that pages of other origins, open in a browser on the same machine, make here. */
export function refuseOtherOrigins(app: FastifyInstance, names: KnownNames): void {
	app.addHook('onRequest', async (request, reply) => {
		const { origin, host = '' } = request.headers;
		// Such a page can have its own name lead here, and then is of the same origin as what it reads.
		if (!isOwn(host.toLowerCase(), request.raw.socket, names)) {
			const way = `Call it by its address, or start it with --allow-host ${withoutPort(host)}`;
			return refuse(request, reply, refusals.otherHost(`"${host}" is none of its own. ${way}`));
		}
		if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === request.host)) {
			return refuse(request, reply, refusals.otherOrigin(origin));
		}
		const site = singleValue(request.headers['sec-fetch-site']) ?? 'none';
		if (!['GET', 'HEAD'].includes(request.method) && !['same-origin', 'none'].includes(site)) {
			return refuse(request, reply, refusals.otherOrigin(`Sec-Fetch-Site: ${site}`));
		}
		return;
	});
}

function isOwn(host: string, { localAddress, localPort }: OwnEnd, { boundTo, allowed = [] }: KnownNames): boolean {
	if (allowed.includes(host) || allowed.includes(withoutPort(host))) return true;
	const own = isLoopback(localAddress) ? ['localhost', '127.0.0.1', '[::1]'] : [];
	if (localAddress !== undefined) own.push(inUrl(localAddress.replace(/^::ffff:/, '')));
	if (boundTo !== undefined) own.push(inUrl(boundTo.toLowerCase()));
	if (localPort === undefined) return own.includes(withoutPort(host));
	return own.some((name) => host === `${name}:${localPort}` || (localPort === 80 && host === name));
}

const isLoopback = (address: string | undefined): boolean =>
	address === undefined || /^((::ffff:)?127\.|::1$)/.test(address);

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');
