import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';

const ofTheConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect']);

/**
 * Hands each webhook to a webhook processor that says it is ready, else answers 503, as a load balancer in front of
 * them has to: a processor that is starting answers 200 to whatever comes, and drops it.
 * @returns the address that the service reports to
 */
export async function startBalancer(port: number, processors: readonly string[]): Promise<string> {
	let turn = 0;
	const forward = async (request: IncomingMessage) => {
		const body = new Uint8Array(await buffer(request));
		const order = processors.map((_url, place) => processors[(place + turn) % processors.length] ?? '');
		turn += 1;
		for (const url of order) {
			if (!(await isReady(url))) continue;
			const headers = new Headers();
			for (const [name, value] of Object.entries(request.headers)) {
				if (typeof value === 'string' && !ofTheConnection.has(name)) headers.set(name, value);
			}
			const content = body.length === 0 ? {} : { body };
			return await fetch(url + (request.url ?? '/'), { method: request.method ?? 'POST', headers, ...content });
		}
		return undefined;
	};
	const server = createServer((request, response) => {
		forward(request).then(
			async (answer) => response.writeHead(answer?.status ?? 503).end(answer ? await answer.text() : ''),
			// It was lost on the way: the service tries again.
			() => response.writeHead(502).end(),
		).catch(() => response.destroy());
	});
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	beforeShutdown(() => void server.close().closeAllConnections());
	return `http://127.0.0.1:${String(port)}`;
}

/** Whether one of n8n's processes says that it is ready. */
export async function isReady(url: string): Promise<boolean> {
	const answer = await fetch(`${url}/healthz/readiness`).catch(() => undefined);
	await answer?.body?.cancel();
	return answer?.ok ?? false;
}
