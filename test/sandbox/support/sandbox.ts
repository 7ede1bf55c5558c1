import { at } from '../../../nodes/Messaging/text/json';
import { sendPath, type MessageKind } from '../../../nodes/Messaging/request/messageKinds';
import { messageKinds } from '../../../sandbox/state/message';
import { startSandbox, type SandboxOptions } from '../../../sandbox/start.mts';

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

/** A body of each kind of message, which the service accepts while the window is open. */
export const examples: Readonly<Record<MessageKind, object>> = {
	template: { template_name: 'welcome', language_code: 'en_US' },
	text: { text: 'Hi' },
	media: { media_type: 'image', media_url: 'https://example.com/a.png' },
};

/** Those that need an open window. */
export const inWindow = messageKinds.filter((kind) => kind !== 'template').map((kind) => [kind, examples[kind]] as const);

/** A running sandbox as a client sees it. */
export type Client = Awaited<ReturnType<typeof start>>;

/** Starts a sandbox that reports nothing by itself unless it is told to, so that a test decides what happens when. */
export async function start(options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ ...options, settings: { sent_after_ms: null, delivered_after_ms: null, ...options.settings } });

	async function request(method: string, path: string, body?: unknown, given: Record<string, string> = {}, signal?: AbortSignal): Promise<Answer> {
		const headers = body === undefined ? given : { 'content-type': 'application/json', ...given };
		const content = body === undefined ? {} : { body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body) };
		const answer = await fetch(`${sandbox.url}${path}`, { method, redirect: 'manual', headers, ...content, signal: signal ?? null });
		const text = await answer.text();
		return { status: answer.status, headers: answer.headers, text, body: parse(text) };
	}

	const client = {
		sandbox,
		/** A request to the API, with the key and, if there is a body, as JSON. */
		call: async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
			await request(method, path, body, { authorization: `Bearer ${sandbox.apiKey}`, ...headers }, signal),
		/** A send request to Ada from the first number unless the body says otherwise. */
		send: async (kind: MessageKind, body: object, headers?: Record<string, string>) =>
			await client.call('POST', sendPath[kind], { to: ada, phone_number_id: sender, ...body }, headers),
		/** Sends a template in English to Ada. */
		template: async (name: string, variables?: object, more?: object, headers?: Record<string, string>) =>
			await client.send('template', { template_name: name, language_code: 'en_US', variables, ...more }, headers),
		/** A control endpoint; throws when it refuses. */
		async control(path: string, body: unknown): Promise<unknown> {
			const answer = await request('POST', `/_sandbox${path}`, body);
			if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
			return answer.body;
		},
		/** Moves the clock. */
		advance: async (ms: number) => await client.control('/clock', { advance_ms: ms }),
		/** What a control endpoint shows. */
		show: async (path: string) => (await request('GET', `/_sandbox${path}`)).body,
		/** What was accepted, in order. */
		async ledger(): Promise<readonly unknown[]> {
			const messages = at(await client.show('/ledger'), 'messages');
			return Array.isArray(messages) ? messages : [];
		},
		/** Asks again and again until something is there; the test's own time limit ends it. */
		async until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
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
