import { uploadExpired } from '../request/notAfter';
import { type ConnectionFailure, readNoResponse } from '../api/connectionFailure';
import type { Failure } from '../result/failure';
import { err, type Result } from '../result/result';
import { type HttpResponse, isSuccess } from '../api/response';
import { readFailure } from '../api/responseFailure';
import type { Connection } from '../service/connection';
import type { RunConnection } from '../service/run';
import { attempt, type Attempts } from './attempts';
import { mayRepeatPreparation, waitTooLongOfOther } from './retry';

/** The connection for lists and uploads of a run. They go before all messages, which wait for them, and keep the limits of the run. */
export const inTurn = (connection: Connection, attempts: Attempts): RunConnection => ({
	...connection,
	async request(request, notAfter = Infinity) {
		const attempted = await attempt<Answer>(
			{
				order: -1,
				isPaced: request.method !== 'GET',
				notAfter,
				request: async () => await connection.request(request),
				failureOf,
				mayRepeat: (_answer, failure) => mayRepeatPreparation(failure),
			},
			attempts,
		);
		switch (attempted.kind) {
			case 'settled':
				return attempted.last;
			case 'stopped':
				return err({ withheld: runStopped });
			case 'expired':
				return err({ withheld: uploadExpired(attempted.last && failureOf(attempted.last)) });
			case 'too long':
				return err({ withheld: waitTooLongOfOther(attempted.waitMs, attempts.clock.date()) });
		}
	},
});

type Answer = Result<HttpResponse, ConnectionFailure>;

function failureOf(answer: Answer): Failure | undefined {
	if (!answer.ok) return readNoResponse(answer.error);
	return isSuccess(answer.value) ? undefined : readFailure(answer.value, Date.now());
}

const runStopped: Failure = {
	category: 'service',
	message: 'The run was stopped before this item was sent',
	description: 'Nothing was sent for this item. Send it again.',
};
