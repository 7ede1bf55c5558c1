import type { FastifyInstance, FastifyRequest } from 'fastify';

import { refusals } from './forms/refusal';
import { refuse, singleValue } from './routes/answers';

/** Host names that the service answers to, beside its addresses. */
export interface KnownNames {
	/** The host that it listens on. */
	readonly boundTo: string;
	/** Further names; one with a port is good for that port alone. */
	readonly allowed: readonly string[];
}

const hostName = /^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?)(:\d{1,5})?$/i;

/** Reads a host name that a person entered. Throws where it is not one. */
export function readHostName(given: string): string {
	if (hostName.test(given)) return given.toLowerCase();
	throw new Error(`--allow-host takes a host name, with or without a port, not "${given}".`);
}

/** An address as it stands in a URL. */
const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** Refuses the requests that pages of other origins, open in a browser on the same machine, make here. */
export function refuseOtherOrigins(app: FastifyInstance, names: KnownNames): void {
	app.addHook('onRequest', async (request, reply) => {
		const { origin, host = '' } = request.headers;
		// A page can have its own host name point to this machine. The browser then takes both for one origin.
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

type Socket = FastifyRequest['raw']['socket'];

function isOwn(host: string, { localAddress = '', localPort }: Socket, { boundTo, allowed }: KnownNames): boolean {
	if (allowed.includes(host) || allowed.includes(withoutPort(host))) return true;
	const isLoopback = /^((::ffff:)?127\.|::1$)/.test(localAddress);
	const loopback = isLoopback ? ['localhost', '127.0.0.1', '[::1]'] : [];
	const own = [...loopback, inUrl(localAddress.replace(/^::ffff:/, '')), inUrl(boundTo.toLowerCase())];
	return own.some((name) => host === `${name}:${localPort}` || (localPort === 80 && host === name));
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');
