import { at } from '../../../nodes/Messaging/text/json';
import { sendPath, type MessageKind } from '../../../nodes/Messaging/message/messageKinds';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../../sandbox/start.mts';

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** The body, if it is JSON. */
	readonly body: unknown;
}

/** A sending number of the fixtures. */
export const sender = '1906000000000001';
export const otherSender = '1906000000000002';
export const ada = '+12015550123';

/** A running sandbox as a client sees it. */
export interface Client {
	readonly sandbox: RunningSandbox;
	/** A request to the API, with the key and, if there is a body, as JSON. */
	call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
	/** A send request to Ada from the first number unless the body says otherwise. */
	send(kind: MessageKind, body: object, headers?: Record<string, string>): Promise<Answer>;
	/** Sends a template in English to Ada. */
	template(name: string, variables?: object, more?: object, headers?: Record<string, string>): Promise<Answer>;
	/** A control endpoint; throws when it refuses. */
	control(path: string, body: unknown): Promise<unknown>;
	/** What a control endpoint shows. */
	show(path: string): Promise<unknown>;
	/** Moves the clock. */
	advance(ms: number): Promise<unknown>;
	/** What was accepted, in order. */
	ledger(): Promise<readonly unknown[]>;
	/** Asks again and again until something is there; the test's own time limit ends it. */
	until<T>(ask: () => Promise<T | undefined | false>): Promise<T>;
}

/** Starts a sandbox that reports nothing by itself unless it is told to, so that a test decides what happens when. */
export async function start(options: SandboxOptions = {}): Promise<Client> {
	const sandbox = await startSandbox({
		...options,
		settings: { sent_after_ms: null, delivered_after_ms: null, ...options.settings },
	});

	async function request(method: string, path: string, init: RequestInit): Promise<Answer> {
		const answer = await fetch(`${sandbox.url}${path}`, { method, redirect: 'manual', ...init });
		const text = await answer.text();
		return { status: answer.status, headers: answer.headers, text, body: parse(text) };
	}

	const withBody = (body: unknown, headers: Record<string, string>): RequestInit =>
		body === undefined
			? { headers }
			: {
					headers: { 'content-type': 'application/json', ...headers },
					body: typeof body === 'string' ? body : JSON.stringify(body),
				};

	const client: Client = {
		sandbox,
		call: (method, path, body, headers = {}) =>
			request(method, path, withBody(body, { authorization: `Bearer ${sandbox.apiKey}`, ...headers })),
		send: (kind, body, headers) =>
			client.call('POST', sendPath[kind], { to: ada, phone_number_id: sender, ...body }, headers),
		template: (name, variables, more, headers) =>
			client.send('template', { template_name: name, language_code: 'en_US', variables, ...more }, headers),
		async control(path, body) {
			const answer = await request('POST', `/_sandbox${path}`, withBody(body, {}));
			if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
			return answer.body;
		},
		show: async (path) => (await request('GET', `/_sandbox${path}`, {})).body,
		advance: (ms) => client.control('/clock', { advance_ms: ms }),
		async ledger() {
			const messages = at(await client.show('/ledger'), 'messages');
			return Array.isArray(messages) ? messages : [];
		},
		async until(ask) {
			for (;;) {
				const found = await ask();
				if (found !== undefined && found !== false) return found;
			}
		},
	};
	return client;
}

/** One sandbox for all tests of a file, to be used within a test only; it is emptied before each of them. */
export function useSandbox(options: SandboxOptions = {}): Client {
	const client = {} as Client;
	beforeAll(async () => {
		Object.assign(client, await start(options));
	});
	afterAll(() => client.sandbox.close());
	beforeEach(() => client.control('/reset', {}));
	return client;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** What an error answer says, in the order status, code, details. */
export const refusalOf = ({ status, body }: Answer): readonly unknown[] => [
	status,
	at(body, 'error', 'code'),
	at(body, 'error', 'details'),
];

/** The id of the message that an answer accepts. */
export function idOf({ status, text, body }: Answer): string {
	const id = at(body, 'message_id');
	if (status !== 200 || typeof id !== 'string') throw new Error(`not accepted: ${status} ${text}`);
	return id;
}
