import { request } from 'node:http';
import { createServer } from 'node:net';

export interface RawAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly text: string;
}

export interface RawRequest {
	readonly method?: string;
	/** `host` too, which `fetch` would set itself; an empty one leaves it out. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Whether the answer's end is waited for; a stream of events has none. */
	readonly wholeAnswer?: boolean;
}

/** One HTTP request as it is written here, on a connection of its own to 127.0.0.1; no redirect is followed. */
export function rawRequest(url: string, { method = 'GET', headers = {}, body, wholeAnswer = true }: RawRequest = {}): Promise<RawAnswer> {
	const { port, pathname, search } = new URL(url);
	const { host, ...others } = headers;
	return new Promise((resolve, reject) => {
		const outgoing = request({
			host: '127.0.0.1',
			port,
			path: pathname + search,
			method,
			setHost: host === undefined,
			headers: host === undefined || host === '' ? others : headers,
			agent: false,
		});
		outgoing.once('error', reject);
		outgoing.once('response', (answer) => {
			let text = '';
			const done = () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
			answer.on('data', (piece) => (text += String(piece)));
			answer.once('end', done);
			if (!wholeAnswer) {
				done();
				outgoing.destroy();
			}
		});
		outgoing.end(body);
	});
}

/** Tries to listen if somebody else may listen already. @returns why it can't, or `undefined` when it could */
export function tryToListen(port: number, host: string): Promise<string | undefined> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code));
		server.listen({ port, host }, () => server.close(() => resolve(undefined)));
	});
}
