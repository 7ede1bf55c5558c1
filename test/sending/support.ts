import { readAccount } from '../../nodes/Messaging/api/account';
import { type ConnectionFailure, readNoResponse } from '../../nodes/Messaging/api/connectionFailure';
import { err, ok, type Result } from '../../nodes/Messaging/result/result';
import type { HttpResponse } from '../../nodes/Messaging/api/response';
import { readFailure } from '../../nodes/Messaging/api/responseFailure';
import type { BinaryFile } from '../../nodes/Messaging/request/attachments';
import type { SendResult } from '../../nodes/Messaging/request/sendResult';
import { type Attempts, openAttempts } from '../../nodes/Messaging/sending/attempts';
import { inParallel } from '../../nodes/Messaging/sending/inParallel';
import { openNotices } from '../../nodes/Messaging/sending/links/notice';
import type { Message } from '../../nodes/Messaging/sending/message';
import { inTurn } from '../../nodes/Messaging/sending/inTurn';
import { recipientOf, sendingChain } from '../../nodes/Messaging/sending/sendMessages';
import type { Connection } from '../../nodes/Messaging/service/connection';
import { openRun, type Run } from '../../nodes/Messaging/service/run';
import { at } from '../../nodes/Messaging/text/json';
import { maskFor } from '../../nodes/Messaging/text/mask';
import { createTestClock, type TestClock } from '../support/clock';

/** What a service answers to a request, or why no answer comes. */
export type Answer = Result<HttpResponse, ConnectionFailure>;

export const answered = (status: number, headers: HttpResponse['headers'] = {}, body: object = {}): Answer =>
	ok({ status, headers, text: JSON.stringify(body) });

const broken = (isUnsent: boolean): Answer => err({ code: isUnsent ? 'ECONNREFUSED' : 'ECONNRESET', message: 'm', isUnsent });

export const accepted = answered(200, {}, { success: true, message_id: 'm-1' });

const retryAfter = (ms: number | undefined): HttpResponse['headers'] => (ms === undefined ? {} : { 'retry-after': String(ms / 1_000) });

export const tooFast = (retryAfterMs?: number): Answer => answered(429, retryAfter(retryAfterMs));

/** One pair of sender and recipient has too many messages. */
export const tooFastForOne = (retryAfterMs?: number): Answer => answered(429, retryAfter(retryAfterMs), { error: { message: 'm', code: 131056 } });

export const unavailable = answered(503, retryAfter(10));

export const refused = answered(422);

export const unreached = broken(true);

export const unclear = broken(false);

export const outcomes = (sent: ReadonlyArray<SendResult | undefined>) => sent.map((one) => one?.outcome);

/** Messages of less than this many milliseconds' latency would all be answered at once. */
export const latencyMs = 20;

interface Attempt {
	readonly index: number;
	/** Milliseconds since the start of the run. */
	readonly at: number;
}

interface Scenario {
	readonly concurrency?: number;
	readonly messagesPerSecond?: number;
	readonly maxAttempts?: number;
	/** The service recognizes a message that it gets twice. */
	readonly isIdempotent?: boolean;
	readonly stopAtFailure?: boolean;
	readonly stopAfterFailures?: number;
	/** Whom each message goes to; all to different people unless it says otherwise. */
	recipient?(index: number): number;
	/** What became of messages in an earlier try of the run, by index. */
	readonly earlier?: ReadonlyMap<number, SendResult>;
	readonly count: number;
	readonly clock?: TestClock;
	/** What the service answers to an attempt, `tries` being the how-manieth of this message. */
	answer(attempt: Attempt, tries: number): Answer;
	/** How long the service takes for an attempt, in milliseconds; 20 unless it says otherwise. */
	latency?(attempt: Attempt): number;
	/** Until when a message may start, in milliseconds since the start of the run; for ever unless it says otherwise. */
	notAfter?(index: number): number;
	/** What the service answers to the upload that goes before each message; without it, none does. */
	upload?(attempt: Attempt, tries: number): Answer;
}

const account = readAccount({ baseUrl: 'https://service.example', apiKey: 'key-123' });

/** The connection for the lists and files of a run, to a service that a test plays. */
export function connectionInTurn(attempts: Attempts, request: Connection['request']) {
	if (!account.ok) throw new Error(account.error.message);
	return inTurn({ account: account.value, mask: maskFor([]), request }, attempts);
}

/** Sends messages through the chain of a run, to a service that a test plays, by a clock of its own, and watches what leaves. */
export async function delivering({ count, answer, latency, notAfter = () => Infinity, recipient = (index) => index, upload, ...given }: Scenario) {
	if (!account.ok) throw new Error(account.error.message);
	const clock = given.clock ?? createTestClock();
	const { concurrency = 10, messagesPerSecond = 0, maxAttempts = 4, isIdempotent = false, earlier = new Map() } = given;
	const attempts = openAttempts({ concurrency, messagesPerSecond, maxAttempts, clock, cancel: undefined });
	/** Every request that sends a message, in the order in which they left. */
	const sends: Attempt[] = [];
	/** The uploads that went before messages. */
	const uploads: Attempt[] = [];
	let [inFlight, most] = [0, 0];

	async function take(all: Attempt[], index: number, play: (attempt: Attempt, tries: number) => Answer, ms: (attempt: Attempt) => number): Promise<Answer> {
		const attempt = { index, at: clock.now() };
		all.push(attempt);
		await clock.sleep(ms(attempt));
		return play(attempt, all.filter((one) => one.index === index).length);
	}

	const connection: Connection = {
		account: account.value,
		mask: maskFor([]),
		async request({ body }) {
			inFlight++;
			most = Math.max(most, inFlight);
			const given = await take(sends, Number(at(body, 'template_name')), answer, latency ?? (() => latencyMs));
			inFlight--;
			return given;
		},
	};
	const media = inTurn({ ...connection, request: async ({ body }) => await take(uploads, Number(at(body, 'file')), upload ?? (() => accepted), () => latencyMs) }, attempts);
	const run: Run = {
		...openRun(inTurn(connection, attempts)),
		// Without the form of a file, which is encoded in a time of its own.
		async upload(file, _place, mayStartUntil) {
			const uploaded = await media.request({ method: 'POST', path: '/media', body: { file: file.identity } }, mayStartUntil);
			if (!uploaded.ok) return err(readNoResponse(uploaded.error));
			return uploaded.value.status === 200 ? ok({ mediaId: 'm-1', response: {} }) : err(readFailure(uploaded.value, 0));
		},
	};
	const send = sendingChain({
		connection,
		run,
		attempts,
		recognition: {
			byKey: false,
			byService: isIdempotent ? { header: 'Idempotency-Key', seed: 'seed', isByIdentity: true } : undefined,
			byRows: undefined,
			mayRepeat: isIdempotent,
			mayRepeatEarlier: isIdempotent,
		},
		memory: { isEmpty: earlier.size === 0, recall: ({ index }) => earlier.get(index) },
		notices: openNotices(true),
		conditions: [],
		most: undefined,
		question: undefined,
		stopsAtFailure: given.stopAtFailure === true,
		options: { stopAfterFailures: given.stopAfterFailures ?? 0 },
	});
	const open = (index: number) => messageOf(index, recipient(index), notAfter(index), upload !== undefined);
	const sent: Array<SendResult | undefined> = Array.from({ length: count }, () => undefined);
	await clock.until(
		inParallel(concurrency, count, open, recipientOf, async (message) => {
			sent[message.index] = attempts.signal.aborted ? undefined : await send(message);
		}),
	);
	return { sent, attempts: sends, uploads, most, took: clock.now() };
}

function messageOf(index: number, recipient: number, notAfter: number, hasFile: boolean): Message {
	const to = `+1201${5_550_000 + recipient}`;
	return {
		index,
		to: () => ok(to),
		identity: () => ok(undefined),
		content: async () =>
			ok({
				request: { kind: 'template', body: { to, phone_number_id: '1', template_name: String(index), language_code: 'en_US' } },
				headerFile: hasFile ? fileOf(index) : undefined,
				preview: undefined,
			}),
		fingerprint: async () => ok(String(index)),
		timeout: () => ok(30_000),
		notAfter,
	};
}

const fileOf = (index: number): BinaryFile => ({
	fileName: 'menu.png',
	mimeType: 'image/png',
	size: 1,
	identity: String(index),
	fingerprint: async () => ok(String(index)),
	read: async () => ok(new Uint8Array(1)),
});
