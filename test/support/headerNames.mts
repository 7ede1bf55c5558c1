import { createRequire } from 'node:module';

/** The HTTP library that n8n sends with. It may lose headers whose names mean something to it. */
const axios: unknown = createRequire(createRequire(import.meta.url).resolve('n8n-core'))('axios');

const part = (owner: unknown, name: string): unknown => Reflect.get(Object(owner), name);

/** Every own and inherited name of an object. */
function namesOf(value: unknown): string[] {
	const names: string[] = [];
	for (let owner: unknown = Object(value); owner !== null; owner = Object.getPrototypeOf(owner)) {
		names.push(...Object.getOwnPropertyNames(owner));
	}
	return names;
}

function libraryNames(): string[] {
	const Headers = part(axios, 'AxiosHeaders');
	const defaults = part(axios, 'defaults');
	const groups = part(defaults, 'headers');
	return [
		...namesOf(Headers),
		...namesOf(part(Headers, 'prototype')),
		...namesOf(defaults),
		...namesOf(groups),
		...namesOf(groups).flatMap((name) => namesOf(part(groups, name))),
		...namesOf(axios),
	];
}

/** Headers of HTTP, of browsers and of proxies; and the methods of HTTP, by which the library groups headers. */
const ofHttp = `
	A-IM Accept Accept-Charset Accept-Datetime Accept-Encoding Accept-Language Accept-Patch Access-Control-Request-Headers
	Access-Control-Request-Method Age Allow Alt-Svc Alt-Used Authorization Baggage Cache-Control Connection Content-Digest
	Content-Disposition Content-Encoding Content-Language Content-Length Content-Location Content-MD5 Content-Range
	Content-Type Cookie Cookie2 DNT Date Device-Memory ETag Early-Data Expect Expires Forwarded From Front-End-Https
	HTTP2-Settings Host If-Match If-Modified-Since If-None-Match If-Range If-Unmodified-Since Keep-Alive Last-Event-ID
	Last-Modified Link Location MIME-Version Max-Forwards Origin Pragma Prefer Priority Proxy-Authenticate
	Proxy-Authorization Proxy-Connection Range Referer Retry-After SOAPAction Save-Data Sec-CH-UA Sec-Fetch-Mode Sec-GPC
	Sec-WebSocket-Key Server Set-Cookie TE Traceparent Tracestate Trailer Transfer-Encoding Upgrade
	Upgrade-Insecure-Requests User-Agent Vary Via WWW-Authenticate Warning X-API-Key X-Csrf-Token X-Forwarded-For
	X-Forwarded-Host X-Forwarded-Proto X-HTTP-Method X-HTTP-Method-Override X-Method-Override X-Requested-With X-XSRF-TOKEN
	CONNECT DELETE GET HEAD LINK OPTIONS PATCH POST PURGE PUT QUERY SEARCH TRACE UNLINK`;

/** What a header's name may be made of (RFC 9110, "Tokens"). */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Legal header names that a program between the node and the service may use itself and so lose. */
export const delicateNames: readonly string[] = [
	...new Set([
		...libraryNames(),
		...[{}, [], '', 0, () => 0, new Map(), new Headers()].flatMap(namesOf),
		...['__proto__', 'prototype', 'constructor', 'common', 'headers'],
		...ofHttp.trim().split(/\s+/),
	]),
].filter((name) => token.test(name));
