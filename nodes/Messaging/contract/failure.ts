import type { Mask } from './mask/mask';

/** What became of a message that was not accepted. */
export type Outcome =
	/** It never left: invalid input, or no connection was made. */
	| 'not_sent'
	/** The service answered that it did not take it. */
	| 'rejected'
	/** It left, and no trustworthy answer came back: it may or may not arrive. */
	| 'unknown';

export type Category =
	| 'invalid-input'
	| 'invalid-request'
	| 'authentication'
	| 'not-found'
	| 'window-closed'
	/** The recipient does not want such messages. */
	| 'opted-out'
	| 'rate-limited'
	/** Its time had passed before it could start. */
	| 'expired'
	| 'service'
	| 'network';

/** A request that brought no success, in words for the person who reads the node's panel. */
export interface Failure {
	readonly category: Category;
	/** What happened. */
	readonly message: string;
	/** What to do, and what the service said. */
	readonly description: string;
	readonly httpStatus?: number;
	/** The provider's own code. */
	readonly code?: string;
	readonly requestId?: string;
	/** How long the service asks to wait, in milliseconds. */
	readonly retryAfterMs?: number;
	/** Set where the run was stopped before the request: there is nothing to report of the item. */
	readonly isStopped?: true;
	/** Set where an earlier run has marked the message, and nothing says what became of it. */
	readonly isOfEarlierRun?: true;
}

/**
 * An input that can't become a request; nothing was sent.
 * @param message what is wrong, with the parameter's name in single quotes
 * @param description what to do about it
 */
export const invalidInput = (message: string, description: string): Failure => ({
	category: 'invalid-input',
	message,
	description,
});

/** A failure as a person may see it. Its category and its numbers are this package's own. */
export function maskFailure(failure: Failure, mask: Mask): Failure {
	const { message, description, code, requestId } = failure;
	return {
		...failure,
		message: mask.text(message),
		description: mask.text(description),
		...(code === undefined ? {} : { code: mask.text(code) }),
		...(requestId === undefined ? {} : { requestId: mask.text(requestId) }),
	};
}
