import { createNewest } from './newest';

/** A request to the API, whatever became of it. */
interface LoggedRequest {
	/** ISO 8601. */
	readonly at: string;
	readonly request_id: string;
	readonly method: string;
	readonly path: string;
	/** The recipient, if the body names one. */
	readonly to: string | null;
	readonly idempotency_key: string | null;
	/** The fault that was played. */
	readonly fault: string | null;
	/** What was answered; null if no answer was given. */
	readonly status: number | null;
}

/** Requests that are kept, the newest ones. */
export const keptRequests = 20_000;

export const createRequestLog = () => createNewest<LoggedRequest>(keptRequests);
