import type { HttpResponse } from '../../nodes/Messaging/contract/response/response';
import { readFailure } from '../../nodes/Messaging/contract/response/responseFailure';
import type { Failure } from '../../nodes/Messaging/contract/failure';
import { readNoResponse } from '../../nodes/Messaging/contract/response/noResponse';
import { ok } from '../../nodes/Messaging/contract/result';
import type { SendResult } from '../../nodes/Messaging/contract/message/sendResult';
import { createSender, type SenderSettings, type Messages } from '../../nodes/Messaging/delivery/sender';
import { createTestClock, type TestClock } from '../support/clock';

export const accepted: SendResult = { outcome: 'accepted', response: { success: true } };

const failure = (more: Partial<Failure>): Failure => ({ category: 'service', message: 'm', description: 'd.', ...more });

export const tooFast = (retryAfterMs?: number, more: Partial<Failure> = {}): SendResult => ({
	outcome: 'rejected',
	failure: failure({
		category: 'rate-limited',
		httpStatus: 429,
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		...more,
	}),
});

export const refused: SendResult = { outcome: 'rejected', failure: failure({ category: 'invalid-request', httpStatus: 422 }) };

export const unreached: SendResult = { outcome: 'not_sent', failure: failure({ category: 'network' }) };

export const unclear: SendResult = { outcome: 'unknown', failure: failure({ category: 'network' }) };

/** Messages of less than this many milliseconds' latency would all be answered at once. */
export const latencyMs = 20;

export interface Attempt {
	readonly index: number;
	/** Milliseconds since the start of the run. */
	readonly at: number;
}

export interface Delivered {
	readonly outcomes: ReadonlyArray<SendResult | undefined>;
	/** Every request, in the order in which they left. */
	readonly attempts: readonly Attempt[];
	/** The uploads that went before messages, in the order in which they left. */
	readonly uploads: readonly Attempt[];
	readonly most: number;
	/** Milliseconds. */
	readonly took: number;
}

export interface Scenario extends Partial<SenderSettings>, Partial<Pick<Messages, 'stopAtFailure' | 'earlier'>> {
	readonly count: number;
	readonly clock?: TestClock;
	/** What the service answers to an attempt, `tries` being the how-manieth of this message. */
	answer(attempt: Attempt, tries: number): SendResult;
	/** How long the service takes for an attempt, in milliseconds; 20 unless it says otherwise. */
	latency?(attempt: Attempt): number;
	/** What making a message ready says became of it already, by index. */
	readonly known?: ReadonlyMap<number, SendResult>;
	/** Until when a message may start, in milliseconds since the start of the run; for ever unless it says otherwise. */
	notAfter?(index: number): number;
	/** What the service answers to the upload that goes before each message; without it, none does. */
	upload?(attempt: Attempt, tries: number): HttpResponse;
}

export const answered = (status: number, headers: HttpResponse['headers'] = {}): HttpResponse => ({ status, headers, text: '{}' });

/** Delivers messages to a service and watches what leaves. */
export async function delivering({ count, answer, latency, notAfter = () => Infinity, upload, known, ...given }: Scenario): Promise<Delivered> {
	const clock = given.clock ?? createTestClock();
	const line = createSender({
		concurrency: 10,
		messagesPerSecond: 0,
		maxAttempts: 4,
		isIdempotent: false,
		...given,
		clock,
	});
	const attempts: Attempt[] = [];
	const uploads: Attempt[] = [];
	/** Why the upload of a message failed; undefined where it didn't. */
	async function uploadFor(index: number): Promise<Failure | undefined> {
		if (upload === undefined) return undefined;
		const uploaded = await line.request(async () => {
			const attempt = { index, at: clock.now() };
			uploads.push(attempt);
			await clock.wait(latencyMs);
			return ok(upload(attempt, uploads.filter((one) => one.index === index).length));
		}, 'paced', { notAfter: () => notAfter(index) });
		if (!uploaded.ok) return readNoResponse(uploaded.error);
		return uploaded.value.status === 200 ? undefined : readFailure(uploaded.value, 0);
	}
	let inFlight = 0;
	let most = 0;
	const outcomes = await clock.until(
		line.send({
			count,
			stopAtFailure: given.stopAtFailure ?? false,
			earlier: given.earlier ?? new Map(),
			async prepare(index) {
				const already = known?.get(index);
				if (already !== undefined) return already;
				const failed = await uploadFor(index);
				if (failed !== undefined) return { outcome: 'not_sent', failure: failed };
				return {
					notAfter: notAfter(index),
					async send() {
						const attempt = { index, at: clock.now() };
						attempts.push(attempt);
						inFlight++;
						most = Math.max(most, inFlight);
						await clock.wait(latency?.(attempt) ?? latencyMs);
						inFlight--;
						return answer(attempt, attempts.filter((one) => one.index === index).length);
					},
				};
			},
		}),
	);
	return { outcomes, attempts, uploads, most, took: clock.now() };
}
