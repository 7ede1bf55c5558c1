import type { Answer } from '../contract/answer';
import { readConnectionFailure, readFailure, type ConnectionFailure, type Failure } from '../contract/failure';
import type { Result } from '../contract/result';
import { holdsRun, longestWaitMs, maySucceedLater } from '../contract/retry';
import { backOff, pause } from './clock';
import type { Ending, Gate } from './gate';
import type { Attempts } from './settle';

/**
 * Makes a request that sends no message (a list, an upload) until it succeeds or was tried often
 * enough, and gives its last answer. It goes ahead of every message, since messages wait for it.
 */
export async function ask(
	request: () => Promise<Result<Answer, ConnectionFailure>>,
	pacing: 'paced' | 'unpaced',
	gate: Gate,
	{ max, clock, signal }: Omit<Attempts, 'unknownToo'>,
): Promise<Result<Answer, ConnectionFailure>> {
	for (let attempt = 1; ; attempt++) {
		const entry = await gate.enter(-1, pacing);
		const answer = await request();
		const failure = failureOf(answer);
		if (entry.state !== 'open') return answer;
		entry.end(endingOf(failure, attempt));
		if (failure === undefined || attempt >= max || !maySucceedLater(failure)) return answer;
		const wait = failure.retryAfterMs ?? (holdsRun(failure) ? 0 : backOff(attempt, clock));
		if (wait > longestWaitMs) return answer;
		await pause(wait, clock, signal);
	}
}

function failureOf(answer: Result<Answer, ConnectionFailure>): Failure | undefined {
	if (!answer.ok) return readConnectionFailure(answer.error);
	const { status } = answer.value;
	return status >= 200 && status < 300 ? undefined : readFailure(answer.value, Date.now());
}

function endingOf(failure: Failure | undefined, attempt: number): Ending {
	if (failure !== undefined && holdsRun(failure)) return { holdMs: failure.retryAfterMs, attempt };
	return failure === undefined || !maySucceedLater(failure) ? 'answered' : 'unclear';
}
