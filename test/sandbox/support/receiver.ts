import fastify from 'fastify';

/** A webhook as it came: the body's exact text. */
export interface Received {
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: string;
}

export interface Receiver {
	readonly url: string;
	readonly received: readonly Received[];
	/** The first so many webhooks, once they are there. */
	first(count: number): Promise<readonly Received[]>;
	close(): Promise<void>;
}

/** A status, one with headers, or no answer at all. */
type Answer = number | 'nothing' | { readonly status: number; readonly headers: Record<string, string> };

/** A real HTTP server that takes webhooks; `answer` gives the status for the so-manieth, from 1. */
export async function startReceiver(answer: (place: number) => Answer = () => 200): Promise<Receiver> {
	const received: Received[] = [];
	const waiting: Array<{ count: number; done: () => void }> = [];
	const server = fastify({ forceCloseConnections: true });
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	server.removeContentTypeParser('application/json');
	server.post('/*', async (request, reply) => {
		received.push({ headers: request.headers, body: String(request.body) });
		const given = answer(received.length);
		for (const one of waiting) if (received.length >= one.count) one.done();
		if (given === 'nothing') {
			reply.hijack();
			return;
		}
		if (typeof given !== 'number') void reply.headers(given.headers);
		return reply.code(typeof given === 'number' ? given : given.status).send({ taken: received.length });
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		url: `${url}/webhook`,
		received,
		async first(count) {
			if (received.length < count) await new Promise<void>((done) => void waiting.push({ count, done }));
			return received.slice(0, count);
		},
		close: async () => await server.close(),
	};
}
