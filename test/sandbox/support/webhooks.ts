import fastify from 'fastify';

import { defaultPaths } from '../../../nodes/Messaging/api/account';
import { at } from '../../../nodes/Messaging/text/json';
import { deliveryStatuses } from '../../../nodes/Messaging/webhook/statusEvent';
import type { SandboxOptions } from '../../../sandbox/start.mts';
import { idOf, useSandbox } from './sandbox';

export const webhooksPath = defaultPaths.webhooks;

export const allEvents: readonly string[] = deliveryStatuses;

/** A webhook as it came: the body's exact text. */
interface Received {
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly text: string;
	readonly body: unknown;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A status, one with headers, or no answer at all. */
type Answer = number | 'nothing' | { readonly status: number; readonly headers: Record<string, string> };

/** What a service asks a URL before it sends webhooks there. */
export type Question = Readonly<Record<string, string>>;

/** How a receiver answers the question: status and body. */
type AnswerQuestion = (question: Question) => readonly [status: number, body: string];

export const verifyToken = 'a token, with ünïcödé & more';

/** Gives the challenge back if the token is the right one. */
const answerRightly: AnswerQuestion = (question) =>
	question['hub.verify_token'] === verifyToken ? [200, question['hub.challenge'] ?? ''] : [403, 'wrong token'];

/** A real HTTP server that takes webhooks; `answer` gives the status for the so-manieth, from 1. */
export async function startReceiver(answer: (place: number) => Answer = () => 200, answerQuestion = answerRightly) {
	const received: Received[] = [];
	const asked: Question[] = [];
	const waiting: Array<{ count: number; done: () => void }> = [];
	const server = fastify({ forceCloseConnections: true });
	server.removeContentTypeParser('application/json');
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	server.get<{ Querystring: Record<string, string> }>('/*', async (request, reply) => {
		asked.push({ ...request.query });
		const [status, body] = answerQuestion(request.query);
		return reply.code(status).type('text/plain').send(body);
	});
	server.post('/*', async (request, reply) => {
		const text = String(request.body);
		received.push({ headers: request.headers, text, body: JSON.parse(text) });
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
		received: received as readonly Received[],
		/** What it was asked by GET. */
		asked: asked as readonly Question[],
		/** The last of so many webhooks, once they are there. */
		async webhook(count: number): Promise<Received> {
			if (received.length < count) await new Promise<void>((done) => void waiting.push({ count, done }));
			const last = received[count - 1];
			if (last === undefined) throw new Error('no webhook');
			return last;
		},
		close: async () => await server.close(),
	};
}

/** A sandbox for the tests of a file, emptied before each, and receivers of its statuses. */
export function useWebhooks(options: SandboxOptions = {}) {
	const client = useSandbox(options);
	let receivers: Receiver[] = [];

	afterEach(async () => {
		await Promise.all(receivers.map((receiver) => receiver.close()));
		receivers = [];
	});

	/** A receiver that ends with the test. */
	async function receive(...parameters: Parameters<typeof startReceiver>): Promise<Receiver> {
		const receiver = await startReceiver(...parameters);
		receivers.push(receiver);
		return receiver;
	}

	/** Registers a receiver, for all events unless told otherwise, and gives the registration's id. */
	async function register(receiver: Receiver, more: object = {}): Promise<string> {
		const answer = await client.call('POST', webhooksPath, { url: receiver.url, events: allEvents, ...more });
		expect(answer.status).toBe(201);
		return String(at(answer.body, 'id'));
	}

	return {
		client,
		receive,
		register,
		/** A receiver that is registered. */
		async registered(more: object = {}, ...parameters: Parameters<typeof startReceiver>): Promise<Receiver> {
			const receiver = await receive(...parameters);
			await register(receiver, more);
			return receiver;
		},
		/** Sends a message, has it come to each status, and gives its id. */
		async report(...statuses: string[]): Promise<string> {
			const messageId = idOf(await client.template('welcome'));
			for (const status of statuses) await client.control(`/messages/${messageId}/status`, { status });
			return messageId;
		},
		/** Waits until the first delivery is in a state after so many tries, and gives it. */
		inState: async (state: string, tries: number): Promise<unknown> =>
			await client.until(async () => {
				const found = at(await client.show('/webhooks'), 'deliveries', 0);
				return at(found, 'state') === state && at(found, 'tries') === tries && found;
			}),
	};
}
