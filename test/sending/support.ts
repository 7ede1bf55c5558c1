import type { HttpResponse } from '../../nodes/Messaging/api/response';
import { readFailure } from '../../nodes/Messaging/api/responseFailure';
import { type Failure, ok } from '../../nodes/Messaging/api/failure';
import { notSent, type SendResult } from '../../nodes/Messaging/message/sendResult';
import { inParallel, openAttempts } from '../../nodes/Messaging/sending/attempts';
import { inAttempts } from '../../nodes/Messaging/sending/links/inAttempts';
import { skipSentEarlier } from '../../nodes/Messaging/sending/links/skipSentEarlier';
import { stillDue } from '../../nodes/Messaging/sending/links/onlyInTime';
import { stopAtFailure } from '../../nodes/Messaging/sending/links/stopAtFailure';
import { chain, type Link, type Message } from '../../nodes/Messaging/sending/message';
import { inTurn } from '../../nodes/Messaging/sending/reads';
import { createTestClock, type TestClock } from '../support/clock';

export const accepted: SendResult = { outcome: 'accepted', response: { success: true } };

const failure = (more: Partial<Failure>): Failure => ({ category: 'service', message: 'm', description: 'd.', ...more });

export const tooFast = (retryAfterMs?: number, more: Partial<Failure> = {}): SendResult => ({
	outcome: 'rejected',
	failure: failure({ category: 'rate-limited', httpStatus: 429, ...(retryAfterMs === undefined ? {} : { retryAfterMs }), ...more }),
});

export const refused: SendResult = { outcome: 'rejected', failure: failure({ category: 'invalid-request', httpStatus: 422 }) };

export const unreached: SendResult = { outcome: 'not_sent', failure: failure({ category: 'network' }) };

export const unclear: SendResult = { outcome: 'unknown', failure: failure({ category: 'network' }) };

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
	readonly isIdempotent?: boolean;
	readonly stopAtFailure?: boolean;
	/** What became of messages in an earlier try of the run, by index. */
	readonly earlier?: ReadonlyMap<number, SendResult>;
	readonly count: number;
	readonly clock?: TestClock;
	/** What the service answers to an attempt, `tries` being the how-manieth of this message. */
	answer(attempt: Attempt, tries: number): SendResult;
	/** How long the service takes for an attempt, in milliseconds; 20 unless it says otherwise. */
	latency?(attempt: Attempt): number;
	/** Until when a message may start, in milliseconds since the start of the run; for ever unless it says otherwise. */
	notAfter?(index: number): number;
	/** What the service answers to the upload that goes before each message; without it, none does. */
	upload?(attempt: Attempt, tries: number): HttpResponse;
}

export const answered = (status: number, headers: HttpResponse['headers'] = {}): HttpResponse => ({ status, headers, text: '{}' });

/** Sends messages through the links that decide when they leave, to a service that a test plays, and watches what leaves. */
export async function delivering({ count, answer, latency, notAfter = () => Infinity, upload, ...given }: Scenario) {
	const clock = given.clock ?? createTestClock();
	const { concurrency = 10, messagesPerSecond = 0, maxAttempts = 4, isIdempotent = false, earlier = new Map() } = given;
	const all = openAttempts({ concurrency, messagesPerSecond, maxAttempts, clock, cancel: undefined });
	/** Every request, in the order in which they left. */
	const attempts: Attempt[] = [];
	/** The uploads that went before messages. */
	const uploads: Attempt[] = [];
	const uploadFirst: Link = (next) => async (message) => {
		if (upload === undefined) return await next(message);
		const { index } = message;
		const connection = inTurn(
			Object({
				request: async () => {
					const attempt = { index, at: clock.now() };
					uploads.push(attempt);
					await clock.sleep(latencyMs);
					return ok(upload(attempt, uploads.filter((one) => one.index === index).length));
				},
			}),
			all,
		);
		const uploaded = await connection.request({ method: 'POST', path: '/media' }, message.notAfter);
		if (!uploaded.ok) return all.signal.aborted ? undefined : notSent('withheld' in uploaded.error ? uploaded.error.withheld : failure({}));
		return uploaded.value.status === 200 ? await next(message) : notSent(readFailure(uploaded.value, 0));
	};
	const recall = ({ index }: Message) => earlier.get(index);
	let inFlight = 0;
	let most = 0;
	const send = chain(
		[
			...(given.stopAtFailure === true ? [stopAtFailure(all.stop)] : []),
			skipSentEarlier({ isEmpty: earlier.size === 0, recall }, isIdempotent),
			stillDue(all),
			uploadFirst,
			inAttempts(all, isIdempotent),
		],
		async ({ index }) => {
			const attempt = { index, at: clock.now() };
			attempts.push(attempt);
			inFlight++;
			most = Math.max(most, inFlight);
			await clock.sleep(latency?.(attempt) ?? latencyMs);
			inFlight--;
			return answer(attempt, attempts.filter((one) => one.index === index).length);
		},
	);
	const sent: Array<SendResult | undefined> = Array.from({ length: count }, () => undefined);
	await clock.until(
		inParallel(concurrency, count, async (index) => {
			// No more of a message is asked for by these links.
			sent[index] = all.signal.aborted ? undefined : await send(Object({ index, notAfter: notAfter(index) }));
		}),
	);
	return { sent, attempts, uploads, most, took: clock.now() };
}
