import { uploadExpired } from '../request/notAfter';
import { type ConnectionFailure, readNoResponse } from '../api/connectionFailure';
import type { Failure } from '../result/failure';
import { err, type Result } from '../result/result';
import { type HttpResponse, isSuccess } from '../api/response';
import { readFailure } from '../api/responseFailure';
import type { Connection } from '../service/connection';
import type { RunConnection } from '../service/run';
import { attempt, type Attempts } from './attempts';
import { mayRepeatRead, waitTooLongOfOther } from './retry';

/** The connection for lists and uploads of a run. They go before all messages, which wait for them, and keep the limits of the run. */
export const inTurn = (connection: Connection, attempts: Attempts): RunConnection => ({
	...connection,
	async request(request, notAfter = Infinity) {
		const attempted = await attempt<Read>(
			{
				order: -1,
				isPaced: request.method !== 'GET',
				notAfter,
				request: async () => await connection.request(request),
				failureOf,
				mayRepeat: (_read, failure) => mayRepeatRead(failure),
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

type Read = Result<HttpResponse, ConnectionFailure>;

function failureOf(read: Read): Failure | undefined {
	if (!read.ok) return readNoResponse(read.error);
	return isSuccess(read.value) ? undefined : readFailure(read.value, Date.now());
}

const runStopped: Failure = {
	category: 'service',
	message: 'The run was stopped before this item was sent',
	description: 'Nothing was sent for this item. Send it again.',
};
